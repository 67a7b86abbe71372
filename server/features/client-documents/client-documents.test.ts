import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#contract/client-documents.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { storeClientDocument } from '#server/domain/client-documents.ts'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { purgeClientDocuments } from './purge-client-documents.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: Caller
let outsider: Caller
let admin: Caller
let clientId: string
let otherClientId: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  const mine = await t.make.employee()
  const other = await t.make.employee()
  manager = await t.as('manager', mine.cvl)
  outsider = await t.as('manager', other.cvl)
  admin = await t.as('admin')
  clientId = (await t.make.client({ staff: { manager: mine.id } })).id
  otherClientId = (await t.make.client({ staff: { manager: other.id } })).id
})
afterAll(() => t.drop())

const toFile = (content: Uint8Array | string) =>
  new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type: 'application/octet-stream' })
const upload = (name: string, content: Uint8Array | string, more: object = {}) => ({
  params: { clientId },
  query: { fileName: name, kind: 'contract', date: '2026-06-01', ...more } as const,
  content: toFile(content),
})
const buildKey = (documentId: string) => ({ params: { clientId, documentId } })
const listTitles = async (query: object = {}) =>
  (await manager.call(contract.listClientDocuments, { params: { clientId }, query })).documents.map(
    ({ title }) => title,
  )
const countFiles = async () =>
  Number((await t.owner.query('select count(*)::int as n from dino.stored_file')).rows[0].n)

describe('documents of a client', () => {
  test('keeps a document with its kind, date and retention, and finds it by kind', async () => {
    const made = await manager.call(
      contract.addClientDocument,
      upload('Contrato marco.txt', 'Las partes acuerdan', { retainUntil: '2036-06-01' }),
    )
    expect(made).toMatchObject({
      kind: 'contract',
      origin: 'upload',
      title: 'Contrato marco',
      fileName: 'Contrato marco.txt',
      date: '2026-06-01',
      retainUntil: '2036-06-01',
      isRetained: true,
      authorName: manager.username,
    })
    expect(await listTitles({ kind: 'contract' })).toContain('Contrato marco')
    expect(await listTitles({ kind: 'mandate' })).toEqual([])
  })

  test('makes an uploaded picture anew without what it carried', async () => {
    const photo = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#c00' } })
      .withExif({ IFD0: { Copyright: 'secreto' } })
      .jpeg()
      .toBuffer()
    const { id, fileName } = await manager.call(contract.addClientDocument, upload('foto.JPG', photo))
    expect(fileName).toBe('foto.webp')
    const { rawPayload, headers } = await manager.send(contract.readClientDocument, buildKey(id))
    const { width, height, exif } = await sharp(rawPayload).metadata()
    expect({ width, height, exif }).toEqual({ width: 2400, height: 1200, exif: undefined })
    expect(headers['content-disposition']).toContain('attachment')
  })

  test('refuses programs, pages and macros, and keeps nothing of them', async () => {
    const before = await countFiles()
    for (const content of ['<html><script>alert(1)</script>', '#!/bin/sh', Buffer.from('4d5a900003000000', 'hex'), ''])
      expect(await catchRefusalCode(manager.call(contract.addClientDocument, upload('c.pdf', content)))).toBe(
        'attachment.kind',
      )
    expect(
      await catchRefusalCode(
        manager.call(contract.addClientDocument, upload('a.txt', 'x', { retainUntil: '2020-01-01' })),
      ),
    ).toBe('request.invalid')
    expect(await countFiles()).toBe(before)
  })

  test('a document sent twice with one key is one document', async () => {
    const sender = t.callerWith(manager.token, { [idempotencyKeyHeader]: 'one-document-twice' })
    const made = await sender.call(contract.addClientDocument, upload('una.txt', 'una vez'))
    expect(await sender.call(contract.addClientDocument, upload('una.txt', 'una vez'))).toEqual(made)
    expect(await catchRefusalCode(sender.call(contract.addClientDocument, upload('una.txt', 'otra')))).toBe(
      'idempotency.differentBody',
    )
  })

  test('answers 404 for documents of clients out of scope and of other clients', async () => {
    const { id, version } = await manager.call(contract.addClientDocument, upload('ajeno.txt', 'texto'))
    const body = { version, kind: 'other', title: 'x', date: '2026-06-01', retainUntil: null } as const
    const reached = async (caller: Caller, params: { clientId: string; documentId: string }) => [
      (await caller.send(contract.readClientDocument, { params })).json().code,
      await catchRefusalCode(caller.call(contract.changeClientDocument, { params, body })),
    ]
    expect(await reached(outsider, { clientId, documentId: id })).toEqual(['notFound', 'notFound'])
    expect(await reached(outsider, { clientId: otherClientId, documentId: id })).toEqual(['notFound', 'notFound'])
    expect(
      await catchRefusalCode(
        admin.call(contract.removeClientDocument, {
          params: { clientId: otherClientId, documentId: id },
          body: { version },
        }),
      ),
    ).toBe('notFound')
    expect(await catchRefusalCode(outsider.call(contract.listClientDocuments, { params: { clientId } }))).toBe(
      'notFound',
    )
  })

  test('removes a document after its retention, and restores it for thirty days', async () => {
    const kept = await manager.call(contract.addClientDocument, upload('k.txt', 'k', { retainUntil: '2026-06-15' }))
    const remove = (id: string, version: number) =>
      admin.call(contract.removeClientDocument, { ...buildKey(id), body: { version } })
    expect(await catchRefusalCode(remove(kept.id, kept.version))).toBe('clientDocument.retained')
    const shortened = { version: 1, kind: 'contract', title: 'k', date: '2026-06-01', retainUntil: null } as const
    expect(
      await catchRefusalCode(manager.call(contract.changeClientDocument, { ...buildKey(kept.id), body: shortened })),
    ).toBe('clientDocument.retained')
    const free = await manager.call(contract.addClientDocument, upload('libre.txt', 'libre'))
    expect(await catchRefusalCode(remove(free.id, 7))).toBe('conflict.changed')
    const removed = await remove(free.id, free.version)
    expect((await manager.send(contract.readClientDocument, buildKey(free.id))).statusCode).toBe(404)
    expect(await listTitles({ removed: true })).toContain('libre')
    await admin.call(contract.restoreClientDocument, { ...buildKey(free.id), body: { version: removed.version } })
    expect(await listTitles()).toContain('libre')
    await remove(free.id, removed.version + 1)
    expect(await purgeClientDocuments(t.db, Date.parse('2026-06-30T00:00:00Z'))).toBe(0)
    expect(await purgeClientDocuments(t.db, Date.parse('2026-08-30T00:00:00Z'))).toBe(1)
    expect(await listTitles({ removed: true })).not.toContain('libre')
  })

  test('files what the product has made in the transaction of its subject', async () => {
    const files = openFileStorage(t.home, secretBox(t.secret, fileEncryptionPurpose))
    const document = {
      clientId,
      kind: 'consent',
      title: 'Consentimiento firmado',
      date: '2026-06-15',
      retainUntil: '2036-06-15',
      fileName: 'consentimiento.pdf',
      fileKind: 'pdf',
      contentType: 'application/pdf',
      content: Buffer.from('%PDF-1.7\n%%EOF'),
    } as const
    const { documentId } = await t.db
      .transaction()
      .execute((tx) => storeClientDocument(tx, { prefix: 'dino', files, actor: null }, document))
    const { documents } = await manager.call(contract.listClientDocuments, {
      params: { clientId },
      query: { kind: 'consent' },
    })
    expect(documents).toMatchObject([
      { id: documentId, origin: 'product', authorName: null, isRetained: true, fileKind: 'pdf' },
    ])
    const { rawPayload } = await manager.send(contract.readClientDocument, buildKey(documentId))
    expect(rawPayload.toString()).toBe('%PDF-1.7\n%%EOF')
  })

  test('audits who looked at a document and who downloaded it', async () => {
    const { id } = await manager.call(contract.addClientDocument, upload('visto.txt', 'visto'))
    await manager.send(contract.readClientDocument, { ...buildKey(id), query: { purpose: 'look' } })
    await manager.send(contract.readClientDocument, buildKey(id))
    const { rows } = await t.owner.query(
      `select action, cvl from dino.audit_event where entity = 'client' and entity_id = $1 and after ->> 'document' = $2 order by id`,
      [clientId, id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'clientDocument.added',
      'clientDocument.viewed',
      'clientDocument.downloaded',
    ])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveChangeRequest, rejectChangeRequest, undoRejections } from '#contract/approvals.ts'
import { changeClient } from '#contract/client-data.ts'
import * as contract from '#contract/client-kyc.ts'
import { buildDni } from '#rules/identity-numbers.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { locateGivenData } from '#test/harness/given-data.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { notifyExpiringDocuments, releaseUnusedFiles } from './kyc.jobs.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: Caller
let colleague: Caller
let direction: Caller
let managerId: string
let clientId: string
let picture: Buffer
let nextNumber = 40_000_000
const given = locateGivenData('uploads', ['pdf', 'png_corrupt'])

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
  const employee = await t.make.employee()
  managerId = employee.id
  manager = await t.as('manager', employee.cvl)
  colleague = await t.as('manager', (await t.make.employee()).cvl)
  direction = await t.as('direction')
  const plain = { width: 900, height: 600, channels: 3, background: '#9ab' } as const
  picture = await sharp({ create: plain })
    .withExif({ IFD0: { Artist: 'secreto' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => t.drop())
beforeEach(async () => {
  const client = await t.make.client({ staff: { manager: managerId } })
  clientId = client.id
  await t.owner.query(`update dino.client set street = 'Calle Mayor', city = 'Salamanca' where id = $1`, [clientId])
})

const toFile = (content: Uint8Array | string) =>
  new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type: 'application/octet-stream' })
const uploadSide = async (content: Uint8Array | string = picture, caller = manager) =>
  (await caller.call(contract.uploadKycSide, { params: { clientId }, content: toFile(content) })).fileId

type IdentityBody = Partial<Record<string, unknown>>
const buildIdentity = async (more: Partial<Record<string, unknown>> = {}) => ({
  identityKind: 'dni' as const,
  issuingCountry: 'ES',
  identityNumber: buildDni(nextNumber++),
  validUntil: '2031-06-15',
  permanent: false,
  frontFileId: await uploadSide(),
  backFileId: await uploadSide(),
  ...(more as object),
})
const add = async (more: IdentityBody = {}) =>
  manager.call(contract.addIdentityDocument, { params: { clientId }, body: await buildIdentity(more) })
const addAddress = async () =>
  manager.call(contract.addAddressProof, {
    params: { clientId },
    body: { proofKind: 'census', issuedOn: '2026-06-01', frontFileId: await uploadSide() },
  })
const check = (documentId: string, caller = manager) =>
  caller.call(contract.checkKycDocument, { params: { clientId, documentId }, body: { reason: 'Original a la vista' } })
const reject = (documentId: string) =>
  manager.call(contract.rejectKycDocument, { params: { clientId, documentId }, body: { reason: 'Está borroso' } })
const approve = ({ approvalId }: { approvalId: string | null }, caller = direction) =>
  caller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const refuse = ({ approvalId }: { approvalId: string | null }) =>
  direction.call(rejectChangeRequest, { params: { approvalId: approvalId! }, body: { reason: 'No es legible' } })
const read = (caller = manager) => caller.call(contract.getClientKyc, { params: { clientId } })
const readStates = async () => (await read()).documents.map(({ state }) => state)

describe('documents of identity', () => {
  test('takes an identity document from pending through verified to approved', async () => {
    const made = await add()
    expect(await read()).toMatchObject({ kycStatus: 'pending', dniStatus: 'missing' })
    const proposed = await check(made.id)
    expect(proposed.state).toBe('pending')
    expect(await read()).toMatchObject({ kycStatus: 'verified', documents: [{ checkedByName: manager.username }] })
    expect(await catchRefusalCode(approve(proposed, manager))).not.toBe('done')
    await approve(proposed)
    expect(await read()).toMatchObject({
      kycStatus: 'approved',
      dniStatus: 'valid',
      record: { identityNumber: made.identityNumber, dniValidUntil: '2031-06-15' },
      documents: [{ state: 'approved', decidedByName: direction.username }],
    })
  })

  test('refuses an identity document without both sides, but takes a passport with one', async () => {
    expect(await catchRefusalCode(add({ backFileId: null }))).toBe('kyc.bothSides')
    expect(await catchRefusalCode(add({ frontFileId: null }))).toBe('kyc.bothSides')
    const passport = { identityKind: 'passport', issuingCountry: 'FR', identityNumber: '12AB34567' }
    expect(await catchRefusalCode(add(passport))).toBe('request.invalid')
    expect((await add({ ...passport, backFileId: null })).files).toMatchObject([{ side: 'front', fileKind: 'picture' }])
  })

  test('refuses identity documents with wrong check digits or a last day that is over', async () => {
    for (const wrong of [
      { identityNumber: '12345678A' },
      { validUntil: '2026-06-14' },
      { validUntil: null },
      { permanent: true },
      { identityKind: 'cif' },
      { issuingCountry: 'PT' },
    ])
      expect(await catchRefusalCode(add(wrong)), JSON.stringify(wrong)).toBe('request.invalid')
    expect((await add({ permanent: true, validUntil: null })).permanent).toBe(true)
  })

  test('keeps the approved version while a newer one waits and after its rejection', async () => {
    const first = await add()
    await approve(await check(first.id))
    const second = await add({ identityNumber: first.identityNumber })
    expect(await read()).toMatchObject({
      kycStatus: 'pending',
      documents: [{ state: 'pending' }, { state: 'approved' }],
    })
    expect((await reject(second.id)).rejectReason).toBe('Está borroso')
    expect(await read()).toMatchObject({ kycStatus: 'approved' })
    const third = await add({ identityNumber: first.identityNumber, validUntil: '2036-01-01' })
    await approve(await check(third.id))
    expect(await readStates()).toEqual(['approved', 'rejected', 'superseded'])
    expect((await read()).record.dniValidUntil).toBe('2036-01-01')
  })

  test('lets the second person reject an identity document with a reason, and undo it', async () => {
    const proposed = await check((await add()).id)
    await refuse(proposed)
    expect(await read()).toMatchObject({
      kycStatus: 'rejected',
      documents: [{ state: 'rejected', rejectReason: 'No es legible' }],
    })
    await direction.call(undoRejections, { body: { approvalIds: [proposed.approvalId!] } })
    expect(await read()).toMatchObject({ kycStatus: 'verified', documents: [{ state: 'verified' }] })
    await approve(proposed)
    expect(await read()).toMatchObject({ kycStatus: 'approved' })
  })

  test('replaces a version that waits for a second person by a newer upload', async () => {
    const proposed = await check((await add()).id)
    const newer = await add()
    expect(await readStates()).toEqual(['pending', 'superseded'])
    expect(await catchRefusalCode(approve(proposed))).toBe('approval.decided')
    await approve(await check(newer.id))
    expect(await readStates()).toEqual(['approved', 'superseded'])
  })

  test('refuses to verify an identity document whose number differs from the record', async () => {
    const known = buildDni(nextNumber++)
    await t.owner.query(`update dino.client set identity_kind = 'dni', identity_number = $2 where id = $1`, [
      clientId,
      known,
    ])
    const other = await add()
    expect(await catchRefusalCode(check(other.id))).toBe('kyc.otherNumber')
    const own = await add({ identityNumber: known })
    await approve(await check(own.id))
    expect(await catchRefusalCode(check(own.id))).toBe('kyc.notPending')
  })

  test('two people who verify at once make one proposal', async () => {
    const made = await add()
    const results = await Promise.all([catchRefusalCode(check(made.id)), catchRefusalCode(check(made.id))])
    expect(results.sort()).toEqual(['done', 'kyc.notPending'])
  })
})

describe('proofs of address', () => {
  test('drives the status of the address by its proof, until the address changes', async () => {
    const made = await addAddress()
    expect(await read()).toMatchObject({ addressStatus: 'pending' })
    await approve(await check(made.id))
    expect(await read()).toMatchObject({ addressStatus: 'approved', documents: [{ state: 'approved' }] })
    const next = await addAddress()
    const { rows } = await t.owner.query('select version from dino.client where id = $1', [clientId])
    const body = { version: rows[0].version, address: { street: 'Otra calle' } }
    await manager.call(changeClient, { params: { clientId }, body })
    expect(await catchRefusalCode(check(next.id))).toBe('kyc.otherAddress')
    await reject(next.id)
    expect(await read()).toMatchObject({ addressStatus: 'rejected' })
  })

  test('refuses a proof of address without an address or from a day to come', async () => {
    const build = (issuedOn: string, frontFileId: string | null) =>
      manager.call(contract.addAddressProof, {
        params: { clientId },
        body: { proofKind: 'other', issuedOn, frontFileId },
      })
    expect(await catchRefusalCode(build('2026-06-16', await uploadSide()))).toBe('request.invalid')
    expect(await catchRefusalCode(build('2026-06-01', null))).toBe('kyc.noFile')
    await t.owner.query(
      `update dino.client set street = null, street_type = null, street_number = null, floor = null, door = null, postal_code = null, city = null where id = $1`,
      [clientId],
    )
    expect(await catchRefusalCode(build('2026-06-01', await uploadSide()))).toBe('kyc.noAddress')
  })
})

describe('files of documents', () => {
  const countFiles = async () =>
    Number((await t.owner.query('select count(*)::int as n from dino.stored_file')).rows[0].n)

  test('makes sides of documents anew, and audits each look at one', async () => {
    const { id } = await add()
    const params = { clientId, documentId: id, side: 'back' } as const
    const { rawPayload, headers } = await manager.send(contract.readKycSide, { params })
    const { format, exif } = await sharp(rawPayload).metadata()
    expect({ format, exif }).toEqual({ format: 'webp', exif: undefined })
    expect(headers['content-disposition']).toContain('attachment')
    const { rows } = await t.owner.query(
      `select user_id::text as "userId", after from dino.audit_event where action = 'kyc.viewed' and entity_id = $1`,
      [clientId],
    )
    expect(rows).toEqual([{ userId: manager.userId, after: { document: id, kycSubject: 'identity', kycSide: 'back' } }])
  })

  test('refuses hostile sides of documents with a code, and keeps nothing of them', async () => {
    const before = await countFiles()
    const hostile: [string, Uint8Array | string][] = [
      ['kyc.fileKind', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['kyc.fileKind', Buffer.from('4d5a900003000000', 'hex')],
      ['kyc.fileKind', ''],
      ['file.notAnImage', picture.subarray(0, 400)],
      ['file.notAnImage', Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')])],
      ['file.pdfBroken', '%PDF-1.7\n1 0 obj<<>>endobj'],
      ['file.pdfActive', '%PDF-1.7\n1 0 obj<</Type/Page/AA<</S/JavaScript>>>>endobj\nstartxref\n9\n%%EOF'],
      ['file.pdfEncrypted', '%PDF-1.7\n1 0 obj<</Type/Page>>endobj\ntrailer<</Encrypt 4 0 R>>\nstartxref\n9\n%%EOF'],
    ]
    for (const [code, content] of hostile) expect(await catchRefusalCode(uploadSide(content)), code).toBe(code)
    expect(await countFiles()).toBe(before)
    const pdf = '%PDF-1.7\n1 0 obj<</Type/Page>>endobj\nstartxref\n9\n%%EOF'
    expect(await uploadSide(pdf)).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.skipIf(!given.isThere)(`takes or refuses sides as their content says: ${given.title}`, async () => {
    const upload = (folder: string) =>
      Promise.all(
        readdirSync(join(given.place, folder)).map(async (name) => [
          name,
          await catchRefusalCode(uploadSide(readFileSync(join(given.place, folder, name)))),
        ]),
      )
    const pictures = Object.fromEntries(await upload('png_corrupt'))
    expect(pictures['basn2c08.png']).toBe('done')
    expect(new Set(Object.values(pictures))).toEqual(new Set(['done', 'file.notAnImage', 'kyc.fileKind']))
    expect(Object.values(pictures).filter((code) => code === 'done')).toHaveLength(1)
    expect(Object.fromEntries(await upload('pdf'))).toMatchObject({
      'minimal-document.pdf': 'done',
      'annotated_pdf.pdf': 'done',
      'libreoffice-writer-password.pdf': 'file.pdfEncrypted',
      'with-attachment.pdf': 'file.pdfActive',
      'pdflatex-forms.pdf': 'file.pdfActive',
    })
  })

  test('refuses sides of another client, or that a document has already', async () => {
    const side = await uploadSide()
    await expect(add({ frontFileId: side, backFileId: side })).rejects.toMatchObject({
      fields: { backFileId: 'sameFile' },
    })
    const used = await add()
    const { rows } = await t.owner.query('select front_file_id::text as id from dino.kyc_document where id = $1', [
      used.id,
    ])
    expect(await catchRefusalCode(add({ frontFileId: rows[0].id }))).toBe('kyc.fileGone')
    clientId = (await t.make.client({ staff: { manager: managerId } })).id
    expect(await catchRefusalCode(add({ frontFileId: side }))).toBe('kyc.fileGone')
  })

  test('lets go of sides that no document names after a day', async () => {
    const unused = await uploadSide()
    const made = await add()
    await releaseUnusedFiles(t.db, Date.now() + 86_500_000)
    const { rows } = await t.owner.query(
      `select f.id::text as id from dino.stored_file f where f.removed_at is not null and f.entity_id = $1`,
      [clientId],
    )
    expect(rows.map(({ id }) => id)).toEqual([unused])
    expect(made.files).toHaveLength(2)
  })
})

describe('who reaches documents of clients', () => {
  test('refuses documents of clients out of scope by any of their ids', async () => {
    const { id } = await add()
    const params = { clientId, documentId: id }
    expect(await catchRefusalCode(read(colleague))).toBe('notFound')
    expect(await catchRefusalCode(check(id, colleague))).toBe('notFound')
    expect((await colleague.send(contract.readKycSide, { params: { ...params, side: 'front' } })).statusCode).toBe(404)
    expect(await catchRefusalCode(uploadSide(picture, colleague))).toBe('notFound')
    const other = (await t.make.client({ staff: { manager: managerId } })).id
    const foreign = { params: { clientId: other, documentId: id, side: 'front' } } as const
    expect((await manager.send(contract.readKycSide, foreign)).statusCode).toBe(404)
  })
})

describe('machine-readable lines', () => {
  test('holds machine-readable lines against the record, and keeps them with the document', async () => {
    const text = 'IDESPBAA000589599999999R<<<<<<\n8001014F2501017ESP<<<<<<<<<<<7\nESPANOLA<ESPANOLA<<CARMEN<<<<<'
    const compared = await manager.call(contract.compareMachineZone, { params: { clientId }, body: { text } })
    expect(compared).toMatchObject({ isValid: true, identityNumber: '99999999R', validUntil: '2025-01-01' })
    expect(compared.rows.find(({ field }) => field === 'surname')).toMatchObject({ verdict: 'different' })
    expect(
      await catchRefusalCode(
        manager.call(contract.compareMachineZone, { params: { clientId }, body: { text: 'hola' } }),
      ),
    ).toBe('kyc.noZone')
    expect((await add({ machineZone: text })).zone?.isValid).toBe(true)
  })
})

describe('documents about to expire', () => {
  test('notifies managers of expiring documents once for each last day', async () => {
    const countNotices = async () =>
      Number(
        (
          await t.owner.query(
            `select count(*)::int as n from registry.notification where user_id = $1 and kind = 'kyc.expiring'`,
            [manager.userId],
          )
        ).rows[0].n,
      )
    const setDay = (day: string) =>
      t.owner.query('update dino.client set dni_valid_until = $2 where id = $1', [clientId, day])
    const run = () => notifyExpiringDocuments(t.db, '2026-06-15', Date.parse('2026-06-15T05:40:00Z'))
    await setDay('2026-08-20')
    await run()
    expect(await countNotices()).toBe(0)
    await setDay('2026-08-13')
    await run()
    await run()
    expect(await countNotices()).toBe(1)
    await setDay('2026-07-01')
    await run()
    expect(await countNotices()).toBe(2)
  })
})

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import {
  addAttachment,
  changeAttachment,
  downloadAttachment,
  listAttachments,
  previewAttachment,
  removeAttachment,
  restoreAttachment,
} from '#contract/records/attachments.ts'
import { purgeAttachments } from './purge-attachments.ts'
import { type Caller, recordOf, recordsTenant, refused, upload } from './test-records.ts'

let w: Awaited<ReturnType<typeof recordsTenant>>
let of: ReturnType<typeof recordOf>
beforeAll(async () => {
  w = await recordsTenant()
  of = recordOf('client', w.client.id)
})
afterAll(() => w.t.drop())

const pdf = '%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'
const plain = { width: 3000, height: 1500, channels: 3, background: '#c00' } as const
const zip = async (entries: Record<string, string>, compress = true): Promise<Buffer> => {
  const file = new ZipFile()
  for (const [name, text] of Object.entries(entries)) file.addBuffer(Buffer.from(text), name, { compress })
  file.end()
  const parts: Buffer[] = []
  for await (const part of file.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
const add = (who: Caller, name: string, content: Uint8Array | string) =>
  who.call(addAttachment, { ...of, ...upload(name, content) })
const one = (attachmentId: string) => ({ params: { ...of.params, attachmentId } })
const content = { '[Content_Types].xml': '<Types/>' }

describe('accepted attachments', () => {
  test('detects an attachment’s kind by content and corrects the ending of its name', async () => {
    const docx = await zip({ ...content, 'word/document.xml': '<w/>' })
    const png = await sharp({ create: plain }).png().toBuffer()
    const odt = await zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<o/>' }, false)
    const taken: [string, Uint8Array | string, string, string][] = [
      ['Contrato.pdf', pdf, 'pdf', 'Contrato.pdf'],
      ['factura.exe', pdf, 'pdf', 'factura.exe.pdf'],
      ['C:\\Users\\ana\\dni<1>.png', png, 'picture', 'dni_1_.png'],
      ['../../etc/passwd', 'una nota', 'text', 'passwd.txt'],
      ['clientes.csv', 'a;b\n1;2\n', 'text', 'clientes.csv'],
      ['carta.docx', docx, 'document', 'carta.docx'],
      ['hoja.xlsx', await zip({ ...content, 'xl/workbook.xml': '<x/>' }), 'spreadsheet', 'hoja.xlsx'],
      ['acta.odt', odt, 'document', 'acta.odt'],
      [
        'aviso.eml',
        'From: ana@example.com\r\nTo: luis@example.com\r\nSubject: Hola\r\n\r\nTexto',
        'email',
        'aviso.eml',
      ],
    ]
    for (const [name, bytes, kind, kept] of taken)
      expect(await add(w.manager, name, bytes)).toMatchObject({ kind, name: kept, description: '' })
  })

  test('refuses pages, drawings, programs, archives and old Office formats under any name', async () => {
    const hostile: [string, Uint8Array | string][] = [
      ['contrato.pdf', '<!doctype html><script>alert(1)</script>'],
      ['dibujo.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['informe.pdf', Buffer.from('4d5a900003000000', 'hex')],
      ['informe.txt', '#!/bin/sh\nrm -rf /'],
      ['datos.docx', await zip({ 'datos.exe': 'MZ' })],
      ['antiguo.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
      ['binario.txt', Buffer.from([65, 0, 66, 0])],
      ['vacio.txt', ''],
    ]
    for (const [name, bytes] of hostile)
      await expect(add(w.manager, name, bytes), name).rejects.toMatchObject(refused(422, 'attachment.kind'))
  })

  test('refuses a document with macros, with its own reason', async () => {
    const macros = [
      await zip({ ...content, 'word/document.xml': '<w/>', 'word/vbaProject.bin': 'x' }),
      await zip({ ...content, 'xl/workbook.xml': '<x/>', 'xl/macrosheets/sheet1.xml': '<m/>' }),
      await zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'Basic/Standard/M.xml': '<b/>' }, false),
    ]
    for (const bytes of macros)
      await expect(add(w.manager, 'hoja.xlsx', bytes)).rejects.toMatchObject(refused(422, 'attachment.macros'))
  })

  test('refuses an attachment of more than 20 MB', async () => {
    await expect(add(w.manager, 'grande.txt', 'a'.repeat(20_000_001))).rejects.toMatchObject(
      refused(413, 'file.tooLarge'),
    )
  })

  test('refuses an attachment from a user who may only see the client', async () => {
    await expect(add(w.partner, 'Contrato.pdf', pdf)).rejects.toMatchObject(refused(403, 'permission.missing'))
    expect((await w.partner.call(listAttachments, { ...of, query: {} })).attachments.length).toBeGreaterThan(5)
  })
})

describe('preview and download of attachments', () => {
  test('downloads an attachment with safe headers and audits it', async () => {
    const { id } = await add(w.manager, 'Año "1".pdf', pdf)
    const { statusCode, headers, body } = await w.partner.send(downloadAttachment, one(id))
    expect([statusCode, body]).toEqual([200, pdf])
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''A%C3%B1o%20_1_.pdf",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    const { rows } = await w.t.owner.query(
      `select after from dino.audit_event where action = 'attachment.downloaded' order by id desc limit 1`,
    )
    expect(rows[0].after).toEqual({ attachment: id })
  })

  test('previews a picture re-encoded and no larger than the page needs', async () => {
    const { id } = await add(w.manager, 'foto.jpg', await sharp({ create: plain }).jpeg().toBuffer())
    const { headers, rawPayload } = await w.manager.send(previewAttachment, one(id))
    expect(headers['content-type']).toBe('image/webp')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 })
  })

  test('refuses a preview of anything but pictures and PDF', async () => {
    const { id } = await add(w.manager, 'nota.txt', 'una nota')
    expect((await w.manager.send(previewAttachment, one(id))).statusCode).toBe(404)
  })
})

describe('change and removal of attachments', () => {
  test('changes a description on its current version and refuses an old one', async () => {
    const { id } = await add(w.manager, 'Contrato.pdf', pdf)
    const body = { description: 'Firmado el lunes', version: 1 }
    expect(await w.supervisor.call(changeAttachment, { ...one(id), body })).toMatchObject({ ...body, version: 2 })
    await expect(w.supervisor.call(changeAttachment, { ...one(id), body })).rejects.toMatchObject(
      refused(409, 'conflict.changed'),
    )
  })

  test('hides a removed attachment and restores it whole', async () => {
    const { id } = await add(w.manager, 'Contrato.pdf', pdf)
    await w.manager.call(removeAttachment, { ...one(id), body: { version: 1 } })
    for (const endpoint of [downloadAttachment, previewAttachment])
      expect((await w.manager.send(endpoint, one(id))).statusCode).toBe(404)
    const removed = await w.manager.call(listAttachments, { ...of, query: { removed: 'true' } })
    expect(removed.attachments[0]).toMatchObject({ id, removedByName: w.manager.username })
    await expect(w.partner.call(listAttachments, { ...of, query: { removed: 'true' } })).rejects.toMatchObject(
      refused(403, 'permission.missing'),
    )
    await w.manager.call(restoreAttachment, { ...one(id), body: { version: 2 } })
    expect((await w.manager.send(downloadAttachment, one(id))).body).toBe(pdf)
  })

  test('purges removed content after thirty days, which then refuses restoration', async () => {
    const { id } = await add(w.manager, 'Contrato.pdf', pdf)
    await w.manager.call(removeAttachment, { ...one(id), body: { version: 1 } })
    const later = Date.parse('2026-06-15T10:00:00Z') + 30 * 86_400_000
    expect(await purgeAttachments(w.t.db, later - 1)).toBe(0)
    expect(await purgeAttachments(w.t.db, later)).toBe(1)
    expect(await purgeAttachments(w.t.db, later)).toBe(0)
    await expect(w.manager.call(restoreAttachment, { ...one(id), body: { version: 2 } })).rejects.toMatchObject(
      refused(409, 'attachment.gone'),
    )
    const { rows } = await w.t.owner.query(
      `select f.removed_at is not null as removed from dino.stored_file f join dino.record_attachment a on a.file_id = f.id where a.id = $1`,
      [id],
    )
    expect(rows[0].removed).toBe(true)
  })
})

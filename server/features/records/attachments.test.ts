import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import {
  addAttachment,
  changeAttachment,
  downloadAttachment,
  listAttachments,
  previewAttachment,
  removeAttachment,
  restoreAttachment,
} from '#contract/records/attachments.ts'
import { createZip } from '#test/harness/zip.ts'
import { purgeAttachments } from './purge-attachments.ts'
import {
  buildExpectedError,
  buildRecordRequest,
  buildUpload,
  type Caller,
  createRecordsFixture,
} from './test-records.ts'

let fixture: Awaited<ReturnType<typeof createRecordsFixture>>
let recordRequest: ReturnType<typeof buildRecordRequest>
beforeAll(async () => {
  fixture = await createRecordsFixture()
  recordRequest = buildRecordRequest('client', fixture.client.id)
})
afterAll(() => fixture.t.drop())

const pdfContent = '%PDF-1.7\n1 0 obj<</Type/Page>>endobj\nstartxref\n9\n%%EOF'
const plainImage = { width: 3000, height: 1500, channels: 3, background: '#c00' } as const
const callAddAttachment = (caller: Caller, name: string, content: Uint8Array | string) =>
  caller.call(addAttachment, { ...recordRequest, ...buildUpload(name, content) })
const buildAttachmentRequest = (attachmentId: string) => ({ params: { ...recordRequest.params, attachmentId } })
const contentTypesEntry = { '[Content_Types].xml': '<Types/>' }

describe('accepted attachments', () => {
  test('detects an attachment’s kind by content and corrects the ending of its name', async () => {
    const docx = await createZip({ ...contentTypesEntry, 'word/document.xml': '<w/>' })
    const png = await sharp({ create: plainImage }).png().toBuffer()
    const odt = await createZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<o/>' }, false)
    const taken: [string, Uint8Array | string, string, string][] = [
      ['Contrato.pdf', pdfContent, 'pdf', 'Contrato.pdf'],
      ['factura.exe', pdfContent, 'pdf', 'factura.exe.pdf'],
      ['C:\\Users\\ana\\dni<1>.png', png, 'picture', 'dni_1_.webp'],
      ['../../etc/passwd', 'una nota', 'text', 'passwd.txt'],
      ['clientes.csv', 'a;b\n1;2\n', 'text', 'clientes.csv'],
      ['carta.docx', docx, 'document', 'carta.docx'],
      ['hoja.xlsx', await createZip({ ...contentTypesEntry, 'xl/workbook.xml': '<x/>' }), 'spreadsheet', 'hoja.xlsx'],
      ['acta.odt', odt, 'document', 'acta.odt'],
      [
        'aviso.eml',
        'From: ana@example.com\r\nTo: luis@example.com\r\nSubject: Hola\r\n\r\nTexto',
        'email',
        'aviso.eml',
      ],
    ]
    for (const [name, bytes, kind, kept] of taken)
      expect(await callAddAttachment(fixture.manager, name, bytes)).toMatchObject({ kind, name: kept, description: '' })
  })

  test('refuses pages, drawings, programs, archives and old Office formats under any name', async () => {
    const hostile: [string, Uint8Array | string][] = [
      ['contrato.pdf', '<!doctype html><script>alert(1)</script>'],
      ['dibujo.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['informe.pdf', Buffer.from('4d5a900003000000', 'hex')],
      ['informe.txt', '#!/bin/sh\nrm -rf /'],
      ['nota.txt', '<!-- nota --><svg onload="alert(1)"/>'],
      ['datos.csv', '\ufeff <?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['datos.docx', await createZip({ 'datos.exe': 'MZ' })],
      ['antiguo.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
      ['binario.txt', Buffer.from([65, 0, 66, 0])],
      ['vacio.txt', ''],
    ]
    for (const [name, bytes] of hostile)
      await expect(callAddAttachment(fixture.manager, name, bytes), name).rejects.toMatchObject(
        buildExpectedError(422, 'attachment.kind'),
      )
  })

  test('refuses an active, encrypted or broken PDF and keeps nothing of it', async () => {
    const countFiles = async () =>
      (await fixture.t.owner.query('select count(*)::int as n from dino.stored_file')).rows[0].n
    const before = await countFiles()
    const page = '1 0 obj<</Type/Page>>endobj'
    const end = 'startxref\n9\n%%EOF'
    const hostile: [string, string][] = [
      ['file.pdfActive', `%PDF-1.7\n1 0 obj<</Type/Page/AA<</S/JavaScript>>>>endobj\n${end}`],
      ['file.pdfActive', `%PDF-1.7\n${page}\n2 0 obj<</Type/EmbeddedFile>>endobj\n${end}`],
      ['file.pdfEncrypted', `%PDF-1.7\n${page}\ntrailer<</Encrypt 4 0 R>>\n${end}`],
      ['file.pdfBroken', `%PDF-1.7\n${page}`],
    ]
    for (const [code, content] of hostile)
      await expect(callAddAttachment(fixture.manager, 'Certificado.pdf', content), code).rejects.toMatchObject(
        buildExpectedError(422, code),
      )
    expect(await countFiles()).toBe(before)
  })

  test('refuses a document with macros or embedded programs, with its own reason', async () => {
    const macros = [
      await createZip({ ...contentTypesEntry, 'word/document.xml': '<w/>', 'word/vbaProject.bin': 'x' }),
      await createZip({ ...contentTypesEntry, 'xl/workbook.xml': '<x/>', 'xl/macrosheets/sheet1.xml': '<m/>' }),
      await createZip({ ...contentTypesEntry, 'word/document.xml': '<w/>', 'word/embeddings/oleObject1.bin': 'x' }),
      await createZip(
        { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'Basic/Standard/M.xml': '<b/>' },
        false,
      ),
    ]
    for (const bytes of macros)
      await expect(callAddAttachment(fixture.manager, 'hoja.xlsx', bytes)).rejects.toMatchObject(
        buildExpectedError(422, 'attachment.macros'),
      )
  })

  test('refuses an e-mail that carries a program', async () => {
    const message = [
      'From: ana@example.com\r\nTo: luis@example.com\r\nContent-Type: multipart/mixed; boundary="b"\r\n',
      '--b\r\nContent-Type: application/octet-stream; name="factura.exe"\r\nContent-Disposition: attachment; filename="factura.exe"\r\n',
      'MZ\r\n--b--\r\n',
    ].join('\r\n')
    await expect(callAddAttachment(fixture.manager, 'aviso.eml', message)).rejects.toMatchObject(
      buildExpectedError(422, 'attachment.email'),
    )
  })

  test('a file sent twice with one key is one attachment', async () => {
    const sender = fixture.t.callerWith(fixture.manager.token, { [idempotencyKeyHeader]: 'one-file-sent-twice' })
    const upload = { ...recordRequest, ...buildUpload('una-vez.txt', 'una nota') }
    const made = await sender.call(addAttachment, upload)
    expect(await sender.call(addAttachment, upload)).toEqual(made)
    await expect(
      sender.call(addAttachment, { ...recordRequest, ...buildUpload('una-vez.txt', 'otra') }),
    ).rejects.toMatchObject(buildExpectedError(422, 'idempotency.differentBody'))
  })

  test('cuts a long file name between whole characters', async () => {
    const { name } = await callAddAttachment(fixture.manager, `${'a'.repeat(149)}😀😀.txt`, 'una nota')
    expect(name).toBe(`${'a'.repeat(149)}😀.txt`)
  })

  test('refuses an attachment of more than 20 MB', async () => {
    await expect(callAddAttachment(fixture.manager, 'grande.txt', 'a'.repeat(20_000_001))).rejects.toMatchObject(
      buildExpectedError(413, 'file.tooLarge'),
    )
  })

  test('refuses an attachment from a user who may only see the client', async () => {
    await expect(callAddAttachment(fixture.partner, 'Contrato.pdf', pdfContent)).rejects.toMatchObject(
      buildExpectedError(403, 'permission.missing'),
    )
    expect(
      (await fixture.partner.call(listAttachments, { ...recordRequest, query: {} })).attachments.length,
    ).toBeGreaterThan(5)
  })
})

describe('preview and download of attachments', () => {
  test('downloads an attachment with safe headers and audits it', async () => {
    const { id } = await callAddAttachment(fixture.manager, 'Año "1".pdf', pdfContent)
    const { statusCode, headers, body } = await fixture.partner.send(downloadAttachment, buildAttachmentRequest(id))
    expect([statusCode, body]).toEqual([200, pdfContent])
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''A%C3%B1o%20_1_.pdf",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    const { rows } = await fixture.t.owner.query(
      `select after from dino.audit_event where action = 'attachment.downloaded' order by id desc limit 1`,
    )
    expect(rows[0].after).toEqual({ attachment: id })
  })

  test('previews a picture re-encoded and no larger than the page needs', async () => {
    const { id } = await callAddAttachment(
      fixture.manager,
      'foto.jpg',
      await sharp({ create: plainImage }).jpeg().toBuffer(),
    )
    const { headers, rawPayload } = await fixture.manager.send(previewAttachment, buildAttachmentRequest(id))
    expect(headers['content-type']).toBe('image/webp')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 })
  })

  test('audits who has looked at a document without downloading it', async () => {
    const { id } = await callAddAttachment(fixture.manager, 'Contrato.pdf', pdfContent)
    await fixture.partner.send(previewAttachment, buildAttachmentRequest(id))
    const { rows } = await fixture.t.owner.query(
      `select after, user_id from dino.audit_event where action = 'attachment.viewed' order by id desc limit 1`,
    )
    expect(rows[0]).toEqual({ after: { attachment: id }, user_id: fixture.partner.userId })
  })

  test('refuses a preview of anything but pictures and PDF', async () => {
    const { id } = await callAddAttachment(fixture.manager, 'nota.txt', 'una nota')
    expect((await fixture.manager.send(previewAttachment, buildAttachmentRequest(id))).statusCode).toBe(404)
  })
})

describe('change and removal of attachments', () => {
  test('refuses a description with hidden characters, naming the field', async () => {
    const { id } = await callAddAttachment(fixture.manager, 'Contrato.pdf', pdfContent)
    for (const description of ['a\u0000b', 'a\u202eb'])
      await expect(
        fixture.manager.call(changeAttachment, { ...buildAttachmentRequest(id), body: { description, version: 1 } }),
      ).rejects.toMatchObject({ status: 400, fields: { description: 'controlCharacter' } })
  })

  test('changes a description on its current version and refuses an old one', async () => {
    const { id } = await callAddAttachment(fixture.manager, 'Contrato.pdf', pdfContent)
    const body = { description: 'Firmado el lunes', version: 1 }
    expect(await fixture.supervisor.call(changeAttachment, { ...buildAttachmentRequest(id), body })).toMatchObject({
      ...body,
      version: 2,
    })
    await expect(
      fixture.supervisor.call(changeAttachment, { ...buildAttachmentRequest(id), body }),
    ).rejects.toMatchObject(buildExpectedError(409, 'conflict.changed'))
  })

  test('hides a removed attachment and restores it whole', async () => {
    const { id } = await callAddAttachment(fixture.manager, 'Contrato.pdf', pdfContent)
    await fixture.manager.call(removeAttachment, { ...buildAttachmentRequest(id), body: { version: 1 } })
    for (const endpoint of [downloadAttachment, previewAttachment])
      expect((await fixture.manager.send(endpoint, buildAttachmentRequest(id))).statusCode).toBe(404)
    const removed = await fixture.manager.call(listAttachments, { ...recordRequest, query: { removed: 'true' } })
    expect(removed.attachments[0]).toMatchObject({ id, removedByName: fixture.manager.username })
    await expect(
      fixture.partner.call(listAttachments, { ...recordRequest, query: { removed: 'true' } }),
    ).rejects.toMatchObject(buildExpectedError(403, 'permission.missing'))
    await fixture.manager.call(restoreAttachment, { ...buildAttachmentRequest(id), body: { version: 2 } })
    expect((await fixture.manager.send(downloadAttachment, buildAttachmentRequest(id))).body).toBe(pdfContent)
  })

  test('purges removed content after thirty days, which then refuses restoration', async () => {
    const { id } = await callAddAttachment(fixture.manager, 'Contrato.pdf', pdfContent)
    await fixture.manager.call(removeAttachment, { ...buildAttachmentRequest(id), body: { version: 1 } })
    const later = Date.parse('2026-06-15T10:00:00Z') + 30 * 86_400_000
    expect(await purgeAttachments(fixture.t.db, later - 1)).toBe(0)
    expect(await purgeAttachments(fixture.t.db, later)).toBe(1)
    expect(await purgeAttachments(fixture.t.db, later)).toBe(0)
    await expect(
      fixture.manager.call(restoreAttachment, { ...buildAttachmentRequest(id), body: { version: 2 } }),
    ).rejects.toMatchObject(buildExpectedError(409, 'attachment.gone'))
    const { rows } = await fixture.t.owner.query(
      `select f.removed_at is not null as removed from dino.stored_file f join dino.record_attachment a on a.file_id = f.id where a.id = $1`,
      [id],
    )
    expect(rows[0].removed).toBe(true)
  })
})

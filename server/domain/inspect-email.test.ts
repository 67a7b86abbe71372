import { describe, expect, test } from 'vitest'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { createZip } from '#test/harness/zip.ts'
import { inspectEmail } from './inspect-email.ts'

const encode = (content: string | Uint8Array): string => Buffer.from(content).toString('base64')
type Part = { type: string; name?: string; content: string | Uint8Array; inline?: boolean }

const buildPart = ({ type, name, content, inline }: Part): string =>
  [
    `Content-Type: ${type}${name ? `; name="${name}"` : ''}`,
    `Content-Disposition: ${inline ? 'inline' : 'attachment'}${name ? `; filename="${name}"` : ''}`,
    'Content-Transfer-Encoding: base64',
    '',
    encode(content),
  ].join('\r\n')

const buildEmail = (parts: readonly Part[], text = 'Le adjunto lo hablado.'): string => {
  const body = [`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`, ...parts.map(buildPart)]
  return [
    'From: ana@example.com',
    'To: luis@example.com',
    'Subject: Documentos',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b1"',
    '',
    ...body.flatMap((part) => ['--b1', part]),
    '--b1--',
    '',
  ].join('\r\n')
}
const inspect = (email: string): Promise<string> => catchRefusalCode(inspectEmail(Buffer.from(email)))
const forward = (email: string): Part => ({ type: 'message/rfc822', content: email })
const nest = (email: string, times: number): string =>
  times === 0 ? email : buildEmail([forward(nest(email, times - 1))])

const pdf = (entry: string): string => `%PDF-1.7\n1 0 obj<</Type/Page${entry}>>endobj\nstartxref\n9\n%%EOF`
const gif = Buffer.from('47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b', 'hex')
const contentTypes = { '[Content_Types].xml': '<Types/>' }

describe('attachments of an e-mail', () => {
  test.each<[string, Part]>([
    ['a PDF', { type: 'application/pdf', name: 'contrato.pdf', content: pdf('') }],
    ['the logo of a signature', { type: 'image/gif', name: 'logo.gif', content: gif, inline: true }],
    ['a picture without a name', { type: 'image/gif', content: gif, inline: true }],
    ['an invitation', { type: 'text/calendar', name: 'invite.ics', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }],
    ['a signature', { type: 'application/pkcs7-signature', name: 'smime.p7s', content: Buffer.from([48, 130, 1, 0]) }],
    ['a text', { type: 'text/plain', name: 'nota.txt', content: 'una nota' }],
    ['a forwarded message', forward(buildEmail([{ type: 'application/pdf', name: 'a.pdf', content: pdf('') }]))],
  ])('takes %s', async (_, part) => {
    expect(await inspect(buildEmail([part]))).toBe('done')
  })

  test('takes a report of a mail server and a message without parts', async () => {
    const content = 'Reporting-MTA: dns; example.com'
    const report = buildEmail([{ type: 'message/delivery-status', name: 'dsn_status', content }])
    expect(await inspect(report)).toBe('done')
    expect(await inspect('From: ana@example.com\r\nTo: luis@example.com\r\n\r\nHola')).toBe('done')
  })

  test.each<[string, Part]>([
    [
      'a program',
      { type: 'application/octet-stream', name: 'factura.exe', content: Buffer.from('4d5a90000300', 'hex') },
    ],
    ['a program called PDF', { type: 'application/pdf', name: 'factura.pdf', content: Buffer.from('4d5a9000', 'hex') }],
    ['a PDF called a program', { type: 'application/pdf', name: 'factura.pdf.exe', content: pdf('') }],
    ['a script', { type: 'text/plain', name: 'factura.js', content: 'WScript.Echo(1)' }],
    ['a batch file called an invitation', { type: 'text/calendar', name: 'invite.bat', content: 'del *.*' }],
    [
      'a program called an invitation',
      { type: 'text/calendar', name: 'a.ics', content: Buffer.from('4d5a9000', 'hex') },
    ],
    ['a script called a picture', { type: 'image/gif', name: 'logo.js', content: gif }],
    ['a page', { type: 'text/html', name: 'factura.html', content: '<html><script>alert(1)</script></html>' }],
    ['a drawing', { type: 'image/svg+xml', name: 'logo.svg', content: '<svg onload="alert(1)"/>', inline: true }],
    ['an archive', { type: 'application/zip', name: 'todo.zip', content: Buffer.from('504b0304', 'hex') }],
    ['a PDF that runs a script', { type: 'application/pdf', name: 'a.pdf', content: pdf('/AA<</S/JavaScript>>') }],
  ])('refuses %s, forwarded too', async (_, part) => {
    expect(await inspect(buildEmail([part]))).toBe('attachment.email')
    expect(await inspect(nest(buildEmail([part]), 2))).toBe('attachment.email')
  })

  test('refuses a document with macros and a file written into the text', async () => {
    const macros = await createZip({ ...contentTypes, 'word/document.xml': '<w/>', 'word/vbaProject.bin': 'x' })
    const part = { type: 'application/octet-stream', name: 'carta.docx', content: macros }
    expect(await inspect(buildEmail([part]))).toBe('attachment.email')
    expect(await inspect(buildEmail([], 'Hola\r\nbegin 644 factura.exe\r\n#0V%T\r\n`\r\nend'))).toBe('attachment.email')
  })

  test('follows messages within messages so far and no further', async () => {
    expect(await inspect(nest(buildEmail([]), 8))).toBe('done')
    expect(await inspect(nest(buildEmail([]), 9))).toBe('attachment.email')
  })
})

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

  test('refuses what a message called otherwise carries', async () => {
    const program = buildEmail([{ type: 'application/octet-stream', name: 'f.exe', content: 'MZ' }])
    for (const type of ['application/octet-stream', 'message/global', 'message/rfc822'])
      expect(await inspect(buildEmail([{ type, name: 'reenvio.eml', content: program }]))).toBe('attachment.email')
    const digest = buildEmail([]).replace('multipart/mixed', 'multipart/digest')
    const within = program.replaceAll('b1', 'b2')
    expect(await inspect(digest.replace('--b1--', `--b1\r\n\r\n${within}\r\n--b1--`))).toBe('attachment.email')
  })

  test.each<[string, readonly string[]]>([
    ['a script in the text of the message', ['Content-Type: text/plain; name="f.js"', 'Content-Disposition: inline']],
    ['a page in the text of the message', ['Content-Type: text/html', 'Content-Disposition: inline; filename=f.html']],
    ['a script without a name', ['Content-Type: text/javascript', 'Content-Disposition: attachment']],
    ['a message on another server', ['Content-Type: message/external-body; access-type=URL']],
    ['a point after the ending', ['Content-Disposition: attachment; filename="f.bat. ."']],
    ['a byte that ends the name', ["Content-Disposition: attachment; filename*=utf-8''f.bat%00.txt"]],
    ['a name in pieces', ['Content-Disposition: attachment; filename*0="f."; filename*1*=%62at']],
    ['an encoded name', [`Content-Disposition: attachment; filename="=?utf-8?B?${encode('f.bat')}?="`]],
    ['two ways to write a name', ["Content-Disposition: attachment; filename=f.bat; filename*=utf-8''f.txt"]],
    ['two names', ['Content-Type: text/plain; name=f.bat', 'Content-Disposition: attachment; filename=f.txt']],
    ['a name twice', ['Content-Disposition: attachment; filename=f.txt; filename=f.bat']],
    ['a header twice', ['Content-Disposition: attachment; filename=f.txt', 'Content-Disposition: inline']],
    ['a header with a space', ['Content-Type : application/x-bat; name=f.bat']],
    ['an old encoding', ['Content-Type: text/plain; name=f.txt', 'Content-Transfer-Encoding: x-uuencode']],
  ])('refuses %s', async (_, head) => {
    const part = [...head, '', 'del *'].join('\r\n')
    expect(await inspect(buildEmail([]).replace('--b1--', `--b1\r\n${part}\r\n--b1--`))).toBe('attachment.email')
  })

  test('refuses a message whose parts programs find in different places', async () => {
    const email = buildEmail([{ type: 'text/plain', name: 'nota.txt', content: 'una nota' }])
    for (const odd of [
      email.replace('boundary="b1"', 'boundary="b2"; boundary="b1"'),
      email.replace('; boundary="b1"', ''),
      email.replace('Subject: Documentos', 'Content-Type: text/plain'),
      email.replace('--b1--', '--b1--\r\n--b1\r\n\r\nmás'),
      email.replace('lo hablado.', 'lo hablado.\r\n--b1x\r\n'),
      email.replace('Subject:', 'Subject: x\rContent-Type: text/html\rX:'),
    ])
      expect(await inspect(odd)).toBe('attachment.email')
  })

  test('refuses a message of too many parts or with too long a head', async () => {
    const note: Part = { type: 'text/plain', name: 'nota.txt', content: 'una nota' }
    expect(await inspect(buildEmail(Array.from({ length: 100 }, () => note)))).toBe('done')
    expect(await inspect(buildEmail(Array.from({ length: 1001 }, () => note)))).toBe('attachment.email')
    expect(await inspect(buildEmail([{ ...note, name: '. '.repeat(2_000_000) }]))).toBe('attachment.email')
  })

  test('takes the names and encodings that mail programs write', async () => {
    const head = [
      'content-type: application/PDF;\r\n\tname="=?utf-8?Q?Contrato_a=C3=B1o?= =?utf-8?Q?=2Epdf?="',
      "Content-Disposition: attachment; filename*0*=utf-8''Contrato%20a%C3%B1o; filename*1=.pdf; size=9;",
      'Content-Transfer-Encoding: Quoted-Printable',
    ]
    const content = pdf('').replaceAll('\n', '\r\n').replaceAll('<</Type', '=3C=\r\n</Type')
    const part = [...head, '', content].join('\r\n')
    expect(await inspect(buildEmail([]).replace('--b1--', `--b1\r\n${part}\r\n--b1--`))).toBe('done')
    expect(await inspect(buildEmail([]).replace('--b1--', `--b1\r\n${part.replace('Page', 'JS')}\r\n--b1--`))).toBe(
      'attachment.email',
    )
  })

  test('follows messages within messages so far and no further', async () => {
    expect(await inspect(nest(buildEmail([]), 8))).toBe('done')
    expect(await inspect(nest(buildEmail([]), 9))).toBe('attachment.email')
  })
})

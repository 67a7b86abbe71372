import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inspectPdf } from './inspect-pdf.ts'

const build = (objects: string) =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\n${objects}\nstartxref\n9\n%%EOF\n`, 'latin1')
const buildStream = (dictionary: string, content: Buffer | string) =>
  `7 0 obj\n<< ${dictionary} >>\nstream\n${Buffer.from(content).toString('latin1')}\nendstream\nendobj`
const findRefusal = (content: Uint8Array): string => {
  try {
    inspectPdf(content)
    return 'taken'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('inspecting a PDF', () => {
  test('takes a document with texts, links and compressed objects', () => {
    const packed = deflateSync(Buffer.from('3 0 4 20 << /Type /Annot /A << /S /URI /URI (https://a.example/JS) >> >>'))
    const objects = buildStream('/Type /ObjStm /N 2 /First 8 /Filter /FlateDecode', packed)
    expect(findRefusal(build(`2 0 obj << /Title (Nota \\(/JavaScript\\)) >> endobj\n${objects}`))).toBe('taken')
  })

  test.each([
    ['a script', '2 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj'],
    ['a script whose name is written in figures', '2 0 obj << /#4aavaScript 3 0 R >> endobj'],
    ['another program', '2 0 obj << /OpenAction << /S /Launch /F (cmd.exe) >> >> endobj'],
    ['a file', '2 0 obj << /Type /EmbeddedFile >> endobj'],
    ['a script behind an open bracket in a comment', '% (\n2 0 obj << /JS 3 0 R >> endobj'],
    ['a script in an open string', '2 0 obj (\n3 0 obj << /JS 4 0 R >> endobj'],
    ['objects in a picture', buildStream('/Subtype /Image', 'xx 5 0 obj << /S /JavaScript >> endobj')],
    [
      'a compressed script',
      buildStream('/N 1 /First 4 /Filter /FlateDecode', deflateSync(Buffer.from('3 0 << /JS 1 0 R >>'))),
    ],
  ])('refuses a document with %s', (_, objects) => {
    expect(findRefusal(build(objects))).toBe('file.pdfActive')
  })

  test('refuses encrypted, cut and unreadable documents', () => {
    expect(findRefusal(build('trailer << /Encrypt 4 0 R >>'))).toBe('file.pdfEncrypted')
    expect(findRefusal(build('').subarray(0, 40))).toBe('file.pdfBroken')
    expect(findRefusal(build('2 0 obj << /Length 9 >>\nstream\nabc'))).toBe('file.pdfBroken')
    expect(findRefusal(build(buildStream('/N 1 /First 4 /Filter /FlateDecode', 'no es nada')))).toBe('file.pdfBroken')
    expect(findRefusal(build(buildStream('/N 1 /First 4 /Filter /LZWDecode', 'x')))).toBe('file.pdfBroken')
  })

  test('refuses objects that unfold into more than 32 MB', () => {
    const bomb = deflateSync(Buffer.alloc(40_000_000))
    expect(findRefusal(build(buildStream('/N 1 /First 4 /Filter /FlateDecode', bomb)))).toBe('file.tooComplex')
  })

  test.each(['(', '(1 0 obj', '()', '%', '%\n', '>>stream\nendstream', '\\(', '/JS#', '>> ', '1 '])(
    'answers for two million signs of %j',
    (pattern) => {
      const content = build(pattern.repeat(2_000_000 / pattern.length))
      expect(findRefusal(content)).toMatch(/^(taken|file\.)/)
    },
  )
})

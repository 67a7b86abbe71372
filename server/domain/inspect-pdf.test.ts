import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inspectPdf } from './inspect-pdf.ts'

const build = (objects: string) =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\n${objects}\nstartxref\n9\n%%EOF\n`, 'latin1')
const buildStream = (dictionary: string, content: Buffer | string, between = '\nstream\n') =>
  `7 0 obj\n<< ${dictionary} >>${between}${Buffer.from(content).toString('latin1')}\nendstream\nendobj`
const findRefusal = (content: Uint8Array): string => {
  try {
    inspectPdf(content)
    return 'taken'
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** An object stream of one object, and two of them. */
const packed = '/N 1 /First 4 /Filter /FlateDecode'
const script = Buffer.from('3 0 << /S /JavaScript /JS 1 0 R >>')
const harmless = Buffer.from('3 0 << /Type /Annot >>')

describe('inspecting a PDF', () => {
  test('takes a document with texts, links and compressed objects', () => {
    const packed = deflateSync(Buffer.from('3 0 4 5 << /Type /Annot /A << /S /URI /URI (https://a.example/JS) >> >>'))
    const objects = buildStream('/Type /ObjStm /N 2 /First 8 /Filter /FlateDecode', packed)
    expect(findRefusal(build(`2 0 obj << /Title (Nota \\(/JavaScript\\)) >> endobj\n${objects}`))).toBe('taken')
  })

  test.each([
    ['a script', '2 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj'],
    ['a script whose name is written in figures', '2 0 obj << /#4aavaScript 3 0 R >> endobj'],
    ['another program', '2 0 obj << /OpenAction << /S /Launch /F (cmd.exe) >> >> endobj'],
    ['a file', '2 0 obj << /Type /EmbeddedFile >> endobj'],
    ['a script behind an open bracket in a comment', '% (\n2 0 obj << /JS 3 0 R >> endobj'],
    ['a script in an open string', '2 0 obj (\n3 0 obj << /JS 4 0 R >> endobj', 'file.pdfBroken'],
    ['a script whose name ends at a null', '2 0 obj << /S /JavaScript\0/JS\0(app.alert(1)) >> endobj'],
    ['a script whose name some readers end earlier', '2 0 obj << /JavaScript\x80 3 0 R /JS#00 4 0 R >> endobj'],
    ['a script of a model in space', '2 0 obj << /Subtype /3D /3DD << /OnInstantiate 4 0 R >> >> endobj'],
    ['objects in a picture', buildStream('/Subtype /Image', 'xx 5 0 obj << /S /JavaScript >> endobj')],
    ['objects behind nulls in a picture', buildStream('/Subtype /Image', 'xx 5\x000\x00obj << /JS 1 0 R >>')],
    ['objects behind comments in a picture', buildStream('/Subtype /Image', 'xx 5%\n0%\nobj << /JS 1 0 R >>')],
    ['objects without a blank in a picture', buildStream('/Subtype /Image', 'xx 5 +0obj << /JS 1 0 R >>')],
    ['a table of objects in a picture', buildStream('/Subtype /Image', 'trailer\n<< /Root << /JS 1 0 R >> >>')],
    ['a table of objects in a string', '2 0 obj (trailer << /Root << /OpenAction 4 0 R >> >>) endobj'],
    ['a compressed script', buildStream(packed, deflateSync(script))],
    ['a compressed script behind a comment', buildStream(packed, deflateSync(script), ' %\nstream\n')],
    [
      'a compressed script in a string',
      buildStream(packed, deflateSync(Buffer.from('3 1 (<< /S /JavaScript /JS 1 0 R >>)'))),
    ],
    ['a script that no filter packs', buildStream('/N 1 /First 4', script)],
  ])('refuses a document with %s', (_, objects, refusal = 'file.pdfActive') => {
    expect(findRefusal(build(objects))).toBe(refusal)
  })

  test.each([
    ['is packed twice', '/Filter [/FlateDecode /FlateDecode]'],
    ['is packed by a second filter, in short', '/Filter [/FlateDecode /AHx]'],
    ['names its filter elsewhere', '/X /FlateDecode /Filter 9 0 R'],
    ['names two filters', '/Filter /FlateDecode /Filter /LZWDecode'],
    ['has a predictor elsewhere', '/Filter /FlateDecode /DecodeParms 9 0 R'],
    ['has a string', '/Filter /FlateDecode /X ( obj)'],
    ['has a name in figures', '/Filter /FlateDecode /#4e 1'],
    ['says its number twice', '/Filter /FlateDecode /N 0'],
    ['says its number elsewhere', '/Filter /FlateDecode /N 9 0 R'],
    ['has junk for a reader to pass', '/Filter /FlateDecode /X 3 0 obj'],
    ['has brackets in a string', '/Filter /FlateDecode /X <3c <<>'],
  ])('refuses compressed objects whose dictionary %s', (_, dictionary) => {
    const more = dictionary.includes('elsewhere') || dictionary.includes('/N 9') ? '/First 4' : '/N 1 /First 4'
    expect(findRefusal(build(buildStream(`/Type /ObjStm ${more} ${dictionary}`, deflateSync(harmless))))).toBe(
      'file.pdfBroken',
    )
  })

  test('refuses compressed objects whose places some readers find elsewhere', () => {
    const isRefused = (content: string, dictionary = '/N 1 /First 4', between = '\nstream\n') =>
      expect(findRefusal(build(buildStream(dictionary, content, between)))).toBe('file.pdfBroken')
    expect(findRefusal(build(buildStream('/N 1 /First 4', harmless)))).toBe('taken')
    isRefused('3 0 << >>', '/N 2 /First 4')
    isRefused('3 0 << >>', '/N 1 /First 40')
    isRefused('3 % << >>')
    isRefused('3 0 (\n3 0 << /JS 1 0 R >>)', '/N 1 /First 4', '\nstream')
  })

  test.each([
    ['brackets that do not match', '2 0 obj << [ >> ] endobj'],
    ['an open bracket', '2 0 obj << /A 1 endobj'],
    ['an object inside of another', '2 0 obj << /A 3 0 obj << >> endobj >> endobj'],
    ['a stream without a dictionary', '2 0 obj\nstream\nabc\nendstream endobj'],
    ['words that are none of it', '2 0 obj << >> alert endobj'],
    ['values nested without end', '['.repeat(1000) + ']'.repeat(1000)],
  ])('refuses a document with %s', (_, objects) => {
    expect(findRefusal(build(objects))).toBe('file.pdfBroken')
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

import { expect, test } from 'vitest'
import { findPresentationFaults, findPresentationPartFaults } from '#test/harness/pptx-structure.ts'
import { readSlides } from '#test/harness/read-pptx.ts'
import { unzip } from '#test/harness/read-xlsx.ts'
import { makePptx } from './make-pptx.ts'
import { toXmlText } from './xml-text.ts'

const deck = { title: 'T', subtitle: 'S', firm: 'F', language: 'es-ES', foot: 'P', slides: [] }

test('slides hold any text but the characters that no XML can hold', async () => {
  const text = 'a\u0000b\u0008c\u001f\ud800 \ufffe<&>\u202e]]>'
  const chart = { alt: text, labels: [text, '2'], lines: [{ name: text, values: [1, 2.5] }], format: '#,##0 €' }
  const table = {
    rows: [
      [text, text],
      [text, text],
    ],
    textColumns: 1,
  }
  const slides = [
    { title: text, lead: text, text: [text], figures: [[text, text] as const] },
    { title: text, table },
    { title: text, chart },
  ]
  const file = await makePptx({ ...deck, title: text, subtitle: text, firm: text, foot: text, slides })
  expect(findPresentationFaults(file)).toEqual([])
  expect(readSlides(file)[1]).toContain('abc□ <&>]]>')
  expect(toXmlText('Ángel 田中 👾\tx')).toBe('Ángel 田中 👾\tx')
})

test('the reader of slides names what an office program would have to repair', async () => {
  const file = await makePptx({ ...deck, slides: [{ title: 'Uno' }, { title: 'Dos' }] })
  expect(findPresentationFaults(file)).toEqual([])
  const files = unzip(file)
  const change = (path: string, from: RegExp | string, to: string) =>
    findPresentationPartFaults(
      new Map([...files, [path, Buffer.from(files.get(path)!.toString('utf8').replace(from, to))]]),
    )
  expect(change('ppt/slides/_rels/slide1.xml.rels', 'slideLayout', 'slideLayer')).not.toEqual([])
  expect(change('ppt/slides/slide1.xml', /<p:cNvPr id="\d+"/g, '<p:cNvPr id="7"')).toContain(
    'ppt/slides/slide1.xml: shape 7 twice',
  )
  expect(change('ppt/presentation.xml', /<p:sldMasterId [^>]*>/, '')).toContain('masters that no list names')
  expect(change('[Content_Types].xml', /<Override PartName="\/ppt\/slides\/slide2.xml"[^>]*>/, '')).toContain(
    'no content type of its own: ppt/slides/slide2.xml',
  )
})

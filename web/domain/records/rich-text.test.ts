import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { locateGivenData } from '#test/harness/given-data.ts'
import { readLine, readRichText } from './rich-text.ts'

describe('formatted text of comments', () => {
  test('reads paragraphs, lists, bold, italic and links', () => {
    expect(readRichText('Hola **Ana**\n_mira_\n\n- uno\n- dos\n3. tres')).toEqual([
      {
        kind: 'paragraph',
        lines: [[{ text: 'Hola ' }, { text: 'Ana', isBold: true }], [{ text: 'mira', isItalic: true }]],
      },
      { kind: 'bullets', start: 1, items: [[{ text: 'uno' }], [{ text: 'dos' }]] },
      { kind: 'numbers', start: 3, items: [[{ text: 'tres' }]] },
    ])
    const sites = ['https://a.example/x', 'https://b.example/y'] as const
    expect(readLine(`ver ${sites[0]}. Y [esto](${sites[1]})`)).toEqual([
      { text: 'ver ' },
      { text: sites[0], href: sites[0] },
      { text: '.' },
      { text: ' Y ' },
      { text: 'esto', href: sites[1] },
    ])
  })

  test.each(['5*3*2 = 30', 'un_nombre_de_archivo', '** suelto **', '**', '__', '-', '1.', 'a**b**c'])(
    'leaves %j as it was written',
    (text) => {
      expect(readRichText(text)).toEqual([{ kind: 'paragraph', lines: [[{ text }]] }])
    },
  )

  test.each([
    '[pulsa](javascript:alert(1))',
    '[pulsa](data:text/html,<script>alert(1)</script>)',
    'javascript:alert(1)',
    '[pulsa](//malo.example)',
    'https://banco.example@malo.example/',
    '<a href="ftp:a.example">x</a>',
  ])('follows no address of %j', (text) => {
    const hrefs = readRichText(text).flatMap((block) =>
      (block.kind === 'paragraph' ? block.lines : block.items).flat().map(({ href }) => href),
    )
    expect(hrefs.filter((href) => href !== undefined)).toEqual([])
  })

  const html = locateGivenData('html', ['dompurify.json', 'list.json', 'owasp-evasion.json'])
  test.skipIf(!html.isThere)(`shows all text of ${html.place}, and follows web addresses alone`, () => {
    for (const name of ['dompurify.json', 'list.json', 'owasp-evasion.json'])
      for (const { payload } of JSON.parse(readFileSync(join(html.place, name), 'utf8')) as { payload: string }[])
        for (const block of readRichText(payload))
          for (const { text, href } of (block.kind === 'paragraph' ? block.lines : block.items).flat()) {
            expect(payload).toContain(text)
            if (href !== undefined) expect(href).toMatch(/^https?:\/\//)
          }
  })

  test('reads a long text of marks in a moment', () => {
    const began = performance.now()
    for (const piece of ['**a', '_a ', '[a](', 'https://', '- ', '*'])
      readRichText(piece.repeat(Math.floor(4000 / piece.length)))
    expect(performance.now() - began).toBeLessThan(500)
  })
})

import { expect, test } from 'vitest'
import { markWords } from './mark-words.ts'

const show = (text: string, words: string[]): string =>
  markWords(text, words)
    .map(({ text: piece, marked }) => (marked ? `[${piece}]` : piece))
    .join('')

test.each([
  ['Álvarez Gómez, Raquel', ['alvarez', 'raq'], '[Álvarez] Gómez, [Raq]uel'],
  ['+34 655 50 61 98', ['5061'], '+34 655 [50 61] 98'],
  ['D-EVAS-18-00019412', ['evas18'], 'D-[EVAS-18]-00019412'],
  ['D-EVAS-18-00019412', ['19412'], 'D-EVAS-18-000[19412]'],
  ['Ana', ['x'], 'Ana'],
  ['Ana', ['-'], 'Ana'],
  ['', ['a'], ''],
])('%s with %j is marked as %s', (text, words, marked) => {
  expect(show(text, words)).toBe(marked)
})

test('marked pieces together are the text itself', () => {
  const text = 'Nuñez e Hijos, S.L. · ﬁnca'
  expect(
    markWords(text, ['hijos', 'fin'])
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

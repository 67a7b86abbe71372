/** Letters that don't come apart into a plain one and its accent. */
const sepaTransliterations: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
  '&': '+',
  _: '-',
  '’': "'",
  '–': '-',
  '—': '-',
  ª: 'a',
  º: 'o',
  '·': '.',
}

/**
 * A text in the letters that every bank of SEPA takes (A to Z, digits, / - ? : ( ) . , ' + and blanks), at most so long. What has no such
 * letter becomes a point, so that two names don't fall into one by losing theirs. No stroke at either end nor two in a row, and
 * never nothing.
 */
export const toSepaText = (text: string, longest: number): string =>
  [...text.normalize('NFC')]
    .map((letter) => sepaTransliterations[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
    .replace(/\/{2,}/g, '/')
    .replace(/^[/ ]+/, '')
    .slice(0, longest)
    .replace(/[/ ]+$/, '') || '.'

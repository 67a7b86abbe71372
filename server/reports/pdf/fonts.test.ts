import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildPairShaper } from './fonts.ts'

const requireFromHere = createRequire(import.meta.url)
const features = { calt: false, liga: false, clig: false }

test.each(['400Regular/Inter_400Regular', '600SemiBold/Inter_600SemiBold'])(
  '%s shapes a word by its pairs as it does the whole word',
  (name) => {
    const font = requireFromHere('fontkit').create(
      readFileSync(requireFromHere.resolve(`@expo-google-fonts/inter/${name}.ttf`)),
    )
    const shapePairs = buildPairShaper(font.layout.bind(font))
    const describeRun = ({ glyphs, positions }: ReturnType<typeof shapePairs>) =>
      glyphs.map(({ id }, at) => [id, positions[at]!.xAdvance, positions[at]!.xOffset, positions[at]!.yOffset])
    const words = [
      'D-SEGURO-10-00000564',
      'AVÉ.',
      'Wátô,',
      'O’Neill',
      'f(x)',
      'L·L',
      'ES91',
      '9%"a',
      '12.345',
      'ЖY',
      'e\u0301',
      'Yº',
    ]
    const signs = [...'AVTYLWPFKRavtywfkrjeo0147ÁÑÇáéñçãß.,-:;/()"\'*&%€ªº']
    const anyWord = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 16 }).map((one) => one.join(''))
    for (const word of [...words, ...fc.sample(anyWord, { numRuns: 500, seed: 7 })])
      expect({ word, run: describeRun(shapePairs(word)) }).toEqual({
        word,
        run: describeRun(font.layout(word, features)),
      })
  },
)

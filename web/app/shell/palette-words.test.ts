import { expect, test } from 'vitest'
import { isMeantToMake, toWords } from './palette-words.ts'

const makingWords = toWords('crear nuevo nueva registrar un una')

test.each([
  ['registrar llamada', 'Llamada', true],
  ['Registrar una llamada', 'Llamada', true],
  ['nueva reu', 'Reunión', true],
  ['reunion nueva', 'Reunión', true],
  ['nuevo', 'Contacto', true],
  ['nueva llamada', 'Reunión', false],
  ['llamada', 'Llamada', false],
  ['nuev cont', 'Contacto', false],
])('the words %j mean to make a %s: %s', (typed, title, isMeant) => {
  expect(isMeantToMake(toWords(typed), makingWords, title)).toBe(isMeant)
})

import { expect, test } from 'vitest'
import { buildSearchRow, toSearchNumber, toSearchText } from './search-text.ts'

test('search text loses case, accents and spare spaces, and keeps its words', () => {
  expect(toSearchText('  José   MUÑOZ\t Ibáñez ')).toBe('jose munoz ibanez')
  expect(toSearchText('Straße Łódź Ærø İstanbul')).toBe('strasse lodz aero istanbul')
  expect(toSearchText('ﬁn\u0000al')).toBe('fin al')
  expect(toSearchText(toSearchText('Conceição'))).toBe('conceicao')
})

test('search numbers lose their separators', () => {
  expect(toSearchNumber('+34 600.11-22/33')).toBe('34600112233')
  expect(toSearchNumber('12.345.678-z')).toBe('12345678z')
})

test('a search row holds name, CVL and bank accounts, with empty text elsewhere', () => {
  expect(
    buildSearchRow({
      name: 'Ana',
      surname: 'Núñez',
      cvl: 'C0000042',
      phone: null,
      bankAccounts: ['ES91 2100', 'PT50'],
    }),
  ).toEqual({
    nameText: 'nunez ana',
    cvlText: 'c0000042',
    emailText: '',
    phoneText: '',
    identityText: '',
    bankText: 'es912100 pt50',
  })
})

import { expect, test } from 'vitest'
import { searchNumber, searchRow, searchText } from './search-text.ts'

test('search text loses case, accents and spare spaces, and keeps its words', () => {
  expect(searchText('  José   MUÑOZ\t Ibáñez ')).toBe('jose munoz ibanez')
  expect(searchText('Straße Łódź Ærø İstanbul')).toBe('strasse lodz aero istanbul')
  expect(searchText('ﬁn\u0000al')).toBe('fin al')
  expect(searchText(searchText('Conceição'))).toBe('conceicao')
})

test('search numbers lose their separators', () => {
  expect(searchNumber('+34 600.11-22/33')).toBe('34600112233')
  expect(searchNumber('12.345.678-z')).toBe('12345678z')
})

test('a search row holds name, CVL and bank accounts, with empty text elsewhere', () => {
  expect(
    searchRow({ name: 'Ana', surname: 'Núñez', cvl: 'C0000042', phone: null, bankAccounts: ['ES91 2100', 'PT50'] }),
  ).toEqual({
    nameText: 'nunez ana',
    cvlText: 'c0000042',
    emailText: '',
    phoneText: '',
    identityText: '',
    bankText: 'es912100 pt50',
  })
})

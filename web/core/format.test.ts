import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatFor, phoneText } from './format.ts'

const es = formatFor('spanish', 'Europe/Madrid')
const nbsp = '\u00a0'

describe('money', () => {
  test('money is grouped with two digits and its currency, in each language', () => {
    expect(es.money('1234567.89')).toBe(`1.234.567,89${nbsp}€`)
    expect(formatFor('portuguese', 'Europe/Lisbon').money('1234.50')).toBe(`1${nbsp}234,50${nbsp}€`)
    expect(formatFor('english', 'Europe/Madrid').money('-1234.50')).toBe('−€1,234.50')
    expect(formatFor('mexican', 'America/Mexico_City').money('999.00')).toBe('€999.00')
  })

  test('money of four digits is grouped too', () => {
    expect(es.money('1000.00')).toBe(`1.000,00${nbsp}€`)
  })

  test('money shows a true minus, and none before zero', () => {
    expect(es.money('-0.01')).toBe(`−0,01${nbsp}€`)
    expect(es.money('-0.00')).toBe(`0,00${nbsp}€`)
  })

  test('money shows zero as a dash on request, and missing values always', () => {
    expect(es.money('0.00', { zero: 'dash' })).toBe('–')
    expect(es.money('0.00')).toBe(`0,00${nbsp}€`)
    expect(es.money(null)).toBe('–')
  })

  test('money keeps every digit of amounts that a float would round', () => {
    expect(es.money('9007199254740993.01')).toBe(`9.007.199.254.740.993,01${nbsp}€`)
    const amounts = fc.tuple(fc.bigInt(-(10n ** 16n) + 1n, 10n ** 16n - 1n), fc.integer({ min: 0, max: 99 }))
    fc.assert(
      fc.property(amounts, ([whole, cents]) => {
        const amount = `${whole}.${String(cents).padStart(2, '0')}`
        const read = es.money(amount, { bare: true }).replaceAll('.', '').replace(',', '.').replace('−', '-')
        expect(read).toBe(amount)
      }),
    )
  })
})

test('a converted amount is marked as such; ledger amounts stay in euros', () => {
  const dollars = { code: 'USD', perEuro: '1.0825', validFrom: '2026-01-01' }
  const shown = formatFor('spanish', 'Europe/Madrid', dollars)
  expect(shown.money('-1234.50')).toBe(`≈${nbsp}−1.336,35${nbsp}USD`)
  expect(shown.money('0.00', { zero: 'dash' })).toBe('–')
  expect(shown.money('1234.50', { euros: true })).toBe(`1.234,50${nbsp}€`)
  expect(formatFor('english', 'Europe/Madrid', dollars).money('1000.00')).toBe(`≈${nbsp}1,082.50${nbsp}USD`)
})

test('a decimal keeps its digits', () => {
  expect(es.decimal('1234.0825')).toBe('1.234,0825')
  expect(es.decimal('-0.5')).toBe('−0,5')
})

test('a day is formatted as text, whatever the time zone of the machine', () => {
  expect(es.date('2026-02-28')).toBe('28/02/2026')
  expect(es.date(null)).toBe('–')
})

test('an instant is shown in the time zone of the prefix', () => {
  expect(es.dateTime('2026-07-01T22:30:00Z')).toBe('02/07/2026 00:30')
  expect(formatFor('mexican', 'America/Mexico_City').dateTime('2026-07-01T22:30:00Z')).toBe('01/07/2026 16:30')
})

test('a rate shows two decimals, and more when it has them', () => {
  expect(es.rate('5.000000')).toBe(`5,00${nbsp}%`)
  expect(es.rate('5.125000')).toBe(`5,125${nbsp}%`)
  expect(es.rate('-0.250000')).toBe(`−0,25${nbsp}%`)
  expect(formatFor('english', 'Europe/Madrid').rate('5.250000')).toBe('5.25%')
  expect(es.rate('0.000000')).toBe(`0,00${nbsp}%`)
  expect(es.rate('0.000000', { zero: 'dash' })).toBe('–')
})

test('counts are grouped', () => {
  expect(es.number(5369)).toBe('5.369')
  expect(es.number(-12)).toBe('−12')
})

test('relative times are shown in words', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(es.relative('2026-11-20T12:00:00Z', now)).toBe('ayer')
  expect(es.relative('2026-11-21T15:00:00Z', now)).toBe('dentro de 3 horas')
})

test('a phone number is grouped by its country; unknown countries stay unchanged', () => {
  expect(phoneText('+34725799973')).toBe('+34 725 799 973'.replaceAll(' ', nbsp))
  expect(phoneText('+351912345678')).toBe('+351 912 345 678'.replaceAll(' ', nbsp))
  expect(phoneText('+525512345678')).toBe('+52 55 1234 5678'.replaceAll(' ', nbsp))
  expect(phoneText('+442079460000')).toBe('+442079460000')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFormatters, formatPhone } from './format.ts'

const spanishFormat = createFormatters('spanish', 'Europe/Madrid')
const nonBreakingSpace = '\u00a0'

describe('money', () => {
  test('money is grouped with two digits and its currency, in each language', () => {
    expect(spanishFormat.money('1234567.89')).toBe(`1.234.567,89${nonBreakingSpace}€`)
    expect(createFormatters('portuguese', 'Europe/Lisbon').money('1234.50')).toBe(
      `1${nonBreakingSpace}234,50${nonBreakingSpace}€`,
    )
    expect(createFormatters('english', 'Europe/Madrid').money('-1234.50')).toBe('−€1,234.50')
    expect(createFormatters('mexican', 'America/Mexico_City').money('999.00')).toBe('€999.00')
  })

  test('money of four digits is grouped too', () => {
    expect(spanishFormat.money('1000.00')).toBe(`1.000,00${nonBreakingSpace}€`)
  })

  test('money shows a true minus, and none before zero', () => {
    expect(spanishFormat.money('-0.01')).toBe(`−0,01${nonBreakingSpace}€`)
    expect(spanishFormat.money('-0.00')).toBe(`0,00${nonBreakingSpace}€`)
  })

  test('money shows zero as a dash on request, and missing values always', () => {
    expect(spanishFormat.money('0.00', { zero: 'dash' })).toBe('–')
    expect(spanishFormat.money('0.00')).toBe(`0,00${nonBreakingSpace}€`)
    expect(spanishFormat.money(null)).toBe('–')
  })

  test('money keeps every digit of amounts that a float would round', () => {
    expect(spanishFormat.money('9007199254740993.01')).toBe(`9.007.199.254.740.993,01${nonBreakingSpace}€`)
    const amounts = fc.tuple(fc.bigInt(-(10n ** 16n) + 1n, 10n ** 16n - 1n), fc.integer({ min: 0, max: 99 }))
    fc.assert(
      fc.property(amounts, ([whole, cents]) => {
        const amount = `${whole}.${String(cents).padStart(2, '0')}`
        const read = spanishFormat
          .money(amount, { withoutCurrency: true })
          .replaceAll('.', '')
          .replace(',', '.')
          .replace('−', '-')
        expect(read).toBe(amount)
      }),
    )
  })
})

test('a converted amount is marked as such; ledger amounts stay in euros', () => {
  const dollars = { code: 'USD', perEuro: '1.0825', validFrom: '2026-01-01' }
  const shown = createFormatters('spanish', 'Europe/Madrid', dollars)
  expect(shown.money('-1234.50')).toBe(`≈${nonBreakingSpace}−1.336,35${nonBreakingSpace}USD`)
  expect(shown.money('0.00', { zero: 'dash' })).toBe('–')
  expect(shown.money('1234.50', { euros: true })).toBe(`1.234,50${nonBreakingSpace}€`)
  expect(createFormatters('english', 'Europe/Madrid', dollars).money('1000.00')).toBe(
    `≈${nonBreakingSpace}1,082.50${nonBreakingSpace}USD`,
  )
})

test('a decimal keeps its digits', () => {
  expect(spanishFormat.decimal('1234.0825')).toBe('1.234,0825')
  expect(spanishFormat.decimal('-0.5')).toBe('−0,5')
})

test('a day is formatted as text, whatever the time zone of the machine', () => {
  expect(spanishFormat.date('2026-02-28')).toBe('28/02/2026')
  expect(spanishFormat.date(null)).toBe('–')
})

test('an instant is shown in the time zone of the prefix', () => {
  expect(spanishFormat.dateTime('2026-07-01T22:30:00Z')).toBe('02/07/2026 00:30')
  expect(createFormatters('mexican', 'America/Mexico_City').dateTime('2026-07-01T22:30:00Z')).toBe('01/07/2026 16:30')
})

test('a share keeps its digits, and has no space in English', () => {
  expect(spanishFormat.percent('-2.4')).toBe('−2,4 %')
  expect(createFormatters('english', 'Europe/Madrid').percent('31.2')).toBe('31.2%')
})

test('a rate shows two decimals, and more when it has them', () => {
  expect(spanishFormat.rate('5.000000')).toBe(`5,00${nonBreakingSpace}%`)
  expect(spanishFormat.rate('5.125000')).toBe(`5,125${nonBreakingSpace}%`)
  expect(spanishFormat.rate('-0.250000')).toBe(`−0,25${nonBreakingSpace}%`)
  expect(createFormatters('english', 'Europe/Madrid').rate('5.250000')).toBe('5.25%')
  expect(spanishFormat.rate('0.000000')).toBe(`0,00${nonBreakingSpace}%`)
  expect(spanishFormat.rate('0.000000', { zero: 'dash' })).toBe('–')
})

test('counts are grouped', () => {
  expect(spanishFormat.number(5369)).toBe('5.369')
  expect(spanishFormat.number(-12)).toBe('−12')
})

test('relative times are shown in words', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(spanishFormat.relative('2026-11-20T12:00:00Z', now)).toBe('ayer')
  expect(spanishFormat.relative('2026-11-21T15:00:00Z', now)).toBe('dentro de 3 horas')
})

test('a phone number is grouped by its country; unknown countries stay unchanged', () => {
  expect(formatPhone('+34725799973')).toBe('+34 725 799 973'.replaceAll(' ', nonBreakingSpace))
  expect(formatPhone('+351912345678')).toBe('+351 912 345 678'.replaceAll(' ', nonBreakingSpace))
  expect(formatPhone('+525512345678')).toBe('+52 55 1234 5678'.replaceAll(' ', nonBreakingSpace))
  expect(formatPhone('+442079460000')).toBe('+442079460000')
})

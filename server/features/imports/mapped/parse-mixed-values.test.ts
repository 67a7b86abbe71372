import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDay, toDayNumber, toIsoDate } from '#rules/calendar.ts'
import { parseMixedAmount, parseMixedDate } from './parse-mixed-values.ts'
import { FieldFaultError } from './parse-values.ts'

const readOrFault = <T>(read: () => T): T | string => {
  try {
    return read()
  } catch (error) {
    if (error instanceof FieldFaultError) return error.fault
    throw error
  }
}

describe('dates written in several ways', () => {
  const range = { from: '1966-01-01', to: '2026-06-15' }
  const read = (text: string, dates: 'dmy' | 'mdy' | 'ymd' = 'dmy') =>
    readOrFault(() => parseMixedDate(text, { dates }, range))

  test.each([
    ['03/02/2024', '2024-02-03'],
    ['2024-02-03', '2024-02-03'],
    ['2024/2/3 10:15', '2024-02-03'],
    ['45325', '2024-02-03'],
    ['3.2.24', '2024-02-03'],
    ['15/06/98', '1998-06-15'],
    ['1 de agosto de 1967', '1967-08-01'],
    ['9-sep-2000', '2000-09-09'],
    ['9-Sept.-98', '1998-09-09'],
    ['3 março 2001', '2001-03-03'],
    ['30 de febrero de 2001', 'date'],
    ['9-xyz-2000', 'date'],
    ['01/01/66', '1966-01-01'],
    ['31/12/65', 'century'],
    ['29/02/23', 'century'],
    ['30/02/2024', 'date'],
    ['2024', 'date'],
    ['mañana', 'date'],
    ['03/13/2024', 'date'],
  ])('%s becomes %s', (text, result) => {
    expect(read(text)).toBe(result)
  })

  test('a year of two figures is refused where both centuries are possible', () => {
    const longRange = { from: '1916-01-01', to: '2026-06-15' }
    expect(readOrFault(() => parseMixedDate('05/03/20', { dates: 'dmy' }, longRange))).toBe('century')
    expect(readOrFault(() => parseMixedDate('05/03/30', { dates: 'dmy' }, longRange))).toBe('1930-03-05')
  })

  test('any day reads the same in every way of writing it', () => {
    const anyDay = fc.integer({ min: toDayNumber(1967, 1, 1), max: parseDay('2026-06-15') }).map(toIsoDate)
    fc.assert(
      fc.property(anyDay, (day) => {
        const [year, month, date] = day.split('-') as [string, string, string]
        const serial = String(parseDay(day) - toDayNumber(1899, 12, 30))
        const written = [
          day,
          `${date}/${month}/${year}`,
          `${Number(date)}.${Number(month)}.${year}`,
          `${date}-${month}-${year.slice(2)}`,
          serial,
        ]
        expect(written.map((text) => read(text))).toEqual(written.map(() => day))
        expect(read(`${month}/${date}/${year}`, 'mdy')).toBe(day)
      }),
    )
  })
})

describe('amounts written in several ways', () => {
  test.each([
    ['1.234,56', ',', '1234.56'],
    ['1,234.56', ',', '1234.56'],
    ['1234.5', ',', '1234.50'],
    ['1234,5', '.', '1234.50'],
    ['1.234', ',', '1234.00'],
    ['1,234', '.', '1234.00'],
    ['1.234', '.', 'amount'],
    ['1.234.567', '.', 'amount'],
    ['12,34.5', ',', 'amount'],
    ['1 234,56 €', '.', '1234.56'],
  ] as const)('%s in a file with %s is %s', (text, decimal, result) => {
    expect(readOrFault(() => parseMixedAmount(text, { decimal }))).toBe(result)
  })

  test('an amount with its cents reads the same in Spanish and English notation', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999n }), fc.constantFrom(',', '.'), (cents, decimal) => {
        const whole = (cents / 100n).toString()
        const part = (cents % 100n).toString().padStart(2, '0')
        const grouped = (sign: string) => whole.replace(/\B(?=(\d{3})+$)/g, sign)
        for (const text of [
          `${grouped('.')},${part}`,
          `${grouped(',')}.${part}`,
          `${whole},${part}`,
          `${whole}.${part}`,
        ])
          expect(parseMixedAmount(text, { decimal })).toBe(`${whole}.${part}`)
      }),
    )
  })
})

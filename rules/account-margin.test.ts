import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayCounts } from '#contract/products.ts'
import { calculateAccountMargin, findTransferRate, type MarginFacts } from '#rules/account-margin.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { calculateAccruedInterest } from '#rules/interest.ts'
import { toCents } from './cents.ts'

const facts: MarginFacts = {
  terms: { basis: 'ACT/365F', rate: '2', bonusRate: '0.5', openedOn: '2025-01-01', expiresOn: null },
  accrues: true,
  moves: [{ on: '2025-01-01', amount: '36500.00' }],
  transferRates: [{ termMonths: 0, validFrom: '2020-01-01', rate: '4' }],
  termMonths: 0,
  directCosts: [],
  movementDays: [],
}

describe('margin of an account', () => {
  test('a margin is the balance by its days and the difference of rates', () => {
    // 36,500 at 4 % earn 4.00 a day; the client gets 2.50 of it.
    expect(calculateAccountMargin(facts, '2025-02-01', '2025-02-10')).toMatchObject({
      averageBalance: '36500.00',
      transferIncome: '40.00',
      interest: '25.00',
      margin: '15.00',
      marginShare: '0.04',
      stretches: [{ from: '2025-02-01', to: '2025-02-11', days: 10, transferRate: '4', transferIncome: '40.00000000' }],
    })
  })

  test('a margin ends with the term, and needs a rate on each day', () => {
    const directCosts: MarginFacts['directCosts'] = [{ kind: 'account_year', validFrom: '2020-01-01', amount: '36.50' }]
    const ended = { ...facts, directCosts, terms: { ...facts.terms, expiresOn: '2025-02-06' } }
    expect(calculateAccountMargin(ended, '2025-02-01', '2025-02-10')).toMatchObject({
      averageBalance: '18250.00',
      transferIncome: '20.00',
      costs: '0.50',
    })
    const late = { ...facts, transferRates: [{ termMonths: 0, validFrom: '2025-02-10', rate: '4' }] }
    expect(calculateAccountMargin(late, '2025-02-01', '2025-02-10')).toMatchObject({
      transferIncome: null,
      margin: null,
      marginShare: null,
      interest: '25.00',
      unratedDays: 9,
    })
    expect(calculateAccountMargin({ ...late, moves: [] }, '2025-02-01', '2025-02-10')).toMatchObject({ margin: '0.00' })
  })

  test('a margin is negative where money is worth less than it is paid', () => {
    const dear = { ...facts, transferRates: [{ termMonths: 0, validFrom: '2020-01-01', rate: '1' }] }
    expect(calculateAccountMargin(dear, '2025-01-01', '2025-12-31')).toMatchObject({
      margin: '-547.50',
      marginShare: '-1.50',
    })
  })

  test('takes off costs by day and by movement, as they held then', () => {
    const costs: MarginFacts['directCosts'] = [
      { kind: 'account_year', validFrom: '2020-01-01', amount: '36.50' },
      { kind: 'account_year', validFrom: '2025-02-06', amount: '73.00' },
      { kind: 'movement', validFrom: '2025-02-03', amount: '0.30' },
    ]
    const movementDays = ['2025-02-02', '2025-02-03', '2025-02-03', '2025-02-11']
    const result = calculateAccountMargin({ ...facts, directCosts: costs, movementDays }, '2025-02-01', '2025-02-10')
    expect(result).toMatchObject({ costs: '2.10', margin: '12.90' })
    expect(result.costLines.map(({ kind, count, cost }) => [kind, count, cost])).toEqual([
      ['account_year', 5, '0.50000000'],
      ['account_year', 5, '1.00000000'],
      ['movement', 2, '0.60'],
    ])
  })
})

test('the rate of the own term goes before that of any term', () => {
  const rates = [
    { termMonths: 0, validFrom: '2024-01-01', rate: '1' },
    { termMonths: 12, validFrom: '2025-01-01', rate: '2' },
    { termMonths: 0, validFrom: '2026-01-01', rate: '3' },
  ]
  const rateOn = (term: number, day: string) => findTransferRate(rates, term, day)?.rate
  expect([rateOn(12, '2024-12-31'), rateOn(12, '2025-01-01'), rateOn(12, '2026-06-01')]).toEqual(['1', '2', '2'])
  expect([rateOn(24, '2025-06-01'), rateOn(0, '2026-01-01'), rateOn(0, '2023-12-31')]).toEqual(['1', '3', undefined])
})

const dayArbitrary = fc.integer({ min: 0, max: 900 }).map((days) => toIsoDate(parseDay('2024-01-01') + days))
const factsArbitrary = fc.record({
  basis: fc.constantFrom(...dayCounts),
  moves: fc.array(fc.record({ on: dayArbitrary, cents: fc.integer({ min: -500_000, max: 3_000_000 }) }), {
    maxLength: 6,
  }),
  rate: fc.constantFrom('0', '3.999999', '12.5'),
})

test('income of one rate is what the interest engine gives for it', () => {
  fc.assert(
    fc.property(factsArbitrary, dayArbitrary, ({ basis, moves, rate }, day) => {
      const terms = { basis, rate: '1', bonusRate: '0', openedOn: '2024-01-01', expiresOn: null }
      const made = moves.map(({ on, cents }) => ({ on, amount: (cents / 100).toFixed(2) }))
      const given = { ...facts, terms, moves: made, transferRates: [{ termMonths: 0, validFrom: '2000-01-01', rate }] }
      const { transferIncome } = calculateAccountMargin(given, '2024-01-01', day)
      const next = toIsoDate(parseDay(day) + 1)
      expect(transferIncome).toBe(calculateAccruedInterest({ ...terms, rate }, made, next).interest)
    }),
  )
})

test('a split range earns what the whole one does, to a cent', () => {
  fc.assert(
    fc.property(factsArbitrary, dayArbitrary, ({ basis, moves, rate }, cut) => {
      const terms = { basis, rate: '2.5', bonusRate: '0.333333', openedOn: '2024-01-01', expiresOn: null }
      const made = moves.map(({ on, cents }) => ({ on, amount: (cents / 100).toFixed(2) }))
      const given = { ...facts, terms, moves: made, transferRates: [{ termMonths: 0, validFrom: '2000-01-01', rate }] }
      const whole = calculateAccountMargin(given, '2024-01-01', '2026-12-31')
      const first = calculateAccountMargin(given, '2024-01-01', cut)
      const rest = calculateAccountMargin(given, toIsoDate(parseDay(cut) + 1), '2026-12-31')
      expect(toCents(first.interest) + toCents(rest.interest)).toBe(toCents(whole.interest))
      const difference = toCents(first.transferIncome!) + toCents(rest.transferIncome!) - toCents(whole.transferIncome!)
      expect([-1n, 0n, 1n]).toContain(difference)
    }),
  )
})

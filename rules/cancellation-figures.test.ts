import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import {
  type CancellationAccount,
  calculateCancellation,
  calculatePartialPenalty,
  calculatePenalisedRate,
  calculatePenaltyBasis,
  projectCancellationAccount,
} from './cancellation-figures.ts'
import { centsToAmount, toCents } from './cents.ts'
import type { TaxableHolder, WithholdingLaw } from './withholding.ts'

const baseWithholdingRule = {
  payer: 'any',
  payee: 'any',
  region: 'any',
  validFrom: '2016-01-01',
  source: 'Ley 35/2006',
} as const
const spanishLaw: WithholdingLaw = {
  country: 'ES',
  payer: 'other',
  rules: [{ ...baseWithholdingRule, rate: '19.000000', basis: 'interest' }],
}
const mexicanLaw: WithholdingLaw = {
  country: 'MX',
  payer: 'bank',
  rules: [{ ...baseWithholdingRule, rate: '0.500000', basis: 'capital' }],
}
const soleHolder: TaxableHolder[] = [{ clientId: '1', kind: 'person', regions: ['ES'], share: 1_000_000n }]

/** 100,000.00 at 5 % from the end of January, 2 points off for whoever leaves early. */
const buildCancellationAccount = (
  some: Partial<Omit<CancellationAccount, 'terms'>> & { terms?: Partial<CancellationAccount['terms']> } = {},
): CancellationAccount => ({
  accrues: true,
  penaltyPoints: '2.000000',
  moves: [{ on: '2026-01-31', amount: '100000.00' }],
  capital: 10_000_000n,
  posted: { interest: 0n, bonus: 0n },
  charged: 0n,
  since: '2026-01-31',
  holders: soleHolder,
  ...some,
  terms: {
    basis: 'ACT/365F',
    rate: '5.000000',
    bonusRate: '0.000000',
    openedOn: '2026-01-31',
    expiresOn: '2027-01-31',
    ...some.terms,
  },
})
const formatCancellation = (account: CancellationAccount, on = '2026-07-31', law = spanishLaw) => {
  const figures = calculateCancellation(account, law, on)!
  const { interest, bonus, due, penalty, taxable, withheld, net } = figures
  const money = { interest, bonus, due, penalty, taxable, withheld: withheld.total, net }
  return Object.fromEntries(Object.entries(money).map(([key, cents]) => [key, centsToAmount(cents)]))
}

describe('early leaving', () => {
  // By hand, over 181 days: 5 % = 2,479.45; 3 % = 1,487.67; the difference 991.78; 19 % of the 1,487.67 that are paid = 282.66.
  test("leaving early costs the penalty points' interest, and the rest is taxed", () => {
    expect(formatCancellation(buildCancellationAccount())).toEqual({
      interest: '2479.45',
      bonus: '0.00',
      due: '2479.45',
      penalty: '991.78',
      taxable: '1487.67',
      withheld: '282.66',
      net: '101205.01',
    })
  })

  // 991.78 less the 100.00 of a part that left before; 19 % of the 1,587.67 that are paid = 301.66.
  test('leaving early costs only what parts that left before have not paid', () => {
    expect(formatCancellation(buildCancellationAccount({ charged: 10_000n }))).toMatchObject({
      penalty: '891.78',
      taxable: '1587.67',
      withheld: '301.66',
      net: '101286.01',
    })
  })

  // By hand, over the 59 days to 31 March: 5 % of 100,000.00 = 808.22, paid out on 2 and 31 March.
  test('an account with a term pays its payouts until its cancellation', () => {
    const account = buildCancellationAccount()
    const monthly = { payout: 'monthly', earnsUntilPaid: false, capitalised: false } as const
    const projected = projectCancellationAccount(account, monthly, spanishLaw, '2026-04-15')
    expect(projected).toMatchObject({
      since: '2026-03-31',
      capital: 10_000_000n,
      posted: { interest: 80_822n, bonus: 0n },
    })
    expect(projectCancellationAccount(account, monthly, spanishLaw, '2026-02-15')).toEqual(account)
    // Who leaves on the day of a payout has been paid by the night before.
    expect(projectCancellationAccount(account, monthly, spanishLaw, '2026-03-31')).toEqual(projected)
    // The payout of the last day is the maturity's own.
    const due = projectCancellationAccount(account, monthly, spanishLaw, '2027-02-15')
    expect(due.since).toBe('2026-12-31')
  })

  test.each([
    ['ACT/360', '2513.89', '1005.56'],
    ['30E/360', '2500.00', '1000.00'],
    ['ACT/ACT ISDA', '2479.45', '991.78'],
  ] as const)('counts the penalty by %s as the interest', (basis, interest, penalty) => {
    expect(formatCancellation(buildCancellationAccount({ terms: { basis } }))).toMatchObject({ interest, penalty })
  })

  test('the penalty never exceeds the interest earned at the rate and spares extra interest', () => {
    expect(calculatePenalisedRate('1.500000', '2.000000')).toBe('0.000000')
    const poor = buildCancellationAccount({ terms: { rate: '1.500000', bonusRate: '0.500000' } })
    // 743.84 at 1.5 %, 247.95 extra: all of the first is taken.
    expect(formatCancellation(poor)).toMatchObject({
      interest: '743.84',
      bonus: '247.95',
      penalty: '743.84',
      taxable: '247.95',
    })
  })

  // 2,054.79 were paid out up to the end of June, taxed then; 31 days are due: 424.66. The penalty takes those and 567.12 of the capital.
  test('takes back interest already paid out and leaves its tax unchanged', () => {
    const paid = buildCancellationAccount({ posted: { interest: 205_479n, bonus: 0n }, since: '2026-06-30' })
    expect(formatCancellation(paid)).toMatchObject({
      due: '424.66',
      penalty: '991.78',
      taxable: '0.00',
      withheld: '0.00',
      net: '99432.88',
    })
  })

  test('limits the penalty to the remaining money, so an emptied account nets zero', () => {
    const emptied = buildCancellationAccount({
      moves: [
        { on: '2026-01-31', amount: '100000.00' },
        { on: '2026-07-30', amount: '-99999.00' },
      ],
      capital: 100n,
      posted: { interest: 240_000n, bonus: 0n },
    })
    const figures = calculateCancellation(emptied, spanishLaw, '2026-07-31')!
    expect(figures).toMatchObject({ limited: true, net: 0n })
    expect(figures.penalty).toBe(100n + figures.due)
  })

  test('leaving on the opening day costs nothing', () => {
    expect(formatCancellation(buildCancellationAccount(), '2026-01-31')).toMatchObject({
      interest: '0.00',
      penalty: '0.00',
      net: '100000.00',
    })
  })

  test('leaving an account without interest returns its capital', () => {
    expect(formatCancellation(buildCancellationAccount({ accrues: false }))).toMatchObject({
      penalty: '0.00',
      withheld: '0.00',
      net: '100000.00',
    })
  })

  // 0.5 % a year of 100,000.00 over 181 days, whatever the penalty leaves of the interest.
  test('leaving under a capital tax withholds for the days held', () => {
    expect(formatCancellation(buildCancellationAccount(), '2026-07-31', mexicanLaw)).toMatchObject({
      penalty: '991.78',
      withheld: '247.95',
    })
  })
})

const centsArbitrary = fc.integer({ min: 0, max: 50_000_000 }).map(BigInt)
const accountArbitrary = fc
  .record({
    basis: fc.constantFrom('ACT/365F', 'ACT/360', '30E/360', 'ACT/ACT ISDA'),
    rate: fc.integer({ min: 0, max: 12_000_000 }),
    bonus: fc.integer({ min: 0, max: 1_000_000 }),
    points: fc.integer({ min: 0, max: 9_000_000 }),
    days: fc.integer({ min: 0, max: 1500 }),
    first: fc.integer({ min: 1, max: 500_000_00 }),
    later: fc.array(
      fc.record({ after: fc.integer({ min: 0, max: 1500 }), cents: fc.integer({ min: -20_000_00, max: 20_000_00 }) }),
      {
        maxLength: 5,
      },
    ),
    capital: centsArbitrary,
    paidShare: fc.integer({ min: 0, max: 100 }),
    law: fc.constantFrom(spanishLaw, mexicanLaw),
  })
  .map(({ basis, rate, bonus, points, days, first, later, capital, paidShare, law }) => {
    const rateOf = (micros: number) => (micros / 1e6).toFixed(6)
    const opened = parseDay('2024-02-29')
    const of = buildCancellationAccount({
      terms: { basis, rate: rateOf(rate), bonusRate: rateOf(bonus), openedOn: '2024-02-29', expiresOn: null },
      penaltyPoints: rateOf(points),
      moves: [
        { on: '2024-02-29', amount: centsToAmount(BigInt(first)) },
        ...later.map((move) => ({ on: toIsoDate(opened + move.after), amount: centsToAmount(BigInt(move.cents)) })),
      ],
      capital,
      since: '2024-02-29',
    })
    const on = toIsoDate(opened + days)
    const earned = toCents(calculatePenaltyBasis(of, on).contract.interest)
    return { law, on, of: { ...of, posted: { interest: (earned * BigInt(paidShare)) / 100n, bonus: 0n } } }
  })

test('leaving figures of any account are consistent, never negative, and sum to the penalty', () => {
  fc.assert(
    fc.property(accountArbitrary, ({ of, on, law }) => {
      const figures = calculateCancellation(of, law, on)
      if (!figures) return
      const { interest, bonus, due, penalty, limited, taxable, withheld, net } = figures
      expect(due).toBe(interest + bonus - of.posted.interest - of.posted.bonus)
      expect(net).toBe(of.capital + due - penalty - withheld.total)
      for (const figure of [penalty, taxable, net]) expect(figure >= 0n).toBe(true)
      expect(penalty <= interest + bonus).toBe(true)
      expect(withheld.parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(withheld.total)
      const { contract, penalised } = calculatePenaltyBasis(of, on)
      expect(penalised.lines.map(({ from, to, capital }) => [from, to, capital])).toEqual(
        contract.lines.map(({ from, to, capital }) => [from, to, capital]),
      )
      const exact = (lines: typeof contract.lines) =>
        lines.reduce((sum, line) => sum + BigInt(line.interest.replace('.', '')), 0n)
      const byLines = exact(contract.lines) - exact(penalised.lines)
      // Two sums, each rounded to the cent.
      const apart = byLines - penalty * 1_000_000n
      if (!limited) expect(apart <= 1_100_000n && apart >= -1_100_000n).toBe(true)
    }),
    { numRuns: 400 },
  )
})

describe('partial penalty', () => {
  const on = '2026-07-31'
  // 181 days at 2 points of 100,000.00: 991.78.
  test('charges a part its share of the full penalty, rounded to cents', () => {
    expect(calculatePartialPenalty(buildCancellationAccount(), on, 10_000_000n)).toBe(99_178n)
    expect(calculatePartialPenalty(buildCancellationAccount(), on, 1_000_000n)).toBe(9_918n)
  })

  test('charges at least one cent on a small part', () => {
    expect(calculatePartialPenalty(buildCancellationAccount(), on, 48n)).toBe(1n)
    expect(calculatePartialPenalty(buildCancellationAccount(), on, 1n)).toBe(1n)
  })

  test('charges nothing on a part when leaving costs nothing', () => {
    expect(calculatePartialPenalty(buildCancellationAccount({ penaltyPoints: '0.000000' }), on, 48n)).toBe(0n)
    expect(calculatePartialPenalty(buildCancellationAccount({ charged: 99_178n }), on, 48n)).toBe(0n)
  })
})

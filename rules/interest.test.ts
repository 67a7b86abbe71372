import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, isLeap, parseDay, shiftDay, toCivilDate, toIsoDate } from '#rules/calendar.ts'
import { type DayCount, toDayCountPosition } from './day-count.ts'
import {
  type CapitalMove,
  calculateAccruedInterest,
  calculateInterestFromKept,
  findNextPayoutDate,
  type InterestTerms,
} from './interest.ts'

const dayCounts: readonly DayCount[] = ['ACT/365F', 'ACT/360', '30E/360', 'ACT/ACT ISDA']
const buildTerms = (given: Partial<InterestTerms> = {}): InterestTerms => ({
  basis: 'ACT/365F',
  rate: '5.000000',
  bonusRate: '0.000000',
  openedOn: '2026-01-31',
  expiresOn: null,
  ...given,
})
const buildCapitalMove = (on: string, amount = '100000.00'): CapitalMove => ({ on, amount })

/** A day at a time, in floating point: slow, simple, and written another way. */
const calculateInterestDayByDay = (
  { basis, rate, openedOn, expiresOn }: InterestTerms,
  moves: readonly CapitalMove[],
  asOf: string,
): number => {
  const opened = parseDay(openedOn)
  const end = Math.min(parseDay(asOf), expiresOn ? parseDay(expiresOn) : Number.POSITIVE_INFINITY)
  let total = 0
  for (let day = opened; day < end; day++) {
    const capital = moves.reduce((sum, { on, amount }) => (parseDay(on) <= day ? sum + Number(amount) : sum), 0)
    if (capital <= 0) continue
    const today = toCivilDate(day)
    const next = toCivilDate(day + 1)
    const thirty = (one: ReturnType<typeof toCivilDate>) => one.year * 360 + one.month * 30 + Math.min(one.day, 30)
    const part = {
      'ACT/365F': 1 / 365,
      'ACT/360': 1 / 360,
      '30E/360': (thirty(next) - thirty(today)) / 360,
      'ACT/ACT ISDA': 1 / (isLeap(today.year) ? 366 : 365),
    }[basis]
    total += ((capital * Number(rate)) / 100) * part
  }
  return total
}

describe('interest earned by an account', () => {
  test.each([
    ['ACT/365F', '2026-01-31', '2026-07-31', '2479.45'],
    ['ACT/360', '2026-01-31', '2026-07-31', '2513.89'],
    ['30E/360', '2026-01-31', '2026-07-31', '2500.00'],
    ['ACT/365F', '2027-12-01', '2028-03-01', '1246.58'],
    ['ACT/ACT ISDA', '2027-12-01', '2028-03-01', '1244.33'],
  ] as const)('100,000.00 at 5 %% earns by %s from %s to %s: %s', (basis, openedOn, asOf, expected) => {
    expect(calculateAccruedInterest(buildTerms({ basis, openedOn }), [buildCapitalMove(openedOn)], asOf).interest).toBe(
      expected,
    )
  })

  test('counts the contribution day and leaves out the maturity day', () => {
    const year = buildTerms({ openedOn: '2026-03-01', expiresOn: '2026-03-11' })
    expect(calculateAccruedInterest(year, [buildCapitalMove('2026-03-01')], '2026-03-02').lines).toMatchObject([
      { days: 1, capital: '100000.00' },
    ])
    for (const asOf of ['2026-03-11', '2026-12-31'])
      expect(calculateAccruedInterest(year, [buildCapitalMove('2026-03-01')], asOf).lines).toMatchObject([
        { to: '2026-03-11', days: 10 },
      ])
    expect(calculateAccruedInterest(year, [buildCapitalMove('2026-03-01')], '2026-03-01')).toEqual({
      lines: [],
      interest: '0.00',
      bonus: '0.00',
    })
  })

  test('each contribution earns from its value date, and negative capital earns nothing', () => {
    const moves = [
      buildCapitalMove('2026-01-31', '1000.00'),
      buildCapitalMove('2026-02-10', '-1500.00'),
      buildCapitalMove('2026-02-20', '2500.00'),
    ]
    expect(calculateAccruedInterest(buildTerms({ rate: '3.65', bonusRate: '0.365' }), moves, '2026-03-02')).toEqual({
      lines: [
        {
          from: '2026-01-31',
          to: '2026-02-10',
          days: 10,
          capital: '1000.00',
          interest: '1.00000000',
          bonus: '0.10000000',
        },
        {
          from: '2026-02-20',
          to: '2026-03-02',
          days: 10,
          capital: '2000.00',
          interest: '2.00000000',
          bonus: '0.20000000',
        },
      ],
      interest: '3.00',
      bonus: '0.30',
    })
  })

  test("splits the interest lines by year when the year's length counts", () => {
    const { lines } = calculateAccruedInterest(
      buildTerms({ basis: 'ACT/ACT ISDA', openedOn: '2027-12-01' }),
      [buildCapitalMove('2027-12-01')],
      '2028-03-01',
    )
    expect(lines.map(({ from, to, days }) => [from, to, days])).toEqual([
      ['2027-12-01', '2028-01-01', 31],
      ['2028-01-01', '2028-03-01', 60],
    ])
  })

  const day = fc.integer({ min: parseDay('2018-01-01'), max: parseDay('2030-12-31') }).map(toIsoDate)
  const cents = fc.integer({ min: -5_000_000, max: 10_000_000 }).map((n) => (n / 100).toFixed(2))
  const moves = fc.array(fc.record({ on: day, amount: cents }), { maxLength: 8 })
  const rate = fc.integer({ min: 0, max: 12_000_000 }).map((n) => (n / 1e6).toFixed(6))

  test('agrees with a day-by-day reference under every day count', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...dayCounts),
        day,
        day,
        fc.option(day, { nil: null }),
        moves,
        rate,
        (basis, openedOn, asOf, expiresOn, some, percent) => {
          const given = buildTerms({ basis, openedOn, expiresOn, rate: percent })
          const { interest, lines } = calculateAccruedInterest(given, some, asOf)
          expect(Number(interest)).toBeCloseTo(calculateInterestDayByDay(given, some, asOf), 1)
          // The lines are the whole: their exact amounts come to the posted cent.
          const sum = lines.reduce((total, line) => total + BigInt(line.interest.replace('.', '')), 0n)
          expect(Math.abs(Number(sum) / 1e8 - Number(interest))).toBeLessThanOrEqual(0.005 + lines.length * 1e-8)
          expect(lines.every(({ from, to }) => from < to)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('interest before and after any cut day adds up to the whole', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...dayCounts),
        day,
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 1, max: 900 }),
        rate,
        (basis, openedOn, first, second, percent) => {
          const cut = shiftDay(openedOn, first)
          const end = toIsoDate(parseDay(openedOn) + first + second)
          const exact = (from: string, to: string): bigint =>
            calculateAccruedInterest(
              buildTerms({ basis, openedOn: from, rate: percent }),
              [buildCapitalMove(from, '123456.78')],
              to,
            ).lines.reduce((total, { interest }) => total + BigInt(interest.replace('.', '')), 0n)
          const apart = exact(openedOn, cut) + exact(cut, end)
          const whole = exact(openedOn, end)
          expect(Number(apart - whole) ** 2).toBeLessThanOrEqual(64)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('next payout of interest', () => {
  const plain = { earnsUntilPaid: false }
  test("the nth payout falls n months after opening, clipped to the month's end", () => {
    const days: (string | null)[] = []
    for (let after: string | null = '2026-01-31'; after && days.length < 4; after = days.at(-1) ?? null)
      days.push(
        findNextPayoutDate({ ...plain, openedOn: '2026-01-31', expiresOn: null, payout: 'monthly' }, 'ES', after),
      )
    expect(days).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  })

  test('pays at the maturity when earlier than the next payout, and never later', () => {
    const account = { ...plain, openedOn: '2026-01-15', expiresOn: '2026-07-10' }
    expect(findNextPayoutDate({ ...account, payout: 'quarterly' }, 'ES', '2026-01-15')).toBe('2026-04-15')
    expect(findNextPayoutDate({ ...account, payout: 'quarterly' }, 'ES', '2026-04-15')).toBe('2026-07-10')
    expect(findNextPayoutDate({ ...account, payout: 'at_maturity' }, 'ES', '2026-02-01')).toBe('2026-07-10')
    expect(findNextPayoutDate({ ...account, payout: 'quarterly' }, 'ES', '2026-07-10')).toBeNull()
  })

  test('joins the last payout with a maturity whose account earns until paid', () => {
    // The 2nd of September 2028 is a Saturday.
    const account = { openedOn: '2028-07-02', expiresOn: '2028-09-02', payout: 'monthly' } as const
    const until = { ...account, earnsUntilPaid: true }
    expect(findNextPayoutDate(until, 'ES', '2028-07-02')).toBe('2028-08-02')
    expect(findNextPayoutDate(until, 'ES', '2028-08-02')).toBe('2028-09-04')
    expect(findNextPayoutDate(until, 'ES', '2028-09-02')).toBe('2028-09-04')
    expect(findNextPayoutDate(until, 'ES', '2028-09-04')).toBeNull()
    expect(findNextPayoutDate({ ...account, ...plain }, 'ES', '2028-08-02')).toBe('2028-09-02')
  })

  test('the next payout falls after the given day and on the schedule', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: parseDay('2016-01-01'), max: parseDay('2030-12-31') }),
        fc.integer({ min: 0, max: 4000 }),
        fc.constantFrom(...(['monthly', 'quarterly', 'half_yearly', 'yearly'] as const)),
        (opened, passed, payout) => {
          const next = parseDay(
            findNextPayoutDate(
              { ...plain, openedOn: toIsoDate(opened), expiresOn: null, payout },
              'ES',
              toIsoDate(opened + passed),
            )!,
          )
          const step = { monthly: 1, quarterly: 3, half_yearly: 6, yearly: 12 }[payout]
          const schedule = Array.from({ length: 200 }, (_, n) => addMonths(opened, (n + 1) * step))
          expect(next).toBe(schedule.find((one) => one > opened + passed))
        },
      ),
    )
  })
})

describe('interest from kept figures', () => {
  /** Cents × parts of the year from the opening on, day by day, and the capital at the end: what the database keeps. */
  const keepEarnings = (basis: DayCount, openedOn: string, moves: readonly CapitalMove[]) => {
    const opened = parseDay(openedOn)
    const days = moves.map(({ on }) => Math.max(opened, parseDay(on)))
    const through = Math.max(opened, ...days)
    const toCapital = (day: number): bigint =>
      moves.reduce((sum, { amount }, n) => (days[n]! <= day ? sum + BigInt(amount.replace('.', '')) : sum), 0n)
    let parts = 0n
    for (let day = opened; day < through; day += 1) {
      const capital = toCapital(day)
      if (capital > 0n) parts += capital * BigInt(toDayCountPosition(basis, day + 1) - toDayCountPosition(basis, day))
    }
    const cents = toCapital(through)
    const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
    const capital = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
    return { through: toIsoDate(through), parts: String(parts), capital }
  }
  const anyDay = fc.integer({ min: parseDay('2019-01-01'), max: parseDay('2022-12-31') }).map(toIsoDate)
  const anyAmount = fc.integer({ min: -900_000, max: 2_000_000 }).map((n) => (n / 100).toFixed(2))

  test('earns to any day what all of the moves earn', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<DayCount>('ACT/365F', 'ACT/360', '30E/360', 'ACT/ACT ISDA'),
        anyDay,
        fc.array(fc.record({ on: anyDay, amount: anyAmount }), { maxLength: 8 }),
        anyDay,
        fc.option(fc.integer({ min: 0, max: 400 }), { nil: null }),
        (basis, openedOn, moves, asOf, term) => {
          const kept = keepEarnings(basis, openedOn, moves)
          const expiresOn = term === null ? null : shiftDay(kept.through, term)
          const terms = { basis, rate: '4.125000', bonusRate: '0.750000', openedOn, expiresOn }
          const later = moves.filter(({ on }) => on > asOf)
          const { interest, bonus } = calculateAccruedInterest(terms, moves, asOf)
          expect(calculateInterestFromKept(terms, kept, asOf, later)).toEqual({ interest, bonus })
        },
      ),
    )
  })
})

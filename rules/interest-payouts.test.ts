import { expect, test } from 'vitest'
import {
  applyPayout,
  buildPayoutJournals,
  calculateNetPayout,
  calculatePayout,
  type InterestAccount,
  type InterestPayout,
  sumCentDays,
} from './interest-payouts.ts'
import { ledgers } from './ledgers.ts'
import type { WithholdingLaw } from './withholding.ts'

const buildLaw = (basis: 'capital' | 'interest', rate: string): WithholdingLaw => ({
  country: 'ES',
  payer: 'bank',
  rules: [{ payer: 'any', payee: 'any', region: 'any', validFrom: '2020-01-01', rate, basis, source: 'a law' }],
})
/** 100,000.00 at 5 per cent by ACT/365F: 5,000.00 in the year 2026. */
const buildAccount = (given: Partial<InterestAccount> = {}): InterestAccount => ({
  terms: { basis: 'ACT/365F', rate: '5.000000', bonusRate: '0.000000', openedOn: '2026-01-01', expiresOn: null },
  capitalised: false,
  moves: [{ on: '2026-01-01', amount: '100000.00' }],
  posted: { interest: 0n, bonus: 0n },
  holders: [{ clientId: '1', kind: 'person', regions: ['ES'], share: 1_000_000n }],
  ...given,
})
const year = { on: '2027-01-01', since: '2026-01-01', bookedOn: '2027-01-01' }
const buildPayout = (given: Partial<InterestPayout>, total = 0n): InterestPayout => ({
  on: '2027-01-01',
  interest: 0n,
  bonus: 0n,
  withheld: { total, parts: [] },
  ...given,
})
const readJournals = (capitalised: boolean, payout: InterestPayout) =>
  buildPayoutJournals('9', capitalised, payout).map(({ kind, lines }) => [
    kind,
    ...lines.map(({ ledger, accountId, amount }) => `${ledger} ${accountId} ${amount}`),
  ])

test('pays what is earned and not posted, less what is withheld', () => {
  const payout = calculatePayout(
    buildAccount({ posted: { interest: 100_000n, bonus: 0n } }),
    buildLaw('interest', '19.000000'),
    year,
  )
  expect(payout).toMatchObject({ interest: 400_000n, bonus: 0n, withheld: { total: 76_000n } })
  expect(calculateNetPayout(payout!)).toBe(324_000n)
})

test('pays nothing where all that is earned is posted', () => {
  const account = buildAccount({ posted: { interest: 500_000n, bonus: 0n } })
  expect(calculatePayout(account, buildLaw('interest', '19.000000'), year)).toBeNull()
})

test('takes back too much that was capitalised, and never what was paid out', () => {
  const posted = { interest: 500_100n, bonus: 0n }
  const law = buildLaw('interest', '0.000000')
  expect(calculatePayout(buildAccount({ posted, capitalised: true }), law, year)).toMatchObject({ interest: -100n })
  expect(calculatePayout(buildAccount({ posted }), law, year)).toBeNull()
})

test('counts the capital of a withholding in cents and days since the payout before', () => {
  const line = { from: '2026-01-01', to: '2026-01-11', days: 10, capital: '2.00', interest: '0', bonus: '0' }
  expect(sumCentDays([line], '2026-01-01', '2027-01-01')).toBe(2_000n)
  expect(sumCentDays([line], '2026-01-06', '2026-01-08')).toBe(400n)
  expect(sumCentDays([line], '2026-01-11', '2027-01-01')).toBe(0n)
})

test('capital grows by a capitalised payout, and gives a tax above the interest', () => {
  const payout = buildPayout({ interest: 1_000n }, 1_200n)
  expect(applyPayout(buildAccount({ capitalised: true }), payout).moves.at(-1)).toEqual({
    on: '2027-01-01',
    amount: '-2.00',
  })
  const paidOut = applyPayout(buildAccount(), payout)
  expect(paidOut.moves.at(-1)).toEqual({ on: '2027-01-01', amount: '-2.00' })
  expect(paidOut.posted).toEqual({ interest: 1_000n, bonus: 0n })
  expect(applyPayout(buildAccount(), buildPayout({ interest: 1_000n }, 190n)).moves).toHaveLength(1)
})

test('posts interest, bonus and withholding as balanced journals of their own', () => {
  const { capital, payable, interestExpense, taxPayable } = ledgers
  const payout = buildPayout({ interest: 1_000n, bonus: 500n }, 285n)
  expect(readJournals(false, payout)).toEqual([
    ['interest', `${payable} 9 -10.00`, `${interestExpense} null 10.00`],
    ['bonus', `${payable} 9 -5.00`, `${interestExpense} null 5.00`],
    ['withholding', `${payable} 9 2.85`, `${taxPayable} null -2.85`],
  ])
  expect(readJournals(true, payout)[2]).toEqual(['withholding', `${capital} 9 2.85`, `${taxPayable} null -2.85`])
})

test('posts what comes in before interest that is taken back', () => {
  const kinds = readJournals(false, buildPayout({ interest: -100n, bonus: 500n })).map(([kind]) => kind)
  expect(kinds).toEqual(['bonus', 'interest'])
})

test('posts a tax above the interest against the capital', () => {
  const { capital, payable, taxPayable } = ledgers
  expect(readJournals(false, buildPayout({ interest: 1_000n }, 1_200n)).at(-1)).toEqual([
    'withholding',
    `${payable} 9 10.00`,
    `${capital} 9 2.00`,
    `${taxPayable} null -12.00`,
  ])
})

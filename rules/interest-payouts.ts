import type { payouts } from '#contract/products.ts'
import { parseDay } from '#rules/calendar.ts'
import { type JournalLine, ledgers } from '#rules/ledgers.ts'
import { centsOf, moneyOf } from './cents.ts'
import { type CapitalMove, earnedBy, type InterestLine, type Terms } from './interest.ts'
import { type Holder, type Law, type Withheld, withheldOn } from './withholding.ts'

/** When an account's interest is paid. */
export type PayoutPeriod = (typeof payouts)[number]

/** What is known of an account when its interest is posted. Amounts of `posted` in cents, before withholding. */
export type Earner = {
  terms: Terms
  capitalised: boolean
  moves: readonly CapitalMove[]
  posted: { interest: bigint; bonus: bigint }
  holders: readonly Holder[]
}

/** What a payout posts. All in cents; `interest` and `bonus` before withholding. */
export type Payout = { on: string; interest: bigint; bonus: bigint; withheld: Withheld }

/** Cents × days of a stretch: what a tax on capital is reckoned from. */
export const bulkOf = (lines: readonly InterestLine[], from: string, to: string): bigint =>
  lines.reduce((sum, line) => {
    const [first, last] = [line.from < from ? from : line.from, line.to > to ? to : line.to]
    return first < last ? sum + centsOf(line.capital) * BigInt(parseDay(last) - parseDay(first)) : sum
  }, 0n)

/**
 * What is to be posted so that everything earned up to a day is: nothing where it is posted already. `since` = the payout before; what is
 * withheld of capital is owed for the days since then. Too much that was posted is taken back from what stands in the account; what was
 * paid out can't be, and waits for the next payout.
 */
export const payoutOn = (
  { terms, capitalised, moves, posted, holders }: Earner,
  law: Law,
  { on, since, bookedOn }: { on: string; since: string; bookedOn: string },
): Payout | null => {
  const earned = earnedBy(terms, moves, on)
  const interest = centsOf(earned.interest) - posted.interest
  const bonus = centsOf(earned.bonus) - posted.bonus
  const gross = interest + bonus
  if (gross < 0n && !capitalised) return null
  if (interest === 0n && bonus === 0n) return null
  const withheld = withheldOn(law, holders, { on: bookedOn, gross, centDays: bulkOf(earned.lines, since, on) })
  return { on, interest, bonus, withheld }
}

/** What stays for the client. */
export const netOf = ({ interest, bonus, withheld }: Payout): bigint => interest + bonus - withheld.total

/** The account as it is when the payout is posted: what was capitalised earns from that day on. */
export const afterPayout = (earner: Earner, payout: Payout): Earner => ({
  ...earner,
  posted: {
    interest: earner.posted.interest + payout.interest,
    bonus: earner.posted.bonus + payout.bonus,
  },
  moves: earner.capitalised
    ? [...earner.moves, { on: payout.on, amount: moneyOf(netOf(payout)) }]
    : [...earner.moves, ...overOf(payout).map((amount) => ({ on: payout.on, amount: moneyOf(-amount) }))],
})

/** What a tax on capital takes beyond the interest that is paid out: the capital has to give it. */
const overOf = ({ interest, bonus, withheld }: Payout): bigint[] => {
  const over = withheld.total - interest - bonus
  return over > 0n ? [over] : []
}

type Booked = { kind: 'interest' | 'bonus' | 'withholding'; lines: JournalLine[] }

/** The journals of a payout, as the books have them: interest, bonus and withholding each by itself. */
export const journalsOf = (accountId: string, capitalised: boolean, payout: Payout): Booked[] => {
  const own = capitalised ? ledgers.capital : ledgers.payable
  const line = (ledger: number, amount: bigint): JournalLine => ({
    ledger,
    accountId: ledger === ledgers.capital || ledger === ledgers.payable ? accountId : null,
    amount: moneyOf(amount),
  })
  // What comes in goes before what is taken back: the payable is never below nothing in between.
  const kinds = payout.interest < 0n ? (['bonus', 'interest'] as const) : (['interest', 'bonus'] as const)
  const paid = kinds
    .filter((kind) => payout[kind] !== 0n)
    .map((kind) => ({ kind, lines: [line(own, -payout[kind]), line(ledgers.interestExpense, payout[kind])] }))
  const { total } = payout.withheld
  if (total === 0n) return paid
  const [over = 0n] = capitalised ? [] : overOf(payout)
  const taken = [line(own, total - over), line(ledgers.capital, over)].filter(({ amount }) => centsOf(amount) !== 0n)
  return [...paid, { kind: 'withholding', lines: [...taken, line(ledgers.taxPayable, -total)] }]
}

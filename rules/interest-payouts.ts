import type { payoutFrequencies } from '#contract/products.ts'
import { parseDay } from '#rules/calendar.ts'
import { type JournalLine, ledgers } from '#rules/ledgers.ts'
import { centsToAmount, toCents } from './cents.ts'
import { type CapitalMove, calculateAccruedInterest, type InterestLine, type InterestTerms } from './interest.ts'
import { calculateWithholding, type TaxableHolder, type WithholdingLaw, type WithholdingResult } from './withholding.ts'

/** When an account's interest is paid. */
export type PayoutPeriod = (typeof payoutFrequencies)[number]

/** What is known of an account when its interest is posted. Amounts of `posted` in cents, before withholding. */
export type InterestAccount = {
  terms: InterestTerms
  capitalised: boolean
  moves: readonly CapitalMove[]
  posted: { interest: bigint; bonus: bigint }
  holders: readonly TaxableHolder[]
}

/** What a payout posts. All in cents; `interest` and `bonus` before withholding. */
export type InterestPayout = { on: string; interest: bigint; bonus: bigint; withheld: WithholdingResult }

/** Cents × days of a stretch: what a tax on capital is reckoned from. */
export const sumCentDays = (lines: readonly InterestLine[], from: string, to: string): bigint =>
  lines.reduce((sum, line) => {
    const first = line.from < from ? from : line.from
    const last = line.to > to ? to : line.to
    return first < last ? sum + toCents(line.capital) * BigInt(parseDay(last) - parseDay(first)) : sum
  }, 0n)

/**
 * What is to be posted so that everything earned up to a day is: nothing where it is posted already. `since` = the payout before; what is
 * withheld of capital is owed for the days since then. Too much that was posted is taken back from what stands in the account; what was
 * paid out can't be, and waits for the next payout.
 */
export const calculatePayout = (
  { terms, capitalised, moves, posted, holders }: InterestAccount,
  law: WithholdingLaw,
  { on, since, bookedOn }: { on: string; since: string; bookedOn: string },
): InterestPayout | null => {
  const earned = calculateAccruedInterest(terms, moves, on)
  const interest = toCents(earned.interest) - posted.interest
  const bonus = toCents(earned.bonus) - posted.bonus
  const gross = interest + bonus
  if (gross < 0n && !capitalised) return null
  if (interest === 0n && bonus === 0n) return null
  const withheld = calculateWithholding(law, holders, {
    on: bookedOn,
    gross,
    centDays: sumCentDays(earned.lines, since, on),
  })
  return { on, interest, bonus, withheld }
}

/** What stays for the client. */
export const calculateNetPayout = ({ interest, bonus, withheld }: InterestPayout): bigint =>
  interest + bonus - withheld.total

/** The account as it is when the payout is posted: what was capitalised earns from that day on. */
export const applyPayout = (earner: InterestAccount, payout: InterestPayout): InterestAccount => ({
  ...earner,
  posted: {
    interest: earner.posted.interest + payout.interest,
    bonus: earner.posted.bonus + payout.bonus,
  },
  moves: earner.capitalised
    ? [...earner.moves, { on: payout.on, amount: centsToAmount(calculateNetPayout(payout)) }]
    : [
        ...earner.moves,
        ...calculateExcessWithholding(payout).map((amount) => ({ on: payout.on, amount: centsToAmount(-amount) })),
      ],
})

/** What a tax on capital takes beyond the interest that is paid out: the capital has to give it. */
const calculateExcessWithholding = ({ interest, bonus, withheld }: InterestPayout): bigint[] => {
  const over = withheld.total - interest - bonus
  return over > 0n ? [over] : []
}

type PayoutJournal = { kind: 'interest' | 'bonus' | 'withholding'; lines: JournalLine[] }

/** The journals of a payout, as the books have them: interest, bonus and withholding each by itself. */
export const buildPayoutJournals = (
  accountId: string,
  capitalised: boolean,
  payout: InterestPayout,
): PayoutJournal[] => {
  const own = capitalised ? ledgers.capital : ledgers.payable
  const line = (ledger: number, amount: bigint): JournalLine => ({
    ledger,
    accountId: ledger === ledgers.capital || ledger === ledgers.payable ? accountId : null,
    amount: centsToAmount(amount),
  })
  // What comes in goes before what is taken back: the payable is never below nothing in between.
  const kinds = payout.interest < 0n ? (['bonus', 'interest'] as const) : (['interest', 'bonus'] as const)
  const paid = kinds
    .filter((kind) => payout[kind] !== 0n)
    .map((kind) => ({ kind, lines: [line(own, -payout[kind]), line(ledgers.interestExpense, payout[kind])] }))
  const { total } = payout.withheld
  if (total === 0n) return paid
  const [over = 0n] = capitalised ? [] : calculateExcessWithholding(payout)
  const taken = [line(own, total - over), line(ledgers.capital, over)].filter(({ amount }) => toCents(amount) !== 0n)
  return [...paid, { kind: 'withholding', lines: [...taken, line(ledgers.taxPayable, -total)] }]
}

import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { nextBusinessDay } from '#rules/holidays.ts'
import { centsToAmount, toCents } from './cents.ts'
import { findNextPayoutDate, getAccrualEndDate, type InterestTerms } from './interest.ts'
import type { PayoutPeriod } from './interest-payouts.ts'
import { applyPayout, calculateNetPayout, calculatePayout, type InterestAccount } from './interest-payouts.ts'
import type { TaxableHolder, WithholdingLaw } from './withholding.ts'

/** What is agreed on an account. */
export type QuoteOffer = InterestTerms & {
  payout: PayoutPeriod
  capitalised: boolean
  accrues: boolean
  /** Of a maturity on a day without business: whether the days until it is paid earn. */
  earnsUntilPaid: boolean
  amount: string
}

/** One payment of interest. Money as decimal strings. */
export type QuotedPayout = {
  /** Up to this day the interest counts, which doesn't earn itself. */
  on: string
  /** When it is paid: the day itself, or the next one of business. */
  paidOn: string
  interest: string
  bonus: string
  withheld: string
  net: string
  /** What stands in the account then, before a maturity takes it out. */
  balanceAfter: string
}

export type Quote = {
  payouts: QuotedPayout[]
  interest: string
  bonus: string
  withheld: string
  net: string
  total: string
}

/** Without a term it goes on for ever: so many payments are shown. */
const openEndedQuoteMonths = 12

/**
 * Every payment of interest of an account that opens with the whole amount, as the posting will make it: each is what was earned by then less
 * what was paid before, so the last one makes up for all rounding. Interest that is capitalised earns on, net of what is withheld.
 * See docs/decisions/0044-pending-accounts.md
 */
export const calculateQuote = (offer: QuoteOffer, law: WithholdingLaw, holders: readonly TaxableHolder[]): Quote => {
  const { openedOn, amount, capitalised } = offer
  const terms = { ...offer, expiresOn: getAccrualEndDate(offer, law.country) }
  let earner: InterestAccount = {
    terms,
    capitalised,
    holders,
    moves: [{ on: openedOn, amount }],
    posted: { interest: 0n, bonus: 0n },
  }
  const payouts: QuotedPayout[] = []
  let withheld = 0n
  let since = openedOn
  const maxMonths = offer.expiresOn === null ? openEndedQuoteMonths : Number.MAX_SAFE_INTEGER
  for (
    let on = offer.accrues ? findNextPayoutDate(offer, law.country, openedOn) : null;
    on !== null && payouts.length < maxMonths;
    on = findNextPayoutDate(offer, law.country, on)
  ) {
    const paidOn = toIsoDate(nextBusinessDay(law.country, parseDay(on)))
    const paid = calculatePayout(earner, law, { on, since, bookedOn: paidOn })
    if (paid) {
      earner = applyPayout(earner, paid)
      withheld += paid.withheld.total
    }
    payouts.push({
      on,
      paidOn,
      interest: centsToAmount(paid?.interest ?? 0n),
      bonus: centsToAmount(paid?.bonus ?? 0n),
      withheld: centsToAmount(paid?.withheld.total ?? 0n),
      net: centsToAmount(paid ? calculateNetPayout(paid) : 0n),
      balanceAfter: centsToAmount(earner.moves.reduce((sum, move) => sum + toCents(move.amount), 0n)),
    })
    since = on
  }
  const { interest, bonus } = earner.posted
  const net = interest + bonus - withheld
  return {
    payouts,
    interest: centsToAmount(interest),
    bonus: centsToAmount(bonus),
    withheld: centsToAmount(withheld),
    net: centsToAmount(net),
    total: centsToAmount(toCents(amount) + net),
  }
}

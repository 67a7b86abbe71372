import { isoDay, parseDay } from '#rules/calendar.ts'
import { nextBusinessDay } from '#rules/holidays.ts'
import { centsOf, moneyOf } from './cents.ts'
import { earnsUntil, nextPayout, type Terms } from './interest.ts'
import type { PayoutPeriod } from './interest-payouts.ts'
import { afterPayout, type Earner, netOf, payoutOn } from './interest-payouts.ts'
import type { Holder, Law } from './withholding.ts'

/** What is agreed on an account. */
export type Offer = Terms & {
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
const withoutTerm = 12

/**
 * Every payment of interest of an account that opens with the whole amount, as the posting will make it: each is what was earned by then less
 * what was paid before, so the last one makes up for all rounding. Interest that is capitalised earns on, net of what is withheld.
 */
export const quoteOf = (offer: Offer, law: Law, holders: readonly Holder[]): Quote => {
  const { openedOn, amount, capitalised } = offer
  const terms = { ...offer, expiresOn: earnsUntil(offer, law.country) }
  let earner: Earner = {
    ...{ terms, capitalised, holders },
    moves: [{ on: openedOn, amount }],
    posted: { interest: 0n, bonus: 0n },
  }
  const payouts: QuotedPayout[] = []
  let [withheld, since] = [0n, openedOn]
  const most = offer.expiresOn === null ? withoutTerm : Number.MAX_SAFE_INTEGER
  for (
    let on = offer.accrues ? nextPayout(offer, law.country, openedOn) : null;
    on !== null && payouts.length < most;
    on = nextPayout(offer, law.country, on)
  ) {
    const paidOn = isoDay(nextBusinessDay(law.country, parseDay(on)))
    const paid = payoutOn(earner, law, { on, since, bookedOn: paidOn })
    if (paid) {
      earner = afterPayout(earner, paid)
      withheld += paid.withheld.total
    }
    payouts.push({
      on,
      paidOn,
      interest: moneyOf(paid?.interest ?? 0n),
      bonus: moneyOf(paid?.bonus ?? 0n),
      withheld: moneyOf(paid?.withheld.total ?? 0n),
      net: moneyOf(paid ? netOf(paid) : 0n),
      balanceAfter: moneyOf(earner.moves.reduce((sum, move) => sum + centsOf(move.amount), 0n)),
    })
    since = on
  }
  const { interest, bonus } = earner.posted
  const net = interest + bonus - withheld
  return {
    payouts,
    interest: moneyOf(interest),
    bonus: moneyOf(bonus),
    withheld: moneyOf(withheld),
    net: moneyOf(net),
    total: moneyOf(centsOf(amount) + net),
  }
}

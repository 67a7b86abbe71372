import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { isoDay, parseDay } from '#rules/calendar.ts'
import { moneyOf } from '#rules/cents.ts'
import { type CountryCode, nextBusinessDay } from '#rules/holidays.ts'
import { nextPayout } from '#rules/interest.ts'
import { afterPayout, journalsOf, netOf, type Payout, payoutOn } from '#rules/interest-payouts.ts'
import type { Law } from '#rules/withholding.ts'
import { refuse } from '#server/core/errors.ts'
import { orderPayment } from '#server/domain/payment-orders.ts'
import type { Journal } from '#server/domain/post-journal.ts'
import { postJournals } from '#server/domain/post-journals.ts'
import { type DueAccount, interestSource, lockEarners } from './earners.ts'
import { addSums, noSums, type RunSums } from './run-record.ts'

/** The days of payout after the one that was settled and up to a day; what falls on a day of rest is due on the next business day. */
export const dueDays = (
  { terms, payout, earnsUntilPaid, through }: DueAccount,
  day: string,
  country: CountryCode,
): string[] => {
  const schedule = { ...terms, payout, earnsUntilPaid }
  const days: string[] = []
  for (let on = nextPayout(schedule, country, through); on !== null; on = nextPayout(schedule, country, on)) {
    // The maturity's own run pays the last interest.
    if (terms.expiresOn !== null && on >= terms.expiresOn) break
    if (isoDay(nextBusinessDay(country, parseDay(on))) > day) break
    days.push(on)
  }
  return days
}

type Settled = { account: DueAccount; through: string; payouts: { payout: Payout; key: string }[] }

/** What an account is to be posted up to a day: each payout that is due, or else what a change of its past has made of the last one. */
const settle = (account: DueAccount, law: Law, day: string): Settled => {
  if (account.holders.length === 0) throw refuse('withholding.noHolder')
  const { id, terms, through, corrections } = account
  const days = dueDays(account, day, law.country)
  const keyOf = (on: string) => `interest:${id}:${on}`
  let earner = account as Parameters<typeof afterPayout>[0]
  let since = through
  const payouts: Settled['payouts'] = []
  const post = (on: string, key: string) => {
    const payout = payoutOn(earner, law, { on, since, bookedOn: day })
    if (payout) {
      payouts.push({ payout, key })
      earner = afterPayout(earner, payout)
    }
    since = on
  }
  for (const on of days) post(on, keyOf(on))
  if (days.length === 0 && through > terms.openedOn) post(through, `${keyOf(through)}:${corrections}`)
  return { account, through: since, payouts }
}

const partsOf = ({ account: { id }, payouts }: Settled, journalIds: readonly (string | null)[], bookedOn: string) =>
  payouts.flatMap(({ payout }, n) =>
    payout.withheld.parts.map(({ clientId, base, basis, rate, region, source, amount, country }) => ({
      ...{ accountId: id, clientId, journalId: journalIds[n] ?? null, bookedOn },
      ...{ base: moneyOf(base), basis, rate, region, source, amount: moneyOf(amount), country },
    })),
  )

const sumsOf = ({ payouts }: Settled, journals: number): RunSums => ({
  accounts: payouts.length > 0 ? 1 : 0,
  journals,
  interest: payouts.reduce((sum, { payout }) => sum + payout.interest, 0n),
  bonus: payouts.reduce((sum, { payout }) => sum + payout.bonus, 0n),
  withheld: payouts.reduce((sum, { payout }) => sum + payout.withheld.total, 0n),
})

const keepThrough = async (tx: Kysely<DB>, settled: readonly Settled[]): Promise<void> => {
  await sql`
    insert into interest_through (account_id, through)
    select * from unnest(${settled.map(({ account }) => account.id)}::bigint[], ${settled.map(({ through }) => through)}::date[])
    on conflict (account_id) do update set through = excluded.through where interest_through.through < excluded.through`.execute(
    tx,
  )
}

/** What was paid out is owed from now on: it leaves with the next batch of payments. */
const orderPayouts = async (
  tx: Kysely<DB>,
  settled: readonly Settled[],
  idOf: ReadonlyMap<string, string>,
  at: string,
): Promise<void> => {
  for (const { account, payouts } of settled)
    for (const { payout, key } of payouts) {
      const journalId = idOf.get(`${key}:interest`) ?? idOf.get(`${key}:bonus`)
      const net = netOf(payout)
      if (account.capitalised || net <= 0n || !journalId) continue
      await orderPayment(tx, { accountId: account.id, amount: moneyOf(net), kind: 'interest', journalId }, at)
    }
}

/**
 * Posts what is due on some accounts up to a business date: interest, bonus and withholding, each a journal of its own. Once: the key of
 * each names its account, payout and kind. Throws for all where one can't be posted.
 */
export const settleBatch = async (
  tx: Kysely<DB>,
  law: Law,
  ids: readonly string[],
  { day, at }: { day: string; at: string },
): Promise<RunSums> => {
  const settled = (await lockEarners(tx, law, ids)).map((account) => settle(account, law, day))
  const wanted = settled.flatMap((one) =>
    one.payouts.flatMap(({ payout, key }) =>
      journalsOf(one.account.id, one.account.capitalised, payout).map(
        ({ kind, lines }): Journal => ({
          ...{ kind, lines, bookingDate: day, valueDate: payout.on },
          ...{ key: `${key}:${kind}`, source: interestSource },
        }),
      ),
    ),
  )
  const posted = wanted.length > 0 ? await postJournals(tx, wanted) : []
  const idOf = new Map(wanted.map(({ key }, n) => [key, posted[n]!]))
  const parts = settled.flatMap((one) => {
    const taxes = one.payouts.map(({ key }) => idOf.get(`${key}:withholding`) ?? null)
    return partsOf(one, taxes, day)
  })
  if (parts.length > 0) await tx.insertInto('withholdingPart').values(parts).execute()
  await orderPayouts(tx, settled, idOf, at)
  await keepThrough(tx, settled)
  return settled.reduce((sums, one) => {
    const journals = wanted.filter(({ lines }) => lines.some(({ accountId }) => accountId === one.account.id)).length
    return addSums(sums, sumsOf(one, journals))
  }, noSums)
}

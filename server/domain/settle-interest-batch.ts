import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount } from '#rules/cents.ts'
import { type CountryCode, nextBusinessDay } from '#rules/holidays.ts'
import { findNextPayoutDate } from '#rules/interest.ts'
import {
  applyPayout,
  buildPayoutJournals,
  calculateNetPayout,
  calculatePayout,
  type InterestPayout,
} from '#rules/interest-payouts.ts'
import type { WithholdingLaw } from '#rules/withholding.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { type DueAccount, interestJournalSource, lockDueAccounts } from './due-accounts.ts'
import { createPaymentOrders } from './payment-orders.ts'
import type { JournalInput } from './post-journal.ts'
import { postJournals } from './post-journals.ts'
import { addRunSums, emptyRunSums, type RunSums } from './posting-runs.ts'

/** The days of payout after the one that was settled and up to a day; what falls on a day of rest is due on the next business day. */
export const findDuePayoutDays = (
  { terms, payout, earnsUntilPaid, through }: DueAccount,
  day: string,
  country: CountryCode,
): string[] => {
  const schedule = { ...terms, payout, earnsUntilPaid }
  const days: string[] = []
  for (
    let on = findNextPayoutDate(schedule, country, through);
    on !== null;
    on = findNextPayoutDate(schedule, country, on)
  ) {
    // The maturity's own run pays the last interest.
    if (terms.expiresOn !== null && on >= terms.expiresOn) break
    if (toIsoDate(nextBusinessDay(country, parseDay(on))) > day) break
    days.push(on)
  }
  return days
}

type AccountSettlement = { account: DueAccount; through: string; payouts: { payout: InterestPayout; key: string }[] }

/** What an account is to be posted up to a day: each payout that is due, or else what a change of its past has made of the last one. */
const settleAccount = (account: DueAccount, law: WithholdingLaw, day: string): AccountSettlement => {
  if (account.holders.length === 0) throw buildRefusal('withholding.noHolder')
  const { id, terms, through, corrections } = account
  const days = findDuePayoutDays(account, day, law.country)
  const keyOf = (on: string) => `interest:${id}:${on}`
  let earner = account as Parameters<typeof applyPayout>[0]
  let since = through
  const payouts: AccountSettlement['payouts'] = []
  const post = (on: string, key: string) => {
    const payout = calculatePayout(earner, law, { on, since, bookedOn: day })
    if (payout) {
      payouts.push({ payout, key })
      earner = applyPayout(earner, payout)
    }
    since = on
  }
  for (const on of days) post(on, keyOf(on))
  if (days.length === 0 && through > terms.openedOn) post(through, `${keyOf(through)}:${corrections}`)
  return { account, through: since, payouts }
}

const toWithholdingParts = (
  { account: { id }, payouts }: AccountSettlement,
  journalIds: readonly (string | null)[],
  bookedOn: string,
) =>
  payouts.flatMap(({ payout }, n) =>
    payout.withheld.parts.map(({ clientId, base, basis, rate, region, source, amount, country }) => ({
      accountId: id,
      clientId,
      journalId: journalIds[n] ?? null,
      bookedOn,
      base: centsToAmount(base),
      basis,
      rate,
      region,
      source,
      amount: centsToAmount(amount),
      country,
    })),
  )

const toRunSums = ({ payouts }: AccountSettlement, journals: number): RunSums => ({
  accounts: payouts.length > 0 ? 1 : 0,
  journals,
  interest: payouts.reduce((sum, { payout }) => sum + payout.interest, 0n),
  bonus: payouts.reduce((sum, { payout }) => sum + payout.bonus, 0n),
  withheld: payouts.reduce((sum, { payout }) => sum + payout.withheld.total, 0n),
})

const saveSettledThrough = async (tx: Kysely<DB>, settlements: readonly AccountSettlement[]): Promise<void> => {
  await sql`
    insert into interest_through (account_id, through)
    select * from unnest(${settlements.map(({ account }) => account.id)}::bigint[], ${settlements.map(({ through }) => through)}::date[])
    on conflict (account_id) do update set through = excluded.through where interest_through.through < excluded.through`.execute(
    tx,
  )
}

/** What was paid out is owed from now on: it leaves with the next batch of payments. */
const orderPayoutPayments = (
  tx: Kysely<DB>,
  settlements: readonly AccountSettlement[],
  idOf: ReadonlyMap<string, string>,
  at: string,
): Promise<void> => {
  const orders = settlements.flatMap(({ account, payouts }) =>
    payouts.flatMap(({ payout, key }) => {
      const journalId = idOf.get(`${key}:interest`) ?? idOf.get(`${key}:bonus`)
      const net = calculateNetPayout(payout)
      if (account.capitalised || net <= 0n || !journalId) return []
      return [{ accountId: account.id, amount: centsToAmount(net), kind: 'interest', journalId } as const]
    }),
  )
  return createPaymentOrders(tx, orders, at)
}

/**
 * Posts what is due on some accounts up to a business date: interest, bonus and withholding, each a journal of its own. Once: the key of
 * each names its account, payout and kind. Throws for all where one can't be posted.
 */
export const settleInterestBatch = async (
  tx: Kysely<DB>,
  law: WithholdingLaw,
  ids: readonly string[],
  { day, at }: { day: string; at: string },
): Promise<RunSums> => {
  const settlements = (await lockDueAccounts(tx, law, ids)).map((account) => settleAccount(account, law, day))
  const journalInputs = settlements.flatMap((one) =>
    one.payouts.flatMap(({ payout, key }) =>
      buildPayoutJournals(one.account.id, one.account.capitalised, payout).map(
        ({ kind, lines }): JournalInput => ({
          kind,
          lines,
          bookingDate: day,
          valueDate: payout.on,
          key: `${key}:${kind}`,
          source: interestJournalSource,
        }),
      ),
    ),
  )
  const posted = journalInputs.length > 0 ? await postJournals(tx, journalInputs) : []
  const idOf = new Map(journalInputs.map(({ key }, n) => [key, posted[n]!]))
  const parts = settlements.flatMap((one) => {
    const taxes = one.payouts.map(({ key }) => idOf.get(`${key}:withholding`) ?? null)
    return toWithholdingParts(one, taxes, day)
  })
  if (parts.length > 0) await tx.insertInto('withholdingPart').values(parts).execute()
  await orderPayoutPayments(tx, settlements, idOf, at)
  await saveSettledThrough(tx, settlements)
  return settlements.reduce((sums, one) => {
    const journals = journalInputs.filter(({ lines }) =>
      lines.some(({ accountId }) => accountId === one.account.id),
    ).length
    return addRunSums(sums, toRunSums(one, journals))
  }, emptyRunSums)
}

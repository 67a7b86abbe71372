import { type Kysely, sql } from 'kysely'
import type { NoticeTopic } from '#contract/notices.ts'
import type { DB } from '#db/types.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { awaitAtCommit } from '#server/core/write-transaction.ts'

export const enabledNoticesSetting = 'notices.on'

/** Which notices the firm sends; none unless it says so. */
export const findEnabledNotices = async (db: Kysely<DB>): Promise<NoticeTopic[]> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', enabledNoticesSetting).executeTakeFirst()
  return readStoredJson<NoticeTopic[]>(row?.value ?? [])
}

/** Asked in the statement that writes: nothing is looked up for firms that send none. */
const isNoticeEnabledSql = (topic: NoticeTopic) =>
  sql`exists (select from setting where key = ${enabledNoticesSetting} and value @> ${JSON.stringify([topic])}::jsonb)`

type ReceivedContribution = { accountId: string; journalId: string; bookingDate: string; amount: string }

const sendContributionNotice = defineStatement(
  'contribution notice',
  (db, { accountId, journalId, bookingDate, amount }: ReceivedContribution) =>
    sql`
      insert into client_notice (client_id, account_id, kind, about_id, about_on, amount)
      select a.client_id, a.id, 'contribution', ${journalId}, ${bookingDate}, ${amount} from account a
       where a.id = ${accountId} and ${isNoticeEnabledSql('contribution')}
      on conflict do nothing`.compile(db),
)

/**
 * Tells the client of money that came, in the transaction of its journal; once, however often the journal is asked for.
 * See docs/decisions/0062-client-notices.md
 */
export const queueContributionNotice = (tx: Kysely<DB>, contribution: ReceivedContribution): Promise<void> =>
  awaitAtCommit(tx, sendContributionNotice(tx, contribution))

/** Tells clients of payments that have left, in the transaction that sends them. */
export const queuePaymentNotices = async (tx: Kysely<DB>, orderIds: readonly string[], day: string) => {
  await sql`
    insert into client_notice (client_id, account_id, kind, about_id, about_on, amount)
    select o.client_id, o.account_id, 'payment', o.id, ${day}, o.amount from payment_order o
     where o.id = any(${[...orderIds]}::bigint[]) and ${isNoticeEnabledSql('payment')}
     order by o.id
    on conflict do nothing`.execute(tx)
}

/** Accounts with something in them that mature within 30 days and of which nobody was told yet, in seven days or before. */
const maturingAccountsSql = (day: string) => sql`
  select a.client_id, a.id as account_id, k.kind, a.id as about_id, a.expires_on as about_on
    from account a
    join account_balance b on b.account_id = a.id and b.balance > 0
   cross join lateral (select case when a.expires_on <= ${day}::date + 7 then 'maturity_7' else 'maturity_30' end::notice_kind as kind) k
   where a.status = 'active' and a.expires_on > ${day}::date and a.expires_on <= ${day}::date + 30
     and not exists (select from client_notice n where n.kind = k.kind and n.about_id = a.id and n.about_on = a.expires_on)`

/** Writes down whom to tell of maturities: each once 30 days ahead, or as soon as it is known, and once seven. A second run adds nothing. */
export const queueMaturityNotices = async (db: Kysely<DB>, day: string): Promise<void> => {
  await sql`
    insert into client_notice (client_id, account_id, kind, about_id, about_on)
    select m.* from (${maturingAccountsSql(day)} and ${isNoticeEnabledSql('maturity')}) m order by m.account_id
    on conflict do nothing`.execute(db)
}

/** How many would be written today. */
export const countMaturityNotices = async (db: Kysely<DB>, day: string): Promise<number> => {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total from (${maturingAccountsSql(day)}) m`.execute(db)
  return rows[0]!.total
}

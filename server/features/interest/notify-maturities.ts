import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import type { DB } from '#db/types.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { expectedMaturityReasonsSql } from '#server/domain/maturity-reasons.ts'
import { notifyResponsibleUsers } from '#server/domain/notify-responsible-users.ts'

/** Days before a maturity on which the client's manager is told that its instruction can't be carried out. */
const noticeDays = 7

type MaturityNotificationKind = Extract<NotificationKind, `maturities.${string}`>
type MaturityMessage = { kind: MaturityNotificationKind; link: string }

/** One message for each manager with how many of these accounts are of their clients; of those of nobody to those who answer for the firm. */
const notifyManagers = async (
  tx: Kysely<DB>,
  accounts: RawBuilder<unknown>,
  { kind, link }: MaturityMessage,
): Promise<void> => {
  const { rows } = await sql<{ userId: string | null; count: string }>`
    select u.user_id::text as "userId", count(*)::text as count
      from (${accounts}) x
      join client_list l on l.client_id = x.client_id
      left join employee e on e.id = l.manager_id
      left join registry.own_people() u on u.cvl = e.cvl and u.ended_at is null and not u.disabled
     group by u.user_id order by u.user_id`.execute(tx)
  for (const { userId, count } of rows) {
    if (userId === null) await notifyResponsibleUsers(tx, { kind, params: { count }, link })
    else
      await sql`select registry.notify_user(${userId}::bigint, ${kind}, ${JSON.stringify({ count })}::jsonb, ${link})`.execute(
        tx,
      )
  }
}

/** The business date of the last finished run before this one: what it has told of isn't told again. */
const findPreviousRunDay = async (tx: Kysely<DB>, runId: string): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select max(business_date)::text as day from posting_run
     where kind = 'maturity' and finished_at is not null and id <> ${runId}`.execute(tx)
  return rows[0]?.day ?? null
}

/**
 * Tells managers of what can't be carried out: what has come to wait in this run, and what matures in a week, so that they can mend it before.
 * In the transaction that closes the run.
 */
export const notifyMaturities = async (
  tx: Kysely<DB>,
  { runId, day }: { runId: string; day: string },
): Promise<void> => {
  const parked = sql`select a.client_id from maturity m join account a on a.id = m.account_id where m.run_id = ${runId} and m.outcome = 'parked'`
  await notifyManagers(tx, parked, { kind: 'maturities.parked', link: '/crm/Vencimientos?view=parked' })
  const before = await findPreviousRunDay(tx, runId)
  const ahead = (from: string): string => toIsoDate(parseDay(from) + noticeDays)
  if (before !== null && before >= day) return
  const first = ahead(before ?? toIsoDate(parseDay(day) - 1))
  const stopped = sql`
    select a.client_id from account a join product p on p.id = a.product_id join account_balance b on b.account_id = a.id
     where a.status = 'active' and a.expires_on > greatest(${first}::date, ${day}::date) and a.expires_on <= ${ahead(day)}::date
       and ${expectedMaturityReasonsSql(day)} <> '{}'`
  await notifyManagers(tx, stopped, {
    kind: 'maturities.stopped',
    link: `/crm/Vencimientos?within=${noticeDays}&stopped=true`,
  })
}

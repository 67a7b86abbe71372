import { type Kysely, sql } from 'kysely'
import { type ErasureObstacle, erasureObstacles } from '#contract/client-erasures.ts'
import { heldAccountsSql, isPersonOfClientSql, ownOrderSql, ownRecordsSql } from '#db/tables/core/client-rows.ts'
import type { DB } from '#db/types.ts'

type ErasureFacts = {
  /** The business date. */
  today: string
  /** The clock's, in milliseconds. */
  now: number
  /** The approval that is being decided. */
  exceptApprovalId: string | null
}

export type ErasurePlan = {
  obstacles: ErasureObstacle[]
  years: number
  source: string
  endedOn: string | null
  dueOn: string
}

/** Changes about the client or an account of theirs that wait, handovers that are under way, and imports that have not ended. */
const pendingChangesSql = (clientId: string, { now, exceptApprovalId }: ErasureFacts) => {
  const own = ownRecordsSql(clientId)
  return sql`(exists (
      select from approval p
       where p.state = 'pending' and p.expires_at > ${new Date(now).toISOString()}::timestamptz and p.id is distinct from ${exceptApprovalId}::bigint
         and (p.subject_client_id in ${own} or p.entity = 'client' and p.entity_id in ${own}
              or p.entity = 'account' and p.entity_id in ${heldAccountsSql(clientId)}))
    or exists (select from handover_client h join handover o on o.id = h.handover_id
                where h.client_id in ${own} and o.state in ('proposed', 'accepted'))
    or exists (select from mapped_import_row r join mapped_import i on i.id = r.import_id
                where r.client_id in ${own} and i.state not in ('imported', 'undone', 'discarded')))`
}

const obstaclesSql = (clientId: string, facts: ErasureFacts) => sql<Record<ErasureObstacle, boolean>>`
  select exists (select from client_block k where k.client_id in ${ownRecordsSql(clientId)} and k.kind = 'legal' and k.lifted_at is null)
           or exists (select from client c where c.id in ${ownRecordsSql(clientId)} and c.block_kind = 'legal') as "legalBlock",
         exists (select from estate e where e.released_at is null and (e.client_id in ${ownRecordsSql(clientId)}
           or e.id in (select r.estate_id from estate_recipient r where r.client_id in ${ownRecordsSql(clientId)}))) as "openEstate",
         exists (select from client_person p join client f on f.id = p.client_id
                  where ${isPersonOfClientSql(clientId)} and f.erased_at is null and (p.valid_to is null or p.valid_to >= ${facts.today}::date)) as "actsForOthers",
         exists (select from account a where a.id in ${heldAccountsSql(clientId)} and a.status in ('draft', 'pending', 'active')) as "openAccounts",
         exists (select from account_balance b where b.account_id in ${heldAccountsSql(clientId)} and (b.balance <> 0 or b.payable <> 0)) as "moneyOwed",
         exists (select from payment_order x where ${ownOrderSql(clientId, 'x')} and x.state in ('requested', 'approved', 'in_batch', 'sent')) as "pendingPayments",
         ${pendingChangesSql(clientId, facts)} as "pendingChanges"`

/** The last day of the relationship: the end of the last contract, the last movement, or the last day for another client. Null where there never was one. */
const endedOnSql = (clientId: string) => sql<string | null>`(
  select max(d.day)::text from (
    select coalesce(a.closed_on, a.expires_on, a.opened_on, a.created_at::date) as day from account a where a.id in ${heldAccountsSql(clientId)}
    union all
    select j.booking_date from posting p join journal j on j.id = p.journal_id where p.account_id in ${heldAccountsSql(clientId)}
    union all
    select j.booking_date from estate_payment p join journal j on j.id = p.journal_id where p.client_id in ${ownRecordsSql(clientId)}
    union all
    select p.valid_to from client_person p where ${isPersonOfClientSql(clientId)}) d)`

/**
 * What stands in the way of an erasure, and from which day on the firm may do it: the years of retention after the end of the relationship, at once where
 * there never was one. The period is that of the rule in force today.
 */
export const findErasurePlan = async (db: Kysely<DB>, clientId: string, facts: ErasureFacts): Promise<ErasurePlan> => {
  const found = (await obstaclesSql(clientId, facts).execute(db)).rows[0]!
  const { rows } = await sql<Omit<ErasurePlan, 'obstacles'>>`
    select r.years, r.source, e.ended_on as "endedOn",
           coalesce((e.ended_on::date + make_interval(years => r.years::integer))::date, ${facts.today}::date)::text as "dueOn"
      from (select ${endedOnSql(clientId)} as ended_on) e
     cross join lateral (
       select p.years, p.source from retention_period p where p.valid_from <= ${facts.today} order by p.valid_from desc limit 1) r`.execute(
    db,
  )
  return { ...rows[0]!, obstacles: erasureObstacles.filter((obstacle) => found[obstacle]) }
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'

/** On which days, both in, and credited to whom: null where it is anybody in reach. */
export type CaptationRequest = {
  ctx: Pick<Ctx, 'scopes'>
  people: readonly string[] | null
  from: string
  to: string
}

const capitalLedger = sql.lit(ledgers.capital)

/** Days after a payout in which what comes in is no new money. */
const reinvestmentDays = 30

/** Whether a contribution of that day to that account follows a payout to a holder of it. */
export const isReinvestedSql = (accountId: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (
    select from account_holder own
      join account_holder other on other.client_id = own.client_id and other.role <> 'authorised'
      join posting q on q.account_id = other.account_id and q.ledger = ${capitalLedger} and q.amount > 0
                    and q.booking_date between ${day} - ${sql.lit(reinvestmentDays)}::int and ${day}
      join journal k on k.id = q.journal_id and k.kind in ('withdrawal', 'maturity', 'cancellation') and k.reverses_id is null
     where own.account_id = ${accountId} and own.role <> 'authorised')`

/** A reversal is judged as what it takes back was. */
export const originDaySql = sql`coalesce((select o.booking_date from journal o where o.id = j.reverses_id), j.booking_date)`

/** Whose the journal `j` of the client `c` is: of whoever was credited with it, wherever the client is now; in a zone by the client. */
const isCreditedSql = ({ ctx, people }: Pick<CaptationRequest, 'ctx' | 'people'>): RawBuilder<SqlBool> => {
  const conditions = ctx.scopes
    .filter(({ all }) => !all)
    .map(({ staffIds, zoneId }) =>
      zoneId === null
        ? sql`j.credited_to = any(${[...staffIds]}::bigint[])`
        : sql`(j.credited_to = any(${[...staffIds]}::bigint[]) or c.zone_id = ${zoneId})`,
    )
  const all = people === null ? conditions : [...conditions, sql`j.credited_to = any(${[...people]}::bigint[])`]
  return all.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

const typeSql = sql`case p.family when 'smart' then 'smart' when 'alliance' then 'alliances' when 'insurance' then 'insurance'
  when 'ticket_restaurant' then 'ticketRestaurant'
  else case client.channel when 'partner' then 'partners' when 'alliance' then 'alliances' else 'direct' end end`

const selectCredited = (request: CaptationRequest, condition: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`
  select j.id, a.id as account_id, a.client_id, j.booking_date as day, ${typeSql} as part, sum(-l.amount)::numeric(18, 2) as amount
    from journal j
    join posting l on l.journal_id = j.id and l.ledger = ${capitalLedger}
    join account a on a.id = l.account_id
    join client_list c on c.client_id = a.client_id
    join client on client.id = a.client_id
    join product p on p.id = a.product_id
   where j.booking_date between ${request.from}::date and ${request.to}::date and ${condition} and ${isCreditedSql(request)}
   group by j.id, a.id, p.family, client.channel`

/** New money by its type: contributions that don't follow a payout, credited to whom the journal names. */
export const selectCaptationRows = (request: CaptationRequest): RawBuilder<unknown> =>
  selectCredited(request, sql<SqlBool>`j.kind = 'contribution' and not ${isReinvestedSql(sql`a.id`, originDaySql)}`)

/** What was withdrawn and cancelled, credited the same way. */
export const selectCaptationOutRows = (request: CaptationRequest): RawBuilder<unknown> =>
  selectCredited(request, sql<SqlBool>`j.kind in ('withdrawal', 'cancellation')`)

type CreditedRow = { id: string; accountId: string; clientId: string; day: string; part: string; amount: string }

/** New money, and what was withdrawn and cancelled, with the direction of each. */
export const selectCaptationBothWays = (request: CaptationRequest) => sql<CreditedRow & { direction: 'in' | 'out' }>`(
  select id, account_id, client_id, day, part, amount, 'in' as direction from (${selectCaptationRows(request)}) i
   union all
  select id, account_id, client_id, day, part, amount, 'out' from (${selectCaptationOutRows(request)}) o)`

/** Of the rows `r`: new money, and what was withdrawn and cancelled. */
const captationSums = sql`coalesce(sum(r.amount) filter (where r.direction = 'in'), 0)::numeric(18, 2) as gross,
  coalesce(sum(r.amount) filter (where r.direction = 'out'), 0)::numeric(18, 2) as "out"`
type CaptationSums = { gross: string; out: string }

/** To whom a range is credited; `personId` is null of what is credited to nobody. */
export const selectCaptationByPerson = (request: CaptationRequest) =>
  sql<CaptationSums & { personId: string | null }>`(
  select j.credited_to as person_id, ${captationSums}
    from ${selectCaptationBothWays(request)} r join journal j on j.id = r.id group by j.credited_to)`

/** A range month by month, with those months in which something was credited. */
export const selectCaptationByMonth = (request: CaptationRequest) =>
  sql<CaptationSums & { month: string }>`(
  select date_trunc('month', r.day)::date as month, ${captationSums} from ${selectCaptationBothWays(request)} r group by 1)`

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { MeetingStage } from '#contract/meetings/words.ts'
import type { listReviews } from '#contract/reviews.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfWordsSql } from '#server/core/one-of.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectVisibleClients, selectVisibleContacts } from '#server/domain/visibility.ts'

type ReviewFilters = ParsedRequest<typeof listReviews.count>['query']

export const reviewSorts: Record<(typeof listReviews.sortable)[number], string> = {
  dueOn: 'm.next_review_on',
  heldOn: 'm.starts_at',
}

const dayOf = ({ prefix }: Pick<Ctx, 'prefix'>, column: RawBuilder<unknown>) =>
  sql<string>`(${column} at time zone ${sql.lit(tenantFacts[prefix].timeZone)})`

/** No later review of the same person was held. A contact who became a client is the client. */
const isLastReviewSql = sql<SqlBool>`not exists (
  select from meeting n where n.state = 'held' and n.stage is not null and (n.starts_at, n.id) > (m.starts_at, m.id)
     and case when m.client_id is not null then n.client_id = m.client_id else n.contact_id = m.contact_id end)`

/** The next one that is planned with them. */
const nextMeetingSql = sql<{ id: string; startsAt: string }>`(
  select n.id, n.starts_at as "startsAt" from meeting n
   where n.state = 'scheduled' and n.stage is not null and n.starts_at > m.starts_at
     and case when m.client_id is not null then n.client_id = m.client_id else n.contact_id = m.contact_id end
   order by n.starts_at, n.id limit 1)`

/** Reviews of clients whom the caller sees, and of contacts in reach. */
const isReviewVisibleSql = (ctx: Ctx): RawBuilder<SqlBool> => {
  const { rights } = ctx.person
  const contacts = selectVisibleContacts(ctx).where(sql<SqlBool>`ct.id = m.contact_id`).select('ct.id')
  if (!rights.may('bt_Clientes', 'view')) return sql<SqlBool>`m.client_id is null and exists (${contacts})`
  const clients = selectVisibleClients({ db: ctx.db, scopes: rights.getScopes('bt_Clientes', 'view') })
    .where(sql<SqlBool>`"c"."client_id" = m.client_id`)
    .select('c.clientId')
  return sql<SqlBool>`case when m.client_id is not null then exists (${clients}) else exists (${contacts}) end`
}

const queryMatchingReviews = (ctx: Ctx, { stage, overdue = false, dueFrom, dueTo, contact, client }: ReviewFilters) =>
  ctx.db
    .selectFrom('meeting as m')
    .leftJoinLateral(nextMeetingSql.as('n'), (join) => join.onTrue())
    .where('m.state', '=', 'held')
    .where('m.stage', 'is not', null)
    .where(isReviewVisibleSql(ctx))
    .where(isLastReviewSql)
    .$if(!!stage, (rows) => rows.where(isOneOfWordsSql(sql`m.stage::text`, stage!)))
    .$if(overdue, (rows) => rows.where('m.nextReviewOn', '<', ctx.businessDate).where(sql<SqlBool>`n.id is null`))
    .$if(!!dueFrom, (rows) => rows.where('m.nextReviewOn', '>=', dueFrom!))
    .$if(!!contact, (rows) => rows.where('m.contactId', '=', contact!))
    .$if(!!client, (rows) => rows.where('m.clientId', '=', client!))
    .$if(!!dueTo, (rows) => rows.where('m.nextReviewOn', '<=', dueTo!))

const valueSql = sql<string | null>`case when m.client_id is not null then
  (select l.capital from client_list l where l.client_id = m.client_id) else (select x.amount from contact x where x.id = m.contact_id) end`

export const selectReviews = (ctx: Ctx, filters: ReviewFilters) =>
  queryMatchingReviews(ctx, filters)
    .leftJoin('contact as x', 'x.id', 'm.contactId')
    .leftJoin('client as k', 'k.id', 'm.clientId')
    .leftJoin('clientList as l', 'l.clientId', 'm.clientId')
    .leftJoin('employee as e', (join) =>
      join.on(sql<SqlBool>`e.id = case when m.client_id is not null then l.manager_id else x.employee_id end`),
    )
    .select(['m.id', 'm.contactId', 'm.clientId', 'm.nextReviewOn as dueOn', 'n.id as nextId'])
    .select([
      sql<string>`coalesce(${fullNameSql('k')}, ${fullNameSql('x')})`.as('personName'),
      sql<MeetingStage>`m.stage`.as('stage'),
      sql<string>`${dayOf(ctx, sql`m.starts_at`)}::date`.as('heldOn'),
      sql<string | null>`to_char(${dayOf(ctx, sql`n."startsAt"`)}, 'YYYY-MM-DD"T"HH24:MI')`.as('nextAt'),
      sql<boolean>`coalesce(m.next_review_on < ${ctx.businessDate}::date and n.id is null, false)`.as('isOverdue'),
      valueSql.as('value'),
      fullNameSql<string | null>('e').as('ownerName'),
    ])

export const countReviews = (ctx: Ctx, filters: ReviewFilters) =>
  queryMatchingReviews(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(${valueSql}), 0)::numeric(18, 2)`.as('value'),
    ])
    .executeTakeFirstOrThrow()

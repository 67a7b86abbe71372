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

/** The next one that is planned with the same person. A contact who became a client is the client; two ways, so that each goes by its index. */
const plannedSql = sql<{ id: string; startsAt: string }>`(
  select n.id, n.starts_at from (
    (select c.id, c.starts_at from meeting c
      where c.client_id = m.client_id and c.state = 'scheduled' and c.stage is not null and c.starts_at > m.starts_at order by c.starts_at, c.id limit 1)
    union all
    (select c.id, c.starts_at from meeting c
      where m.client_id is null and c.contact_id = m.contact_id and c.state = 'scheduled' and c.stage is not null and c.starts_at > m.starts_at
      order by c.starts_at, c.id limit 1)) n
   limit 1)`

/** Reviews of clients whom the caller sees, and of contacts in reach: as sets, which are read once where they don't hold everybody. */
const isReviewVisibleSql = (ctx: Ctx): RawBuilder<SqlBool> => {
  const { rights } = ctx.person
  const seesAllContacts = ctx.scopes.every(({ all }) => all)
  const contacts = selectVisibleContacts(ctx).select('ct.id')
  const isContactVisible = seesAllContacts ? sql`true` : sql`m.contact_id in (${contacts})`
  if (!rights.may('bt_Clientes', 'view')) return sql<SqlBool>`m.client_id is null and ${isContactVisible}`
  const scopes = rights.getScopes('bt_Clientes', 'view')
  const clients = selectVisibleClients({ db: ctx.db, scopes }).select('c.clientId')
  const isClientVisible = scopes.every(({ all }) => all) ? sql`true` : sql`m.client_id in (${clients})`
  return sql<SqlBool>`case when m.client_id is not null then ${isClientVisible} else ${isContactVisible} end`
}

const queryMatchingReviews = (ctx: Ctx, { stage, overdue = false, dueFrom, dueTo, contact, client }: ReviewFilters) =>
  ctx.db
    .selectFrom('meeting as m')
    .where('m.isLastReview', '=', true)
    .where(isReviewVisibleSql(ctx))
    .$if(!!stage, (rows) => rows.where(isOneOfWordsSql(sql`m.stage::text`, stage!)))
    .$if(overdue, (rows) =>
      rows.where('m.nextReviewOn', '<', ctx.businessDate).where(sql<SqlBool>`not exists ${plannedSql}`),
    )
    .$if(!!dueFrom, (rows) => rows.where('m.nextReviewOn', '>=', dueFrom!))
    .$if(!!contact, (rows) => rows.where('m.contactId', '=', contact!))
    .$if(!!client, (rows) => rows.where('m.clientId', '=', client!))
    .$if(!!dueTo, (rows) => rows.where('m.nextReviewOn', '<=', dueTo!))

const valueSql = sql<string | null>`case when m.client_id is not null then
  (select l.capital from client_list l where l.client_id = m.client_id) else (select x.amount from contact x where x.id = m.contact_id) end`

export const selectReviews = (ctx: Ctx, filters: ReviewFilters) =>
  queryMatchingReviews(ctx, filters)
    .leftJoinLateral(plannedSql.as('n'), (join) => join.onTrue())
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
      sql<string | null>`to_char(${dayOf(ctx, sql`n.starts_at`)}, 'YYYY-MM-DD"T"HH24:MI')`.as('nextAt'),
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

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { FollowUpPriority, FollowUpState } from '#contract/follow-ups/words.ts'
import type { getFollowUp, listFollowUps } from '#contract/follow-ups.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql, isOneOfWordsSql } from '#server/core/one-of.ts'
import { fullNameSql, userNameSql } from '#server/core/person-name.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { isAboutVisiblePersonSql } from '#server/domain/agenda-person.ts'
import { isOwnerVisibleSql, selectVisibleContacts } from '#server/domain/visibility.ts'

type FollowUpFilters = ParsedRequest<typeof listFollowUps.count>['query']

export const followUpSorts: Record<(typeof listFollowUps.sortable)[number], string> = {
  dueOn: 'f.due_on',
  amount: 'f.amount',
}

const clientRight = ['bt_Clientes', 'view'] as const

/** Those about a contact follow the contact, those about a client the client; any others whose they are. */
const isFollowUpVisibleSql = (
  ctx: Ctx,
  { contact, client }: Pick<FollowUpFilters, 'contact' | 'client'>,
): RawBuilder<SqlBool> => {
  if (contact) {
    const seen = selectVisibleContacts(ctx).where('ct.id', '=', contact).select('ct.id')
    return sql<SqlBool>`f.contact_id = ${contact} and exists (${seen})`
  }
  if (client)
    return sql<SqlBool>`f.client_id = ${client} and ${isClientInScope(ctx, clientRight, sql<string>`${client}::bigint`)}`
  return isOwnerVisibleSql(ctx, sql`f.employee_id`)
}

const queryMatchingFollowUps = (ctx: Ctx, filters: FollowUpFilters) => {
  const { state, priority, owner, contact, client, from, to, overdue = false } = filters
  return ctx.db
    .selectFrom('followUp as f')
    .where(isFollowUpVisibleSql(ctx, { contact, client }))
    .where(isOneOfWordsSql(sql`f.state::text`, state ?? ['in_progress']))
    .$if(!!priority, (rows) => rows.where(isOneOfWordsSql(sql`f.priority::text`, priority!)))
    .$if(!!owner, (rows) => rows.where(isOneOfSql(sql`f.employee_id`, owner!)))
    .$if(!!from, (rows) => rows.where('f.dueOn', '>=', from!))
    .$if(!!to, (rows) => rows.where('f.dueOn', '<=', to!))
    .$if(overdue, (rows) => rows.where('f.state', '=', 'in_progress').where('f.dueOn', '<', ctx.businessDate))
}

type FollowUpRows = ReturnType<typeof queryMatchingFollowUps>

const selectFollowUpColumns = (rows: FollowUpRows) =>
  rows
    .leftJoin('contact as x', 'x.id', 'f.contactId')
    .leftJoin('client as c', 'c.id', 'f.clientId')
    .innerJoin('employee as e', 'e.id', 'f.employeeId')
    .select([
      'f.id',
      'f.dueOn',
      'f.subject',
      'f.contactId',
      'f.clientId',
      'f.amount',
      'f.note',
      'f.result',
      'f.version',
    ])
    .select(['e.id as ownerId', 'e.cvl as ownerCvl', fullNameSql('e').as('ownerName')])
    .select([
      sql<FollowUpPriority>`f.priority`.as('priority'),
      sql<FollowUpState>`f.state`.as('state'),
      sql<string>`coalesce(${fullNameSql('c')}, ${fullNameSql('x')})`.as('personName'),
    ])

export const selectFollowUps = (ctx: Ctx, filters: FollowUpFilters) =>
  selectFollowUpColumns(queryMatchingFollowUps(ctx, filters))

export const countFollowUps = (ctx: Ctx, filters: FollowUpFilters) =>
  queryMatchingFollowUps(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(f.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()

/** Whether the caller sees the follow-up `f`: of somebody in reach, or about a contact or a client whom they see. */
export const isFollowUpPageVisibleSql = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isOwnerVisibleSql(ctx, sql`f.employee_id`)} or ${isAboutVisiblePersonSql(ctx, 'f')})`

/** One follow-up that the caller sees; 404 elsewhere. */
export const findFollowUp = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof getFollowUp>,
): Promise<ResponseBody<typeof getFollowUp>> => {
  const found = await selectFollowUpColumns(
    ctx.db.selectFrom('followUp as f').where('f.id', '=', params.followUpId).where(isFollowUpPageVisibleSql(ctx)),
  )
    .select([
      'f.createdAt',
      'f.closedAt',
      sql<string | null>`${userNameSql('f.created_by')}`.as('createdByName'),
      sql<string | null>`${userNameSql('f.closed_by')}`.as('closedByName'),
    ])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

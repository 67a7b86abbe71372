import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CallOutcome, type CallReason, callOutcomes } from '#contract/calls/words.ts'
import type { listCalls } from '#contract/calls.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfSql, isOneOfWordsSql } from '#server/core/one-of.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { isOwnerVisibleSql, selectVisibleContacts } from '#server/domain/visibility.ts'

type CallFilters = ParsedRequest<typeof listCalls.count>['query']

export const callSorts: Record<(typeof listCalls.sortable)[number], string> = { calledOn: 'l.called_at' }

const clientRight = ['bt_Clientes', 'view'] as const

/** Calls to a contact follow the contact, those to a client the client; any others whoever called. */
const isCallVisibleSql = (
  ctx: Ctx,
  { contact, client }: Pick<CallFilters, 'contact' | 'client'>,
): RawBuilder<SqlBool> => {
  if (contact) {
    const seen = selectVisibleContacts(ctx).where('ct.id', '=', contact).select('ct.id')
    return sql<SqlBool>`l.contact_id = ${contact} and exists (${seen})`
  }
  if (client)
    return sql<SqlBool>`l.client_id = ${client} and ${isClientInScope(ctx, clientRight, sql<string>`${client}::bigint`)}`
  return isOwnerVisibleSql(ctx, sql`l.employee_id`)
}

const queryMatchingCalls = (ctx: Ctx, filters: CallFilters) => {
  const { reason, outcome, owner, contact, client, from, to, deactivated = false } = filters
  return ctx.db
    .selectFrom('call as l')
    .where(isCallVisibleSql(ctx, { contact, client }))
    .where(sql<SqlBool>`(l.deactivated_at is not null) = ${deactivated}`)
    .$if(!!reason, (rows) => rows.where(isOneOfWordsSql(sql`l.reason`, reason!)))
    .$if(!!outcome, (rows) => rows.where(isOneOfWordsSql(sql`l.outcome`, outcome!)))
    .$if(!!owner, (rows) => rows.where(isOneOfSql(sql`l.employee_id`, owner!)))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`l.called_at >= ${from}::date`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`l.called_at < ${to}::date + 1`))
}

/** Imports may bring other words. */
const isKnownOutcomeSql = isOneOfWordsSql(sql`l.outcome`, callOutcomes)

export const selectCalls = (ctx: Ctx, filters: CallFilters) =>
  queryMatchingCalls(ctx, filters)
    .leftJoin('contact as x', 'x.id', 'l.contactId')
    .leftJoin('client as c', 'c.id', 'l.clientId')
    .leftJoin('employee as e', 'e.id', 'l.employeeId')
    .select(['l.id', 'l.calledOn', 'l.contactId', 'l.clientId', 'l.observations', 'l.attempts'])
    .select(['l.version', 'e.cvl as ownerCvl', fullNameSql<string | null>('e').as('ownerName')])
    .select([
      sql<string | null>`to_char(l.called_time, 'HH24:MI')`.as('calledTime'),
      sql<CallReason | null>`l.reason`.as('reason'),
      sql<CallOutcome | null>`case when ${isKnownOutcomeSql} then l.outcome end`.as('outcome'),
      sql<string>`case when ${isKnownOutcomeSql} then l.feedback else l.outcome end`.as('feedback'),
      sql<number>`round(l.duration_seconds / 60.0)::int`.as('durationMinutes'),
      sql<boolean>`l.deactivated_at is null`.as('isActive'),
      sql<string>`coalesce(${fullNameSql('c')}, ${fullNameSql('x')})`.as('personName'),
    ])

export const countCalls = (ctx: Ctx, filters: CallFilters) =>
  queryMatchingCalls(ctx, filters).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()

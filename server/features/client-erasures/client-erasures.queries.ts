import { type RawBuilder, sql } from 'kysely'
import type * as contract from '#contract/client-erasures.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql, naturalNameSql, userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { matchesClientSearchRow, matchesClientText } from '#server/domain/client-text-search.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'
import { findErasurePlan } from './erasure-plan.ts'

/** A reason may name the person: with them it is gone. */
const reasonSql = (alias: string) =>
  sql<string | null>`case when ${sql.ref(`${alias}.state`)} <> 'done' then ${sql.ref(`${alias}.reason`)} end`

/** The last request about a visible client, and what it would meet today. */
export const findClientErasure = async (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof contract.getClientErasure>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.getClientErasure>> => {
  const client = await selectVisibleClients(ctx)
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', clientId)
    .select(['client.id', 'client.cvl', 'client.erasedAt', sql<string>`${naturalNameSql('client')}`.as('name')])
    .executeTakeFirst()
  if (!client) throw buildRefusal('notFound')
  const erasure = await ctx.db
    .selectFrom('clientErasure as e')
    .where('e.clientId', '=', clientId)
    .select(['e.id', 'e.state', 'e.requestedOn', 'e.dueOn', 'e.askedAt', 'e.approvalId', 'e.doneAt', 'e.withdrawnAt'])
    .select([reasonSql('e').as('reason'), userNameSql('e.asked_by').as('askedByName')])
    .select(
      sql<string | null>`case when e.state = 'withdrawn' and client.erased_at is null then e.withdraw_reason end`.as(
        'withdrawReason',
      ),
    )
    .innerJoin('client', 'client.id', 'e.clientId')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const facts = { today: ctx.businessDate, now: deps.clock(), exceptApprovalId: erasure?.approvalId ?? null }
  const { obstacles, ...retention } = await findErasurePlan(ctx.db, clientId, facts)
  return { client, erasure: erasure ?? null, obstacles, retention }
}

type Filters = ParsedRequest<typeof contract.listClientErasures.count>['query']

export const clientErasuresSorts: Record<(typeof contract.listClientErasures.sortable)[number], string> = {
  dueOn: 'r.due_on',
  requestedOn: 'r.requested_on',
}

const selectMatchingErasures = (ctx: Ctx, { search, state, dueFrom, dueTo }: Filters) =>
  selectVisibleClients(ctx)
    .innerJoin('clientErasure as r', 'r.clientId', 'c.clientId')
    .innerJoin('client', 'client.id', 'c.clientId')
    .$if(!!search, (rows) => rows.where(matchesClientSearchRow(matchesClientText(ctx, search!))))
    .$if(!!state, (rows) => rows.where('r.state', 'in', state!))
    .$if(!!dueFrom, (rows) => rows.where('r.dueOn', '>=', dueFrom!))
    .$if(!!dueTo, (rows) => rows.where('r.dueOn', '<=', dueTo!))

const selectShownErasures = (ctx: Ctx, filters: Filters, instantSql: (column: string) => RawBuilder<string>) =>
  selectMatchingErasures(ctx, filters)
    .select([
      'r.id',
      'client.id as clientId',
      'client.cvl as clientCvl',
      'r.state',
      'r.requestedOn',
      'r.dueOn',
      'r.endedOn',
    ])
    .select([fullNameSql('client').as('clientName'), reasonSql('r').as('reason'), instantSql('r.doneAt').as('doneAt')])

export const selectClientErasures = (ctx: Ctx, filters: Filters) => selectShownErasures(ctx, filters, sql.ref)

export const selectClientErasuresForFile = (ctx: Ctx, filters: Filters) =>
  selectShownErasures(ctx, filters, (column) => formatLocalTimeSql(ctx, column))

export const countClientErasures = (ctx: Ctx, filters: Filters) =>
  selectMatchingErasures(ctx, filters).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { canHoldLinkRole } from '#contract/handovers/link-role-positions.ts'
import type {
  getHandover,
  getHandoverFilterOptions,
  getHandoverPeople,
  LinkRole,
  listHandovers,
} from '#contract/handovers.ts'
import { handoverUndoHours, linkRoles } from '#contract/handovers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { fullNameSql, userNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope, isStaffInScope } from '#server/core/rights.ts'
import { selectVisibleClients, selectVisibleStaff } from '#server/domain/visibility.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

type HandoverFilters = ParsedRequest<typeof listHandovers.count>['query']

export const handoverSorts: Record<(typeof listHandovers.sortable)[number], string> = {
  proposedAt: 'h.proposed_at',
  effectiveOn: 'h.effective_on',
  clients: 'h.clients',
  capital: 'h.capital',
}

/** Mine, or those in which the proposer, a giver or the receiver is within reach: a condition on `h`. In another's view, theirs. */
export const buildVisibilityCondition = (ctx: Ctx): RawBuilder<SqlBool> => {
  if (hasFirmWideScope(ctx)) return sql`true`
  const staff = sql`array(${selectVisibleStaff(ctx).select('e.id')})`
  const mine = ctx.person.actingCvl === null ? sql`h.proposed_by = ${ctx.person.userId}` : sql`false`
  return sql`(${mine} or h.to_id = any(${staff}) or h.proposer_id = any(${staff}) or h.from_ids && ${staff})`
}

const matchesHandoverFilters = (
  ctx: Ctx,
  { state, role, giver, receiver, from, to }: HandoverFilters,
): RawBuilder<SqlBool> => {
  const conditions = [
    buildVisibilityCondition(ctx),
    ...(state ? [isOneOfSql(sql`h.state`, state)] : []),
    ...(role ? [isOneOfSql(sql`h.role`, role)] : []),
    ...(giver ? [sql`h.from_ids && ${giver}::bigint[]`] : []),
    ...(receiver ? [isOneOfSql(sql`h.to_id`, receiver)] : []),
    ...(from ? [sql`h.effective_on >= ${from}::date`] : []),
    ...(to ? [sql`h.effective_on <= ${to}::date`] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

const selectRawInstant = (column: string): RawBuilder<string> => sql<string>`${sql.ref(column)}`

/** The shown row of each handover. */
const selectHandoverColumns = ({ db }: Ctx, selectInstant: typeof selectRawInstant = selectRawInstant) =>
  db
    .selectFrom('handover as h')
    .innerJoin('employee as e', 'e.id', 'h.toId')
    .leftJoin('employee as m', (join) => join.on(sql<SqlBool>`m.id = h.from_ids[1] and cardinality(h.from_ids) = 1`))
    .select(['h.id', 'h.state', 'h.effectiveOn', 'h.role', 'h.clients', 'h.capital'])
    .select([
      selectInstant('h.proposedAt').as('proposedAt'),
      selectInstant('h.doneAt').$castTo<string | null>().as('doneAt'),
      fullNameSql<string | null>('m').as('fromName'),
      sql<number>`cardinality(h.from_ids)`.as('givers'),
      fullNameSql('e').as('toName'),
      userNameSql('h.proposedBy').as('proposerName'),
    ])

export const selectHandovers = (ctx: Ctx, filters: HandoverFilters) =>
  selectHandoverColumns(ctx).where(matchesHandoverFilters(ctx, filters))

export const selectHandoversForFile = (ctx: Ctx, filters: HandoverFilters) =>
  selectHandoverColumns(ctx, (column) => formatLocalTimeSql(ctx, column)).where(matchesHandoverFilters(ctx, filters))

export const countHandovers = (ctx: Ctx, filters: HandoverFilters) =>
  ctx.db
    .selectFrom('handover as h')
    .where(matchesHandoverFilters(ctx, filters))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(h.capital), 0)::numeric(18, 2)`.as('capital'),
    ])
    .executeTakeFirstOrThrow()

/** Only people who occur in what the caller may see. */
export const findHandoverFilterOptions = async (
  ctx: Ctx,
  _input: ParsedRequest<typeof getHandoverFilterOptions>,
): Promise<ResponseBody<typeof getHandoverFilterOptions>> => {
  const findEmployees = (ids: RawBuilder<unknown>) =>
    ctx.db
      .selectFrom('employee as e')
      .where(sql<SqlBool>`e.id in (select ${ids} from handover h where ${buildVisibilityCondition(ctx)})`)
      .select(['e.id', fullNameSql('e').as('name'), 'e.cvl'])
      .orderBy('name')
      .orderBy('e.id')
      .execute()
  const [givers, receivers] = await Promise.all([findEmployees(sql`unnest(h.from_ids)`), findEmployees(sql`h.to_id`)])
  return { givers, receivers }
}

/** Everybody who could be given clients, and everybody within reach who has visible ones, with how many. */
export const findGiversAndReceivers = async (
  ctx: Ctx,
  _input: ParsedRequest<typeof getHandoverPeople>,
): Promise<ResponseBody<typeof getHandoverPeople>> => {
  const staff = await ctx.db
    .selectFrom('employee as e')
    .innerJoin('office', 'office.id', 'e.officeId')
    .where('e.terminatedOn', 'is', null)
    .select(['e.id', fullNameSql('e').as('name'), 'e.cvl', sql<string>`e.position::text`.as('position')])
    .select('office.name as officeName')
    .orderBy('name')
    .orderBy('e.id')
    .execute()
  const links = linkRoles.map(
    (role) => sql`select ${role} as role, ${sql.ref(`c.${role}_id`)} as id from (
      ${selectVisibleClients(ctx).select(['c.managerId', 'c.partnerId', 'c.advisorId', 'c.bankerId'])}) c`,
  )
  const { rows } = await sql<{ id: string; name: string; cvl: string; role: LinkRole; clients: number }>`
    select e.id::text as id, ${fullNameSql('e')} as name, e.cvl, l.role, count(*)::int as clients
      from (${sql.join(links, sql` union all `)}) l join employee e on e.id = l.id
     where e.id in (${selectVisibleStaff(ctx).select('e.id')})
     group by e.id, l.role order by name, e.id, l.role`.execute(ctx.db)
  return {
    receivers: staff.filter(({ position }) => linkRoles.some((role) => canHoldLinkRole(role, position))),
    givers: rows,
  }
}

/** Whether the handover is within reach of the call. */
export const isHandoverVisible = async (ctx: Ctx, handoverId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('handover as h')
    .select('h.id')
    .where('h.id', '=', handoverId)
    .where(buildVisibilityCondition(ctx))
    .executeTakeFirst()) !== undefined

/** The zone in which the receiver works, beside their id: what a reach is asked about. */
const findReceiverZone = (ctx: Ctx, handoverId: string) =>
  ctx.db
    .selectFrom('handover as h')
    .innerJoin('employee as e', 'e.id', 'h.toId')
    .innerJoin('office', 'office.id', 'e.officeId')
    .select(['h.toId', 'office.zoneId'])
    .where('h.id', '=', handoverId)
    .executeTakeFirst()

/** Whether the call's permission reaches the receiver: who may approve for them. */
export const isReceiverInScope = async (ctx: Ctx, handoverId: string): Promise<boolean> => {
  const receiver = await findReceiverZone(ctx, handoverId)
  return receiver !== undefined && isStaffInScope(ctx.scopes, receiver.toId, receiver.zoneId)
}

const outcomeCountsSql = sql<{ moved: number; changed: number; undone: number; kept: number }>`(
  select count(*) filter (where c.outcome = 'moved')::int as moved, count(*) filter (where c.outcome = 'changed')::int as changed,
         count(*) filter (where c.outcome = 'undone')::int as undone, count(*) filter (where c.outcome = 'kept')::int as kept
    from handover_client c where c.handover_id = h.id)`

/** The context of whoever looks at clients: what of them is named follows the list of clients. */
export const toClientListScope = (ctx: Ctx): Pick<Ctx, 'db' | 'scopes'> => ({
  db: ctx.db,
  scopes: ctx.person.rights.getScopes('bt_Clientes', 'view'),
})

const countVisibleClients = (ctx: Ctx, handoverId: string) =>
  sql<number>`(select count(*)::int from (${selectVisibleClients(toClientListScope(ctx)).select('c.clientId')}) c
    where c.client_id in (select client_id from handover_client where handover_id = ${handoverId}))`

/** It came to nothing by the word of whoever answers for those who give: of both words, the one that it ended as. */
const endedByReleaseSql = sql`(r.state not in ('pending', 'approved') and r.state::text = h.state::text)`

/** One handover, how it came about, and what the caller may do with it. Throws `notFound`. */
export const findHandover = async (
  ctx: Ctx,
  { params: { handoverId } }: ParsedRequest<typeof getHandover>,
  now: number,
): Promise<ResponseBody<typeof getHandover>> => {
  const row = await selectHandoverColumns(ctx)
    .leftJoin('approval as a', 'a.id', 'h.approvalId')
    .leftJoin('approval as r', (join) =>
      join.onRef('r.entityId', '=', 'h.id').on('r.entity', '=', 'handover').on('r.task', '=', 'handoverRelease'),
    )
    .innerJoinLateral(outcomeCountsSql.as('o'), (join) => join.onTrue())
    .where('h.id', '=', handoverId)
    .where(buildVisibilityCondition(ctx))
    .select(['h.reason', 'h.approvalId', 'h.acceptedAt', 'h.proposedBy', 'h.acceptedBy as acceptedById'])
    .select(['o.moved', 'o.changed', 'o.undone', 'o.kept'])
    .select([
      'r.id as releaseId',
      'r.state as releaseState',
      'r.decidedAt as releasedAt',
      userNameSql('r.decidedBy').as('releasedBy'),
    ])
    .select(sql<string | null>`coalesce(r.decision_reason, a.decision_reason)`.as('endReason'))
    .select(sql<string | null>`coalesce(a.expires_at, r.expires_at)`.as('expiresAt'))
    .select([
      userNameSql('h.acceptedBy').as('acceptedBy'),
      sql<
        string | null
      >`coalesce(h.ended_at, case when ${endedByReleaseSql} then r.decided_at when a.state not in ('pending', 'approved') then a.decided_at end)`.as(
        'endedAt',
      ),
      sql<
        string | null
      >`case when h.ended_at is not null then ${userNameSql('h.endedBy')} when ${endedByReleaseSql} then ${userNameSql('r.decidedBy')} when a.state not in ('pending', 'approved') then ${userNameSql('a.decidedBy')} end`.as(
        'endedBy',
      ),
      countVisibleClients(ctx, handoverId).as('seen'),
    ])
    .executeTakeFirst()
  if (!row) throw buildRefusal('notFound')
  const { proposedBy, acceptedById, seen, releaseId, releaseState, releasedAt, releasedBy, ...handover } = row
  const { userId, actingCvl, ownRights } = ctx.person
  const may = actingCvl === null && ownRights.may('bt_Traspasos', 'approve')
  const forReceiver =
    may && (await isReceiverInScope({ ...ctx, scopes: ownRights.getScopes('bt_Traspasos', 'approve') }, handoverId))
  const undoUntil =
    row.state === 'done' && row.doneAt !== null
      ? new Date(Date.parse(row.doneAt) + handoverUndoHours * 3_600_000).toISOString()
      : null
  const open = row.state === 'accepted' || (undoUntil !== null && Date.parse(undoUntil) >= now)
  return {
    ...handover,
    release:
      releaseId === null || releaseState === null
        ? null
        : { approvalId: releaseId, state: releaseState, decidedAt: releasedAt, decidedBy: releasedBy },
    expiresAt: row.state === 'proposed' ? row.expiresAt : null,
    hidden: row.clients - seen,
    mayUndo: open && may && (forReceiver || proposedBy === userId || acceptedById === userId),
    undoUntil,
  }
}

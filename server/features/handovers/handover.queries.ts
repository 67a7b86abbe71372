import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { mayHold } from '#contract/handovers/holders.ts'
import type {
  getHandover,
  handoverFilterOptions,
  handoverPeople,
  LinkRole,
  listHandovers,
} from '#contract/handovers.ts'
import { linkRoles, undoHours } from '#contract/handovers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { isFirmWide, reachesStaff } from '#server/core/rights.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { visibleClients, visibleStaff } from '#server/domain/visibility.ts'
import { onTheClock } from '#server/reports/on-the-clock.ts'

type HandoverFilters = Parsed<typeof listHandovers.count>['query']

export const handoverSorts: Record<(typeof listHandovers.sortable)[number], string> = {
  proposedAt: 'h.proposed_at',
  effectiveOn: 'h.effective_on',
  clients: 'h.clients',
  capital: 'h.capital',
}

/** Mine, or those in which the proposer, a giver or the receiver is within reach: a condition on `h`. In another's view, theirs. */
const visible = (ctx: Ctx): RawBuilder<SqlBool> => {
  if (isFirmWide(ctx)) return sql`true`
  const staff = sql`array(${visibleStaff(ctx).select('e.id')})`
  const mine = ctx.person.actingCvl === null ? sql`h.proposed_by = ${ctx.person.userId}` : sql`false`
  return sql`(${mine} or h.to_id = any(${staff}) or h.proposer_id = any(${staff}) or h.from_ids && ${staff})`
}

const matches = (ctx: Ctx, { state, role, giver, receiver, from, to }: HandoverFilters): RawBuilder<SqlBool> => {
  const conditions = [
    visible(ctx),
    ...(state ? [sql`h.state = ${state}`] : []),
    ...(role ? [sql`h.role = ${role}`] : []),
    ...(giver ? [sql`h.from_ids @> array[${giver}::bigint]`] : []),
    ...(receiver ? [sql`h.to_id = ${receiver}`] : []),
    ...(from ? [sql`h.effective_on >= ${from}::date`] : []),
    ...(to ? [sql`h.effective_on <= ${to}::date`] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

const nameOf = (userId: string) =>
  sql<
    string | null
  >`(select n.full_name from registry.people_named(array[${sql.ref(userId)}]) n where n.user_id = ${sql.ref(userId)})`

const instant = (column: string): RawBuilder<string> => sql<string>`${sql.ref(column)}`

/** The shown row of each handover. */
const shown = ({ db }: Ctx, moment: typeof instant = instant) =>
  db
    .selectFrom('handover as h')
    .innerJoin('employee as e', 'e.id', 'h.toId')
    .leftJoin('employee as m', (join) => join.on(sql<SqlBool>`m.id = h.from_ids[1] and cardinality(h.from_ids) = 1`))
    .select(['h.id', 'h.state', 'h.effectiveOn', 'h.role', 'h.clients', 'h.capital'])
    .select([
      moment('h.proposedAt').as('proposedAt'),
      moment('h.doneAt').$castTo<string | null>().as('doneAt'),
      fullName('m').as('fromName'),
      sql<number>`cardinality(h.from_ids)`.as('givers'),
      fullName('e').as('toName'),
      nameOf('h.proposedBy').as('proposerName'),
    ])

export const selectHandovers = (ctx: Ctx, filters: HandoverFilters) => shown(ctx).where(matches(ctx, filters))

export const selectHandoversForFile = (ctx: Ctx, filters: HandoverFilters) =>
  shown(ctx, (column) => onTheClock(ctx, column)).where(matches(ctx, filters))

export const countHandovers = (ctx: Ctx, filters: HandoverFilters) =>
  ctx.db
    .selectFrom('handover as h')
    .where(matches(ctx, filters))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(h.capital), 0)::numeric(18, 2)`.as('capital'),
    ])
    .executeTakeFirstOrThrow()

/** Only people who occur in what the caller may see. */
export const findFilterOptions = async (
  ctx: Ctx,
  _input: Parsed<typeof handoverFilterOptions>,
): Promise<Answer<typeof handoverFilterOptions>> => {
  const those = (ids: RawBuilder<unknown>) =>
    ctx.db
      .selectFrom('employee as e')
      .where(sql<SqlBool>`e.id in (select ${ids} from handover h where ${visible(ctx)})`)
      .select(['e.id', fullName('e').as('name'), 'e.cvl'])
      .orderBy('name')
      .orderBy('e.id')
      .execute()
  const [givers, receivers] = await Promise.all([those(sql`unnest(h.from_ids)`), those(sql`h.to_id`)])
  return { givers, receivers }
}

/** Everybody who could be given clients, and everybody within reach who has visible ones, with how many. */
export const findPeople = async (
  ctx: Ctx,
  _input: Parsed<typeof handoverPeople>,
): Promise<Answer<typeof handoverPeople>> => {
  const staff = await ctx.db
    .selectFrom('employee as e')
    .innerJoin('office', 'office.id', 'e.officeId')
    .where('e.terminatedOn', 'is', null)
    .select(['e.id', fullName('e').as('name'), 'e.cvl', sql<string>`e.position::text`.as('position')])
    .select('office.name as officeName')
    .orderBy('name')
    .orderBy('e.id')
    .execute()
  const links = linkRoles.map(
    (role) => sql`select ${role} as role, ${sql.ref(`c.${role}_id`)} as id from (
      ${visibleClients(ctx).select(['c.managerId', 'c.partnerId', 'c.advisorId', 'c.bankerId'])}) c`,
  )
  const { rows } = await sql<{ id: string; name: string; cvl: string; role: LinkRole; clients: number }>`
    select e.id::text as id, concat_ws(', ', nullif(e.surname, ''), e.name) as name, e.cvl, l.role, count(*)::int as clients
      from (${sql.join(links, sql` union all `)}) l join employee e on e.id = l.id
     where e.id in (${visibleStaff(ctx).select('e.id')})
     group by e.id, l.role order by name, e.id, l.role`.execute(ctx.db)
  return {
    receivers: staff.filter(({ position }) => linkRoles.some((role) => mayHold(role, position))),
    givers: rows,
  }
}

/** Whether the handover is within reach of the call. */
export const isVisible = async (ctx: Ctx, handoverId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('handover as h')
    .select('h.id')
    .where('h.id', '=', handoverId)
    .where(visible(ctx))
    .executeTakeFirst()) !== undefined

/** The zone in which the receiver works, beside their id: what a reach is asked about. */
const receiverOf = (ctx: Ctx, handoverId: string) =>
  ctx.db
    .selectFrom('handover as h')
    .innerJoin('employee as e', 'e.id', 'h.toId')
    .innerJoin('office', 'office.id', 'e.officeId')
    .select(['h.toId', 'office.zoneId'])
    .where('h.id', '=', handoverId)
    .executeTakeFirst()

/** Whether the call's permission reaches the receiver: who may approve for them. */
export const reachesReceiver = async (ctx: Ctx, handoverId: string): Promise<boolean> => {
  const receiver = await receiverOf(ctx, handoverId)
  return receiver !== undefined && reachesStaff(ctx.reaches, receiver.toId, receiver.zoneId)
}

const outcomes = sql<{ moved: number; changed: number; undone: number; kept: number }>`(
  select count(*) filter (where c.outcome = 'moved')::int as moved, count(*) filter (where c.outcome = 'changed')::int as changed,
         count(*) filter (where c.outcome = 'undone')::int as undone, count(*) filter (where c.outcome = 'kept')::int as kept
    from handover_client c where c.handover_id = h.id)`

/** The context of whoever looks at clients: what of them is named follows the list of clients. */
export const seeingClients = (ctx: Ctx): Pick<Ctx, 'db' | 'reaches'> => ({
  db: ctx.db,
  reaches: ctx.person.rights.reachOf('bt_Clientes', 'view'),
})

const countSeen = (ctx: Ctx, handoverId: string) =>
  sql<number>`(select count(*)::int from (${visibleClients(seeingClients(ctx)).select('c.clientId')}) c
    where c.client_id in (select client_id from handover_client where handover_id = ${handoverId}))`

/** It came to nothing by the word of whoever answers for those who give: of both words, the one that it ended as. */
const endedByRelease = sql`(r.state not in ('pending', 'approved') and r.state::text = h.state::text)`

/** One handover, how it came about, and what the caller may do with it. Throws `notFound`. */
export const findHandover = async (
  ctx: Ctx,
  { params: { handoverId } }: Parsed<typeof getHandover>,
  now: number,
): Promise<Answer<typeof getHandover>> => {
  const row = await shown(ctx)
    .leftJoin('approval as a', 'a.id', 'h.approvalId')
    .leftJoin('approval as r', (join) =>
      join.onRef('r.entityId', '=', 'h.id').on('r.entity', '=', 'handover').on('r.task', '=', 'handoverRelease'),
    )
    .innerJoinLateral(outcomes.as('o'), (join) => join.onTrue())
    .where('h.id', '=', handoverId)
    .where(visible(ctx))
    .select(['h.reason', 'h.approvalId', 'h.acceptedAt', 'h.proposedBy', 'h.acceptedBy as acceptedById'])
    .select(['o.moved', 'o.changed', 'o.undone', 'o.kept'])
    .select([
      'r.id as releaseId',
      'r.state as releaseState',
      'r.decidedAt as releasedAt',
      nameOf('r.decidedBy').as('releasedBy'),
    ])
    .select(sql<string | null>`coalesce(r.decision_reason, a.decision_reason)`.as('endReason'))
    .select(sql<string | null>`coalesce(a.expires_at, r.expires_at)`.as('expiresAt'))
    .select([
      nameOf('h.acceptedBy').as('acceptedBy'),
      sql<
        string | null
      >`coalesce(h.ended_at, case when ${endedByRelease} then r.decided_at when a.state not in ('pending', 'approved') then a.decided_at end)`.as(
        'endedAt',
      ),
      sql<
        string | null
      >`case when h.ended_at is not null then ${nameOf('h.endedBy')} when ${endedByRelease} then ${nameOf('r.decidedBy')} when a.state not in ('pending', 'approved') then ${nameOf('a.decidedBy')} end`.as(
        'endedBy',
      ),
      countSeen(ctx, handoverId).as('seen'),
    ])
    .executeTakeFirst()
  if (!row) throw refuse('notFound')
  const { proposedBy, acceptedById, seen, releaseId, releaseState, releasedAt, releasedBy, ...handover } = row
  const { userId, actingCvl, ownRights } = ctx.person
  const may = actingCvl === null && ownRights.may('bt_Traspasos', 'approve')
  const forReceiver =
    may && (await reachesReceiver({ ...ctx, reaches: ownRights.reachOf('bt_Traspasos', 'approve') }, handoverId))
  const undoUntil =
    row.state === 'done' && row.doneAt !== null
      ? new Date(Date.parse(row.doneAt) + undoHours * 3_600_000).toISOString()
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

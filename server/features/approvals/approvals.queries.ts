import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  ApprovalDetail,
  ApprovalRow,
  countWaiting,
  getApproval,
  listApprovals,
  standBacks,
} from '#contract/approvals.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { orderBy, windowOf } from '#server/core/paging.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import {
  type ApprovalSubject,
  subjectCvl,
  subjectJoins,
  subjectName,
  subjectOf,
} from '#server/domain/approval-subjects.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { joinedLately as joinedTeam } from '#server/domain/joined-lately.ts'
import { tooNear } from '#server/domain/too-near.ts'
import { findDestinations } from './destination.ts'
import { findEmployeeAccounts } from './employee-accounts.ts'
import { type Eyes, findEyes, type Power, type Viewer } from './powers.ts'
import { versionOf } from './version.ts'

type Query = Parsed<typeof listApprovals.page>['query']
export type ApprovalFilters = Parsed<typeof listApprovals.count>['query']

const powersOf = ({ powers }: Viewer) =>
  sql`jsonb_to_recordset(${JSON.stringify(powers)}::jsonb) as p(rank int, "absentId" bigint, "absentUserId" bigint, "namedBy" bigint,
    "namedLately" boolean, tasks text[], lately text[], direction boolean, "all" boolean, "staffIds" bigint[], "zoneId" bigint)`

/** The power `p` holds the change `a`, which lies with the member of staff `w` of the office `wo`. */
const holds = sql`(a.task = any(p.tasks) and (p."all" or w.id = any(p."staffIds") or wo.zone_id = p."zoneId"))`
const absent = { userId: sql`p."absentUserId"`, employeeId: sql`p."absentId"` }
const madeBy = (userId: unknown) => sql<boolean>`coalesce(a.made_by = ${userId}::bigint, false)`
/** Made by whoever is stood in for, or by whoever chose who stands in: nobody names who checks what they make. */
const madeByOther = sql<boolean>`(${madeBy(sql`p."absentUserId"`)} or ${madeBy(sql`p."namedBy"`)})`
/** A change that isn't decided with what somebody came to within a day. */
const isStrict = ({ strict }: Viewer) => sql<boolean>`(a.guarded or a.task = any(${strict}::text[]))`
/** Whom it lies with, or somebody above them, was moved within a day into the team by which it is the viewer's to decide. */
const joinedLately = ({ employeeId }: Viewer, now: number) => {
  const decider = sql`coalesce(p."absentId", ${employeeId}::bigint)`
  return sql<boolean>`(not p."all" and w.id <> ${decider} and ${joinedTeam({ employeeId: sql`w.id`, headId: decider }, now)})`
}
/** The word is old enough; that of a guarded change is only lent by the absent one themselves. */
const isSettled = (
  viewer: Viewer,
  now: number,
) => sql<boolean>`not (${isStrict(viewer)} and (a.task = any(p.lately) or ${joinedLately(viewer, now)}
  or (p."absentId" is not null and p."namedLately" and (a.guarded or p."namedBy" <> p."absentUserId"))
  or (p."absentId" is not null and a.guarded and p."namedBy" <> p."absentUserId")))`
/** Somebody of direction is there to decide it who neither made it nor is too near to it. */
const hasDirector = ({ directors, today }: Viewer) => sql<boolean>`exists (
  select from jsonb_to_recordset(${JSON.stringify(directors)}::jsonb) as n("userId" bigint, "employeeId" bigint, tasks text[])
   where a.task = any(n.tasks) and n."userId" <> a.made_by and not ${tooNear({ userId: sql`n."userId"`, employeeId: sql`n."employeeId"` }, subjectOf, today)})`
/** Whoever approved first isn't the second, nor by whom they stand in for or who named them. */
const gaveFirst = (viewer: Viewer) => sql<boolean>`coalesce(a.first_by = ${viewer.userId}::bigint, false)`
const lentByFirst = sql<boolean>`coalesce(p."absentId" is not null and (a.first_by in (p."absentUserId", p."namedBy") or a.first_behalf_id = p."absentId"), false)`
const maySay = (viewer: Viewer) => sql<boolean>`(not a.guarded or p.direction
  or (not ${hasDirector(viewer)} and not ${gaveFirst(viewer)} and not ${lentByFirst}))`
const reaches = (viewer: Viewer) => sql<boolean>`exists (select from ${powersOf(viewer)} where ${holds})`
const sees = (viewer: Viewer) =>
  sql<boolean>`(${madeBy(viewer.userId)} or coalesce(a.decided_by = ${viewer.userId}::bigint, false) or ${reaches(viewer)})`

/** The power decides the change, but for how long it has been there. */
const mayDecide = (
  viewer: Viewer,
) => sql<boolean>`(${holds} and not ${madeBy(viewer.userId)} and not ${tooNear(viewer, subjectOf, viewer.today)}
  and not (p."absentId" is not null and (${madeByOther} or ${tooNear(absent, subjectOf, viewer.today)})) and ${maySay(viewer)})`

type Seen = {
  id: string
  shownState: ApprovalRow['state']
  mine: boolean
  near: boolean
  reached: boolean
  absentMade: boolean
  /** What would decide it is younger than a day. */
  early: boolean
  gaveFirst: boolean
  /** Guarded, and somebody of direction is there to decide it. */
  ofDirection: boolean
  /** Approved with the word of direction, which is enough. */
  byDirection: boolean | null
  /** Null: the change isn't the viewer's to decide, whatever its state. */
  rank: number | null
  insteadOfId: string | null
} & Pick<
  DB['approval'],
  'task' | 'params' | 'reason' | 'entityId' | 'subjectClientId' | 'payload' | 'before' | 'after'
> & {
    [K in 'madeAt' | 'expiresAt' | 'decidedAt' | 'madeBy' | 'decidedBy' | 'madeCvl' | 'decidedCvl']: string
  } & { [K in 'firstBy' | 'firstCvl' | 'firstAt']: string | null } & { guarded: boolean } & {
    onBehalfOfId: string | null
    decisionReason: string | null
  } & ApprovalSubject

/**
 * The changes that somebody sees: those they made, decided, or could decide but for the rules, which stand beside each. Nobody decides
 * what they made or what they are too near to; standing in for somebody, nor what that person, or whoever named the substitute, made, nor what the absent one is too near to.
 */
const seenBy = ({ viewer, only }: Eyes, now: number) => {
  const at = new Date(now).toISOString()
  return sql<Seen>`(
    select a.*, coalesce(${subjectName}, u.full_name) as about_name, ${subjectCvl} as client_cvl,
           (case when a.state = 'pending' and a.expires_at <= ${at} then 'expired' else a.state end)::text as shown_state,
           ${madeBy(viewer.userId)} as mine, ${tooNear(viewer, subjectOf, viewer.today)} as near, ${reaches(viewer)} as reached,
           exists (select from ${powersOf(viewer)} where ${holds} and ${madeByOther}) as absent_made,
           ${gaveFirst(viewer)} as gave_first, a.guarded and ${hasDirector(viewer)} as of_direction,
           d.rank is null and exists (select from ${powersOf(viewer)} where ${mayDecide(viewer)} and not ${isSettled(viewer, now)}) as early,
           d.rank, d.instead_of_id, d.by_direction
      from approval a
      left join employee w on w.id = a.lies_with_id
      left join office wo on wo.id = w.office_id
      ${subjectJoins}
      left join lateral registry.people_named(array[a.subject_user_id]) u on x.id is null
      left join lateral (
        select p.rank, p."absentId" as instead_of_id, p.direction as by_direction from ${powersOf(viewer)}
         where ${mayDecide(viewer)} and ${isSettled(viewer, now)}
         order by a.guarded and not p.direction, p.rank limit 1) d on true
     where ${sees(viewer)} and ${only ? sees(only) : sql`true`})`
}

const inBox: Record<ApprovalFilters['box'], RawBuilder<SqlBool>> = {
  waiting: sql`s.shown_state = 'pending' and s.rank is not null`,
  mine: sql`s.mine`,
  decided: sql`s.shown_state <> 'pending'`,
  all: sql`true`,
}

const matches = ({ prefix }: Ctx, { box, task, state, from, to }: ApprovalFilters): RawBuilder<SqlBool> => {
  const { timeZone } = tenantFacts[prefix]
  const conditions = [
    inBox[box],
    ...(task ? [sql`s.task = ${task}`] : []),
    ...(state ? [sql`s.shown_state = ${state}`] : []),
    ...(from ? [sql`s.made_at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`s.made_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

const named = (userId: 's.madeBy' | 's.decidedBy' | 's.firstBy') =>
  sql<{
    fullName: string
  }>`(select n.full_name from registry.people_named(array[${sql.ref(userId)}]) n where n.user_id = ${sql.ref(userId)})`

/** An instant for those who show it; in a file, what the firm's clock showed. */
const moment = (column: 's.madeAt' | 's.expiresAt' | 's.decidedAt', timeZone?: string) =>
  timeZone
    ? sql<string>`to_char(${sql.ref(column)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`
    : sql<string>`${sql.ref(column)}`

/** The shown row of each of these. */
const withRows = (db: Kysely<DB>, seen: RawBuilder<Seen>, timeZone?: string) =>
  db
    .selectFrom(seen.as('s'))
    .leftJoinLateral(named('s.madeBy').as('maker'), (join) => join.onTrue())
    .leftJoinLateral(named('s.decidedBy').as('decider'), (join) => join.onTrue())
    .leftJoinLateral(named('s.firstBy').as('first'), (join) => join.onTrue())
    .leftJoin('employee as m', 'm.id', 's.onBehalfOfId')
    .select([
      's.id',
      sql<ApprovalRow['task']>`s.task`.as('task'),
      sql<ApprovalRow['params']>`s.params`.as('params'),
      's.aboutName',
      's.clientCvl',
      's.reason',
      's.shownState as state',
      'maker.fullName as makerName',
      's.madeCvl as makerCvl',
      moment('s.madeAt', timeZone).as('madeAt'),
      moment('s.expiresAt', timeZone).as('expiresAt'),
      'decider.fullName as deciderName',
      's.decidedCvl as deciderCvl',
      fullName('m').as('onBehalfOfName'),
      moment('s.decidedAt', timeZone).as('decidedAt'),
      's.decisionReason',
      's.entityId',
      's.subjectClientId',
      's.mine',
      's.guarded',
      'first.fullName as firstName',
      's.firstCvl',
      's.firstAt',
    ])

const linked =
  (tasks: readonly Task[]) =>
  <T extends { task: string; entityId: string | null; subjectClientId: string | null }>({
    entityId,
    subjectClientId,
    ...row
  }: T) => ({
    ...row,
    link: tasks.find(({ name }) => name === row.task)?.pageOf?.(entityId, subjectClientId) ?? null,
  })

const sortColumns: Record<(typeof listApprovals.sortable)[number], string> = {
  madeAt: 's.made_at',
  expiresAt: 's.expires_at',
  decidedAt: 's.decided_at',
}

export const findApprovals = async (ctx: Ctx, query: Query, { serving }: Raw): Promise<{ rows: ApprovalRow[] }> => {
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const seen = seenBy(await findEyes(ctx, serving), serving.clock())
  const chosen = sql<Seen>`(select s.* from ${seen} s where ${matches(ctx, filters)}
    order by ${orderBy({ sort, direction }, sortColumns, 's.id', backwards)} limit ${limit} offset ${offset})`
  const rows = await withRows(ctx.db, chosen)
    .orderBy(orderBy({ sort, direction }, sortColumns, 's.id'))
    .execute()
  return { rows: rows.map(linked(serving.tasks)) }
}

/** Everything that matches, for the export. */
export const allApprovals = async (ctx: Ctx, { sort, direction, ...filters }: ApprovalFilters & Sorting, raw: Raw) => {
  const seen = seenBy(await findEyes(ctx, raw.serving), raw.serving.clock())
  const chosen = sql<Seen>`(select s.* from ${seen} s where ${matches(ctx, filters)})`
  return withRows(ctx.db, chosen, tenantFacts[ctx.prefix].timeZone).orderBy(
    orderBy({ sort, direction }, sortColumns, 's.id'),
  )
}

export const countApprovals = async (ctx: Ctx, filters: ApprovalFilters, { serving }: Raw) => {
  const seen = seenBy(await findEyes(ctx, serving), serving.clock())
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${seen} s where ${matches(ctx, filters)}`.execute(ctx.db)
  return { total: rows[0]!.total, totals: {} }
}

export const findWaiting = async (ctx: Ctx, raw: Raw): Promise<Answer<typeof countWaiting>> => ({
  waiting: (await countApprovals(ctx, { box: 'waiting' }, raw)).total,
})

export type Judged = Pick<
  Seen,
  | 'id'
  | 'mine'
  | 'near'
  | 'reached'
  | 'absentMade'
  | 'early'
  | 'gaveFirst'
  | 'ofDirection'
  | 'byDirection'
  | 'rank'
  | 'insteadOfId'
  | 'shownState'
  | 'guarded'
  | 'firstBy'
> & {
  payload: object
  madeBy: string
  task: string
  params: Record<string, string>
}

/** Who of the people with these powers sees the change, by the rule of `sees`. */
export const findSeers = async (
  db: Kysely<DB>,
  approvalId: string,
  userIds: readonly string[],
  powers: readonly (Power & { userId: string })[],
): Promise<string[]> => {
  const { rows } = await sql<{ userId: string }>`
    select u.user_id::text as "userId" from unnest(${[...userIds]}::bigint[]) u(user_id)
      cross join approval a
      left join employee w on w.id = a.lies_with_id
      left join office wo on wo.id = w.office_id
     where a.id = ${approvalId}
       and (${madeBy(sql`u.user_id`)} or coalesce(a.decided_by = u.user_id, false) or exists (
         select from jsonb_to_recordset(${JSON.stringify(powers)}::jsonb)
           as p("userId" bigint, tasks text[], "all" boolean, "staffIds" bigint[], "zoneId" bigint)
          where p."userId" = u.user_id and ${holds}))`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** What somebody may do with each of these changes, without those that they don't see. */
export const findAllJudged = async (
  db: Kysely<DB>,
  eyes: Eyes,
  approvalIds: readonly string[],
  now: number,
): Promise<Judged[]> => {
  const { rows } = await sql<Judged>`
    select s.id, s.mine, s.near, s.reached, s.absent_made, s.early, s.gave_first, s.of_direction, s.by_direction, s.rank, s.instead_of_id, s.shown_state,
           s.guarded, s.first_by, s.payload, s.made_by, s.task, s.params
      from ${seenBy(eyes, now)} s where s.id = any(${[...approvalIds]}::bigint[])`.execute(db)
  return rows
}

/** What somebody may do with one change; undefined where they don't see it. */
export const findJudged = async (
  db: Kysely<DB>,
  eyes: Eyes,
  approvalId: string,
  now: number,
): Promise<Judged | undefined> => (await findAllJudged(db, eyes, [approvalId], now))[0]

/** The shown rows of these changes, with what each would be before and after, the oldest first. */
export const findShown = (db: Kysely<DB>, eyes: Eyes, approvalIds: readonly string[], now: number) =>
  withRows(db, sql<Seen>`(select s.* from ${seenBy(eyes, now)} s where s.id = any(${[...approvalIds]}::bigint[]))`)
    .select(['s.before', 's.after'])
    .orderBy('s.madeAt')
    .orderBy('s.id')
    .execute()

/** Why whoever sees and reaches a change may not decide it. */
export const standBackOf = ({
  mine,
  near,
  absentMade,
  early,
  gaveFirst: gave,
  ofDirection,
}: Judged): (typeof standBacks)[number] => {
  if (mine) return 'approval.sameAsMaker'
  if (near) return 'approval.ownRecord'
  if (gave) return 'approval.needsAnother'
  if (early) return 'approval.rightTooNew'
  if (ofDirection) return 'approval.directionDecides'
  return absentMade ? 'approval.sameAsMaker' : 'approval.ownRecord'
}

export const findApproval = async (
  ctx: Ctx,
  { params: { approvalId } }: Parsed<typeof getApproval>,
  { serving }: Raw,
): Promise<ApprovalDetail> => {
  const eyes = await findEyes(ctx, serving)
  const seen = seenBy(eyes, serving.clock())
  const [judged, row, destinations] = await Promise.all([
    findJudged(ctx.db, eyes, approvalId, serving.clock()),
    withRows(ctx.db, sql<Seen>`(select s.* from ${seen} s where s.id = ${approvalId})`)
      .leftJoin('employee as e', 'e.id', 's.insteadOfId')
      .select(['s.before', 's.after', fullName('e').as('insteadOfName')])
      .executeTakeFirst(),
    findDestinations(ctx.db, ctx, [approvalId]),
  ])
  if (!judged || !row) throw refuse('notFound')
  const pending = judged.shownState === 'pending'
  const mayDecide = pending && judged.rank !== null && eyes.only === null
  const heldBack = pending && judged.reached && !mayDecide
  const destination = destinations.get(approvalId)
  const accounts = mayDecide ? await findEmployeeAccounts(ctx.db, judged) : undefined
  return {
    ...linked(serving.tasks)(row as typeof row & Pick<ApprovalDetail, 'before' | 'after'>),
    ...accounts,
    uploadId: row.task === 'statement' ? row.entityId : null,
    destination: destination?.shown ?? null,
    version: versionOf({ ...row, bankAccountId: destination?.bankAccountId ?? null }),
    mayDecide,
    insteadOfName: mayDecide ? row.insteadOfName : null,
    standBack: heldBack ? (eyes.only ? 'cvl.readOnly' : standBackOf(judged)) : null,
    mayWithdraw: pending && judged.mine && eyes.only === null,
  }
}

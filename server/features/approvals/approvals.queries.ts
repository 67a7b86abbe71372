import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  ApprovalDetail,
  ApprovalRow,
  cannotDecideReasons,
  countPendingApprovals,
  getApproval,
  listApprovals,
} from '#contract/approvals.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListSorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { buildOrderBy, toPageWindow } from '#server/core/paging.ts'
import type { HttpContext } from '#server/core/routes.ts'
import {
  type ApprovalSubject,
  approvalSubjectColumns,
  approvalSubjectCvlSql,
  approvalSubjectJoins,
  approvalSubjectNameSql,
} from '#server/domain/approval-subjects.ts'
import { fullNameSql } from '#server/domain/client-columns.ts'
import { conflictOfInterestSql } from '#server/domain/conflict-of-interest.ts'
import { isRecentSupervisor as joinedTeam } from '#server/domain/recent-supervisor.ts'
import {
  type ApprovalPower,
  type ApprovalViewer,
  findVisibilityScope,
  type VisibilityScope,
} from './approval-powers.ts'
import { hashApprovalVersion } from './approval-version.ts'
import { findEmployeeAccounts } from './employee-accounts.ts'
import { findPaymentDestinations } from './payment-destination.ts'

type ApprovalPageQuery = ParsedRequest<typeof listApprovals.page>['query']
export type ApprovalFilters = ParsedRequest<typeof listApprovals.count>['query']

const powersTableSql = ({ powers }: ApprovalViewer) =>
  sql`jsonb_to_recordset(${JSON.stringify(powers)}::jsonb) as p(rank int, "absentId" bigint, "absentUserId" bigint, "namedBy" bigint,
    "namedLately" boolean, tasks text[], lately text[], direction boolean, "all" boolean, "staffIds" bigint[], "zoneId" bigint)`

/** The power `p` holds the change `a`, which lies with the member of staff `w` of the office `wo`. */
const powerCoversChangeSql = sql`(a.task = any(p.tasks) and (p."all" or w.id = any(p."staffIds") or wo.zone_id = p."zoneId"))`
const absentPersonSql = { userId: sql`p."absentUserId"`, employeeId: sql`p."absentId"` }
const isMadeBySql = (userId: unknown) => sql<boolean>`coalesce(a.made_by = ${userId}::bigint, false)`
/** Made by whoever is stood in for, or by whoever chose who stands in: nobody names who checks what they make. */
const isMadeByDelegatorSql = sql<boolean>`(${isMadeBySql(sql`p."absentUserId"`)} or ${isMadeBySql(sql`p."namedBy"`)})`
/** A change that isn't decided with what somebody came to within a day. */
const needsSecondFactorSql = ({ strict }: ApprovalViewer) =>
  sql<boolean>`(a.guarded or a.task = any(${strict}::text[]))`
/** Whom it lies with, or somebody above them, was moved within a day into the team by which it is the viewer's to decide. */
const joinedTeamLatelySql = ({ employeeId }: ApprovalViewer, now: number) => {
  const decider = sql`coalesce(p."absentId", ${employeeId}::bigint)`
  return sql<boolean>`(not p."all" and w.id <> ${decider} and ${joinedTeam({ employeeId: sql`w.id`, headId: decider }, now)})`
}
/** The word is old enough; that of a guarded change is only lent by the absent one themselves. */
const isPowerOldEnoughSql = (
  viewer: ApprovalViewer,
  now: number,
) => sql<boolean>`not (${needsSecondFactorSql(viewer)} and (a.task = any(p.lately) or ${joinedTeamLatelySql(viewer, now)}
  or (p."absentId" is not null and p."namedLately" and (a.guarded or p."namedBy" <> p."absentUserId"))
  or (p."absentId" is not null and a.guarded and p."namedBy" <> p."absentUserId")))`
/** Somebody of direction is there to decide it who neither made it nor is too near to it. */
const hasDirectorSql = ({ directors, today }: ApprovalViewer) => sql<boolean>`exists (
  select from jsonb_to_recordset(${JSON.stringify(directors)}::jsonb) as n("userId" bigint, "employeeId" bigint, tasks text[])
   where a.task = any(n.tasks) and n."userId" <> a.made_by and not ${conflictOfInterestSql({ userId: sql`n."userId"`, employeeId: sql`n."employeeId"` }, approvalSubjectColumns, today)})`
/** Whoever approved first isn't the second, nor by whom they stand in for or who named them. */
const gaveFirstApprovalSql = (viewer: ApprovalViewer) =>
  sql<boolean>`coalesce(a.first_by = ${viewer.userId}::bigint, false)`
const delegatedByFirstApproverSql = sql<boolean>`coalesce(p."absentId" is not null and (a.first_by in (p."absentUserId", p."namedBy") or a.first_behalf_id = p."absentId"), false)`
const canDecideGuardedSql = (viewer: ApprovalViewer) => sql<boolean>`(not a.guarded or p.direction
  or (not ${hasDirectorSql(viewer)} and not ${gaveFirstApprovalSql(viewer)} and not ${delegatedByFirstApproverSql}))`
const isWithinPowersSql = (viewer: ApprovalViewer) =>
  sql<boolean>`exists (select from ${powersTableSql(viewer)} where ${powerCoversChangeSql})`
const canSeeApprovalSql = (viewer: ApprovalViewer) =>
  sql<boolean>`(${isMadeBySql(viewer.userId)} or coalesce(a.decided_by = ${viewer.userId}::bigint, false) or ${isWithinPowersSql(viewer)})`

/** The power decides the change, but for how long it has been there. */
const canDecideSql = (
  viewer: ApprovalViewer,
) => sql<boolean>`(${powerCoversChangeSql} and not ${isMadeBySql(viewer.userId)} and not ${conflictOfInterestSql(viewer, approvalSubjectColumns, viewer.today)}
  and not (p."absentId" is not null and (${isMadeByDelegatorSql} or ${conflictOfInterestSql(absentPersonSql, approvalSubjectColumns, viewer.today)})) and ${canDecideGuardedSql(viewer)})`

type VisibleApproval = {
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
const visibleApprovalsSql = ({ viewer, only }: VisibilityScope, now: number) => {
  const at = new Date(now).toISOString()
  return sql<VisibleApproval>`(
    select a.*, coalesce(${approvalSubjectNameSql}, u.full_name) as about_name, ${approvalSubjectCvlSql} as client_cvl,
           (case when a.state = 'pending' and a.expires_at <= ${at} then 'expired' else a.state end)::text as shown_state,
           ${isMadeBySql(viewer.userId)} as mine, ${conflictOfInterestSql(viewer, approvalSubjectColumns, viewer.today)} as near, ${isWithinPowersSql(viewer)} as reached,
           exists (select from ${powersTableSql(viewer)} where ${powerCoversChangeSql} and ${isMadeByDelegatorSql}) as absent_made,
           ${gaveFirstApprovalSql(viewer)} as gave_first, a.guarded and ${hasDirectorSql(viewer)} as of_direction,
           d.rank is null and exists (select from ${powersTableSql(viewer)} where ${canDecideSql(viewer)} and not ${isPowerOldEnoughSql(viewer, now)}) as early,
           d.rank, d.instead_of_id, d.by_direction
      from approval a
      left join employee w on w.id = a.lies_with_id
      left join office wo on wo.id = w.office_id
      ${approvalSubjectJoins}
      left join lateral registry.people_named(array[a.subject_user_id]) u on x.id is null
      left join lateral (
        select p.rank, p."absentId" as instead_of_id, p.direction as by_direction from ${powersTableSql(viewer)}
         where ${canDecideSql(viewer)} and ${isPowerOldEnoughSql(viewer, now)}
         order by a.guarded and not p.direction, p.rank limit 1) d on true
     where ${canSeeApprovalSql(viewer)} and ${only ? canSeeApprovalSql(only) : sql`true`})`
}

const boxConditions: Record<ApprovalFilters['box'], RawBuilder<SqlBool>> = {
  waiting: sql`s.shown_state = 'pending' and s.rank is not null`,
  mine: sql`s.mine`,
  decided: sql`s.shown_state <> 'pending'`,
  all: sql`true`,
}

const approvalConditions = ({ prefix }: Ctx, { box, task, state, from, to }: ApprovalFilters): RawBuilder<SqlBool> => {
  const { timeZone } = tenantFacts[prefix]
  const conditions = [
    boxConditions[box],
    ...(task ? [sql`s.task = ${task}`] : []),
    ...(state ? [sql`s.shown_state = ${state}`] : []),
    ...(from ? [sql`s.made_at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`s.made_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

const userNameSql = (userId: 's.madeBy' | 's.decidedBy' | 's.firstBy') =>
  sql<{
    fullName: string
  }>`(select n.full_name from registry.people_named(array[${sql.ref(userId)}]) n where n.user_id = ${sql.ref(userId)})`

/** An instant for those who show it; in a file, what the firm's clock showed. */
const timestampSql = (column: 's.madeAt' | 's.expiresAt' | 's.decidedAt', timeZone?: string) =>
  timeZone
    ? sql<string>`to_char(${sql.ref(column)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`
    : sql<string>`${sql.ref(column)}`

/** The shown row of each of these. */
const selectApprovalRows = (db: Kysely<DB>, visibleApprovals: RawBuilder<VisibleApproval>, timeZone?: string) =>
  db
    .selectFrom(visibleApprovals.as('s'))
    .leftJoinLateral(userNameSql('s.madeBy').as('maker'), (join) => join.onTrue())
    .leftJoinLateral(userNameSql('s.decidedBy').as('decider'), (join) => join.onTrue())
    .leftJoinLateral(userNameSql('s.firstBy').as('first'), (join) => join.onTrue())
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
      timestampSql('s.madeAt', timeZone).as('madeAt'),
      timestampSql('s.expiresAt', timeZone).as('expiresAt'),
      'decider.fullName as deciderName',
      's.decidedCvl as deciderCvl',
      fullNameSql('m').as('onBehalfOfName'),
      timestampSql('s.decidedAt', timeZone).as('decidedAt'),
      's.decisionReason',
      's.entityId',
      's.subjectClientId',
      's.mine',
      's.guarded',
      'first.fullName as firstName',
      's.firstCvl',
      's.firstAt',
    ])

const createLinkAdder =
  (tasks: readonly ApprovalTask[]) =>
  <T extends { task: string; entityId: string | null; subjectClientId: string | null }>({
    entityId,
    subjectClientId,
    ...row
  }: T) => ({
    ...row,
    link: tasks.find(({ name }) => name === row.task)?.pageOf?.(entityId, subjectClientId) ?? null,
  })

const approvalSorts: Record<(typeof listApprovals.sortable)[number], string> = {
  madeAt: 's.made_at',
  expiresAt: 's.expires_at',
  decidedAt: 's.decided_at',
}

export const findApprovals = async (
  ctx: Ctx,
  query: ApprovalPageQuery,
  { serving }: HttpContext,
): Promise<{ rows: ApprovalRow[] }> => {
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = toPageWindow({ page, pageSize, knownTotal, sort, direction })
  const visibleApprovals = visibleApprovalsSql(await findVisibilityScope(ctx, serving), serving.clock())
  const matchingApprovals = sql<VisibleApproval>`(select s.* from ${visibleApprovals} s where ${approvalConditions(ctx, filters)}
    order by ${buildOrderBy({ sort, direction }, approvalSorts, 's.id', backwards)} limit ${limit} offset ${offset})`
  const rows = await selectApprovalRows(ctx.db, matchingApprovals)
    .orderBy(buildOrderBy({ sort, direction }, approvalSorts, 's.id'))
    .execute()
  return { rows: rows.map(createLinkAdder(serving.tasks)) }
}

/** Everything that matches, for the export. */
export const queryAllApprovals = async (
  ctx: Ctx,
  { sort, direction, ...filters }: ApprovalFilters & ListSorting,
  raw: HttpContext,
) => {
  const visibleApprovals = visibleApprovalsSql(await findVisibilityScope(ctx, raw.serving), raw.serving.clock())
  const matchingApprovals = sql<VisibleApproval>`(select s.* from ${visibleApprovals} s where ${approvalConditions(ctx, filters)})`
  return selectApprovalRows(ctx.db, matchingApprovals, tenantFacts[ctx.prefix].timeZone).orderBy(
    buildOrderBy({ sort, direction }, approvalSorts, 's.id'),
  )
}

export const countApprovals = async (ctx: Ctx, filters: ApprovalFilters, { serving }: HttpContext) => {
  const visibleApprovals = visibleApprovalsSql(await findVisibilityScope(ctx, serving), serving.clock())
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${visibleApprovals} s where ${approvalConditions(ctx, filters)}`.execute(ctx.db)
  return { total: rows[0]!.total, totals: {} }
}

export const countOwnPendingApprovals = async (
  ctx: Ctx,
  raw: HttpContext,
): Promise<ResponseBody<typeof countPendingApprovals>> => ({
  waiting: (await countApprovals(ctx, { box: 'waiting' }, raw)).total,
})

export type ApprovalEligibility = Pick<
  VisibleApproval,
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
export const findApprovalViewers = async (
  db: Kysely<DB>,
  approvalId: string,
  userIds: readonly string[],
  powers: readonly (ApprovalPower & { userId: string })[],
): Promise<string[]> => {
  const { rows } = await sql<{ userId: string }>`
    select u.user_id::text as "userId" from unnest(${[...userIds]}::bigint[]) u(user_id)
      cross join approval a
      left join employee w on w.id = a.lies_with_id
      left join office wo on wo.id = w.office_id
     where a.id = ${approvalId}
       and (${isMadeBySql(sql`u.user_id`)} or coalesce(a.decided_by = u.user_id, false) or exists (
         select from jsonb_to_recordset(${JSON.stringify(powers)}::jsonb)
           as p("userId" bigint, tasks text[], "all" boolean, "staffIds" bigint[], "zoneId" bigint)
          where p."userId" = u.user_id and ${powerCoversChangeSql}))`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** What somebody may do with each of these changes, without those that they don't see. */
export const findApprovalEligibilities = async (
  db: Kysely<DB>,
  visibilityScope: VisibilityScope,
  approvalIds: readonly string[],
  now: number,
): Promise<ApprovalEligibility[]> => {
  const { rows } = await sql<ApprovalEligibility>`
    select s.id, s.mine, s.near, s.reached, s.absent_made, s.early, s.gave_first, s.of_direction, s.by_direction, s.rank, s.instead_of_id, s.shown_state,
           s.guarded, s.first_by, s.payload, s.made_by, s.task, s.params
      from ${visibleApprovalsSql(visibilityScope, now)} s where s.id = any(${[...approvalIds]}::bigint[])`.execute(db)
  return rows
}

/** What somebody may do with one change; undefined where they don't see it. */
export const findApprovalEligibility = async (
  db: Kysely<DB>,
  visibilityScope: VisibilityScope,
  approvalId: string,
  now: number,
): Promise<ApprovalEligibility | undefined> =>
  (await findApprovalEligibilities(db, visibilityScope, [approvalId], now))[0]

/** The shown rows of these changes, with what each would be before and after, the oldest first. */
export const findApprovalRows = (
  db: Kysely<DB>,
  visibilityScope: VisibilityScope,
  approvalIds: readonly string[],
  now: number,
) =>
  selectApprovalRows(
    db,
    sql<VisibleApproval>`(select s.* from ${visibleApprovalsSql(visibilityScope, now)} s where s.id = any(${[...approvalIds]}::bigint[]))`,
  )
    .select(['s.before', 's.after'])
    .orderBy('s.madeAt')
    .orderBy('s.id')
    .execute()

/** Why whoever sees and reaches a change may not decide it. */
export const getCannotDecideReason = ({
  mine,
  near,
  absentMade,
  early,
  gaveFirst: gave,
  ofDirection,
}: ApprovalEligibility): (typeof cannotDecideReasons)[number] => {
  if (mine) return 'approval.sameAsMaker'
  if (near) return 'approval.ownRecord'
  if (gave) return 'approval.needsAnother'
  if (early) return 'approval.rightTooNew'
  if (ofDirection) return 'approval.directionDecides'
  return absentMade ? 'approval.sameAsMaker' : 'approval.ownRecord'
}

export const findApproval = async (
  ctx: Ctx,
  { params: { approvalId } }: ParsedRequest<typeof getApproval>,
  { serving }: HttpContext,
): Promise<ApprovalDetail> => {
  const visibilityScope = await findVisibilityScope(ctx, serving)
  const visibleApprovals = visibleApprovalsSql(visibilityScope, serving.clock())
  const [judged, row, destinations] = await Promise.all([
    findApprovalEligibility(ctx.db, visibilityScope, approvalId, serving.clock()),
    selectApprovalRows(ctx.db, sql<VisibleApproval>`(select s.* from ${visibleApprovals} s where s.id = ${approvalId})`)
      .leftJoin('employee as e', 'e.id', 's.insteadOfId')
      .select(['s.before', 's.after', fullNameSql('e').as('insteadOfName')])
      .executeTakeFirst(),
    findPaymentDestinations(ctx.db, ctx, [approvalId]),
  ])
  if (!judged || !row) throw buildRefusal('notFound')
  const pending = judged.shownState === 'pending'
  const mayDecide = pending && judged.rank !== null && visibilityScope.only === null
  const heldBack = pending && judged.reached && !mayDecide
  const destination = destinations.get(approvalId)
  const accounts = mayDecide ? await findEmployeeAccounts(ctx.db, judged) : undefined
  return {
    ...createLinkAdder(serving.tasks)(row as typeof row & Pick<ApprovalDetail, 'before' | 'after'>),
    ...accounts,
    uploadId: row.task === 'statement' ? row.entityId : null,
    destination: destination?.shown ?? null,
    version: hashApprovalVersion({ ...row, bankAccountId: destination?.bankAccountId ?? null }),
    mayDecide,
    insteadOfName: mayDecide ? row.insteadOfName : null,
    standBack: heldBack ? (visibilityScope.only ? 'cvl.readOnly' : getCannotDecideReason(judged)) : null,
    mayWithdraw: pending && judged.mine && visibilityScope.only === null,
  }
}

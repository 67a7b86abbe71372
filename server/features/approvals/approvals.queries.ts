import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { countClientApprovals } from '#contract/approvals/client-count.ts'
import type {
  ApprovalDetail,
  ApprovalRow,
  countPendingApprovals,
  getApproval,
  listApprovals,
} from '#contract/approvals.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { buildOrderBy, toPageWindow } from '#server/core/paging.ts'
import { fullNameSql, userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import {
  type ApprovalSubject,
  approvalSubjectColumns,
  approvalSubjectCvlSql,
  approvalSubjectJoins,
  approvalSubjectNameSql,
  liesWithJoins,
  shownStateSql,
} from '#server/domain/approval-subjects.ts'
import { conflictOfInterestSql } from '#server/domain/conflict-of-interest.ts'
import { isRecentSupervisor } from '#server/domain/recent-supervisor.ts'
import { findApprovalImpact } from './approval-impact.ts'
import {
  type ApprovalPower,
  type ApprovalViewer,
  findVisibilityScope,
  type VisibilityScope,
} from './approval-powers.ts'
import { hashApprovalVersion } from './approval-version.ts'
import { type DecisionFacts, getDecisionRights } from './decision-rights.ts'
import { findEmployeeAccounts } from './employee-accounts.ts'
import { findPaymentDestinations } from './payment-destination.ts'
import { canUndoRejection, findRejectionUndoDeadline, getTask } from './rejection-undo.ts'

type ServingRequest = { deps: Pick<HttpContext['deps'], 'tasks' | 'clock'> }
export type ApprovalFilters = ParsedRequest<typeof listApprovals.count>['query']

const powersTableSql = ({ powers }: ApprovalViewer) =>
  sql`jsonb_to_recordset(${toJsonRecords(powers)}::jsonb) as p(rank int, absent_id bigint, absent_user_id bigint, named_by bigint,
    named_lately boolean, tasks text[], lately text[], direction boolean, "all" boolean, staff_ids bigint[], zone_id bigint)`

/** The power `p` holds the change `a`, which lies with the member of staff `w` of the office `wo`. */
const powerCoversChangeSql = sql`(a.task = any(p.tasks) and (p."all" or w.id = any(p.staff_ids) or wo.zone_id = p.zone_id))`
const absentPersonSql = { userId: sql`p.absent_user_id`, employeeId: sql`p.absent_id` }
const isMadeBySql = (userId: unknown) => sql<boolean>`coalesce(a.made_by = ${userId}::bigint, false)`
/** Made by whoever is stood in for, or by whoever chose who stands in: nobody names who checks what they make. */
const isMadeByDelegatorSql = sql<boolean>`(${isMadeBySql(sql`p.absent_user_id`)} or ${isMadeBySql(sql`p.named_by`)})`
/** A change that isn't decided with what somebody came to within a day. */
const needsSecondFactorSql = ({ strict }: ApprovalViewer) =>
  sql<boolean>`(a.guarded or a.task = any(${strict}::text[]))`
/** Whom it lies with, or somebody above them, was moved within a day into the team by which it is the viewer's to decide. */
const joinedTeamLatelySql = ({ employeeId }: ApprovalViewer, now: number) => {
  const decider = sql`coalesce(p.absent_id, ${employeeId}::bigint)`
  return sql<boolean>`(not p."all" and w.id <> ${decider} and ${isRecentSupervisor({ employeeId: sql`w.id`, headId: decider }, now)})`
}
/** The word is old enough; that of a guarded change is only lent by the absent one themselves. */
const isPowerOldEnoughSql = (
  viewer: ApprovalViewer,
  now: number,
) => sql<boolean>`not (${needsSecondFactorSql(viewer)} and (a.task = any(p.lately) or ${joinedTeamLatelySql(viewer, now)}
  or (p.absent_id is not null and p.named_lately and (a.guarded or p.named_by <> p.absent_user_id))
  or (p.absent_id is not null and a.guarded and p.named_by <> p.absent_user_id)))`
/** Somebody of direction is there to decide it who neither made it nor is too near to it. */
const hasDirectorSql = ({ directors, today }: ApprovalViewer) => sql<boolean>`exists (
  select from jsonb_to_recordset(${toJsonRecords(directors)}::jsonb) as n(user_id bigint, employee_id bigint, tasks text[])
   where a.task = any(n.tasks) and n.user_id <> a.made_by and not ${conflictOfInterestSql({ userId: sql`n.user_id`, employeeId: sql`n.employee_id` }, approvalSubjectColumns, today)})`
/** Whoever approved first isn't the second, nor by whom they stand in for or who named them. */
const gaveFirstApprovalSql = (viewer: ApprovalViewer) =>
  sql<boolean>`coalesce(a.first_by = ${viewer.userId}::bigint, false)`
const delegatedByFirstApproverSql = sql<boolean>`coalesce(p.absent_id is not null and (a.first_by in (p.absent_user_id, p.named_by) or a.first_behalf_id = p.absent_id), false)`
const canDecideGuardedSql = (viewer: ApprovalViewer) => sql<boolean>`(not a.guarded or p.direction
  or (not ${hasDirectorSql(viewer)} and not ${gaveFirstApprovalSql(viewer)} and not ${delegatedByFirstApproverSql}))`
const isWithinPowersSql = (viewer: ApprovalViewer) =>
  sql<boolean>`exists (select from ${powersTableSql(viewer)} where ${powerCoversChangeSql})`
const canSeeApprovalSql = (viewer: ApprovalViewer) =>
  sql<boolean>`(${isMadeBySql(viewer.userId)} or coalesce(a.decided_by = ${viewer.userId}::bigint, false) or ${isWithinPowersSql(viewer)})`
/** Somebody sees the change `a`, and whoever they look for does. */
export const isVisibleApprovalSql = ({ viewer, only }: VisibilityScope) =>
  sql<boolean>`(${canSeeApprovalSql(viewer)} and ${only ? canSeeApprovalSql(only) : sql`true`})`

/** The power decides the change, but for how long it has been there. */
const canDecideSql = (
  viewer: ApprovalViewer,
) => sql<boolean>`(${powerCoversChangeSql} and not ${isMadeBySql(viewer.userId)} and not ${conflictOfInterestSql(viewer, approvalSubjectColumns, viewer.today)}
  and not (p.absent_id is not null and (${isMadeByDelegatorSql} or ${conflictOfInterestSql(absentPersonSql, approvalSubjectColumns, viewer.today)})) and ${canDecideGuardedSql(viewer)})`

type VisibleApproval = DecisionFacts & {
  id: string
  /** Approved with the word of direction, which is enough. */
  byDirection: boolean | null
  insteadOfId: string | null
} & Pick<
    DB['approval'],
    'task' | 'params' | 'reason' | 'entityId' | 'subjectClientId' | 'payload' | 'before' | 'after'
  > & { undoneRejections: number } & {
    [K in 'madeAt' | 'expiresAt' | 'decidedAt' | 'madeBy' | 'decidedBy' | 'madeCvl' | 'decidedCvl']: string
  } & { [K in 'firstBy' | 'firstCvl' | 'firstAt']: string | null } & { guarded: boolean } & {
    onBehalfOfId: string | null
    decisionReason: string | null
  } & ApprovalSubject

/**
 * The changes that somebody sees: those they made, decided, or could decide but for the rules, which stand beside each. Nobody decides
 * what they made or what they are too near to; standing in for somebody, nor what that person, or whoever named the substitute, made, nor what the absent one is too near to.
 */
export const visibleApprovalsSql = ({ viewer, only }: VisibilityScope, now: number) => sql<VisibleApproval>`(
    select a.*, coalesce(${approvalSubjectNameSql}, u.full_name) as about_name, ${approvalSubjectCvlSql} as client_cvl,
           ${shownStateSql(now)} as shown_state,
           ${isMadeBySql(viewer.userId)} as mine, ${conflictOfInterestSql(viewer, approvalSubjectColumns, viewer.today)} as near, ${isWithinPowersSql(viewer)} as reached,
           exists (select from ${powersTableSql(viewer)} where ${powerCoversChangeSql} and ${isMadeByDelegatorSql}) as absent_made,
           a.first_by is not null and (${gaveFirstApprovalSql(viewer)}
             or exists (select from ${powersTableSql(viewer)} where ${powerCoversChangeSql} and ${delegatedByFirstApproverSql})) as gave_first, a.guarded and ${hasDirectorSql(viewer)} as of_direction,
           d.rank is null and exists (select from ${powersTableSql(viewer)} where ${canDecideSql(viewer)} and not ${isPowerOldEnoughSql(viewer, now)}) as early,
           d.rank, d.instead_of_id, d.by_direction
      from approval a ${liesWithJoins}
      ${approvalSubjectJoins}
      left join lateral registry.people_named(array[a.subject_user_id]) u on x.id is null
      left join lateral (
        select p.rank, p.absent_id as instead_of_id, p.direction as by_direction from ${powersTableSql(viewer)}
         where ${canDecideSql(viewer)} and ${isPowerOldEnoughSql(viewer, now)}
         order by a.guarded and not p.direction, p.rank limit 1) d on true
     where ${isVisibleApprovalSql({ viewer, only })})`

const boxConditions: Record<ApprovalFilters['box'], RawBuilder<SqlBool>> = {
  waiting: sql`s.shown_state = 'pending' and s.rank is not null`,
  mine: sql`s.mine`,
  decided: sql`s.shown_state <> 'pending'`,
  all: sql`true`,
}

const isAboutClientSql = (cvl: unknown) => sql<boolean>`${cvl} = any(string_to_array(s.client_cvl, ', '))`

const approvalConditions = (
  { prefix }: Ctx,
  { box, task, state, client, from, to }: ApprovalFilters,
): RawBuilder<SqlBool> => {
  const { timeZone } = tenantFacts[prefix]
  const conditions = [
    boxConditions[box],
    ...(task ? [isOneOfSql(sql`s.task`, task)] : []),
    ...(state ? [isOneOfSql(sql`s.shown_state`, state)] : []),
    ...(client ? [isAboutClientSql(client)] : []),
    ...(from ? [sql`s.made_at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`s.made_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** An instant for those who show it; in a file, what the firm's clock showed. */
const timestampSql = (column: 's.madeAt' | 's.expiresAt' | 's.decidedAt', timeZone?: string) =>
  timeZone
    ? sql<string>`to_char(${sql.ref(column)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`
    : sql<string>`${sql.ref(column)}`

/** The shown row of each of these. */
const selectApprovalRows = (db: Kysely<DB>, visibleApprovals: RawBuilder<VisibleApproval>, timeZone?: string) =>
  db
    .selectFrom(visibleApprovals.as('s'))
    .leftJoin('employee as m', 'm.id', 's.onBehalfOfId')
    .select([
      's.id',
      sql<ApprovalRow['task']>`s.task`.as('task'),
      sql<ApprovalRow['params']>`s.params`.as('params'),
      's.aboutName',
      's.clientCvl',
      's.reason',
      's.shownState as state',
      userNameSql('s.madeBy').as('makerName'),
      's.madeCvl as makerCvl',
      timestampSql('s.madeAt', timeZone).as('madeAt'),
      timestampSql('s.expiresAt', timeZone).as('expiresAt'),
      userNameSql('s.decidedBy').as('deciderName'),
      's.decidedCvl as deciderCvl',
      fullNameSql<string | null>('m').as('onBehalfOfName'),
      timestampSql('s.decidedAt', timeZone).as('decidedAt'),
      's.decisionReason',
      's.entityId',
      's.subjectClientId',
      's.mine',
      's.guarded',
      userNameSql('s.firstBy').as('firstName'),
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
    link: tasks.find(({ name }) => name === row.task)?.getRecordPath?.(entityId, subjectClientId) ?? null,
  })

const approvalSorts: Record<(typeof listApprovals.sortable)[number], string> = {
  madeAt: 's.made_at',
  expiresAt: 's.expires_at',
  decidedAt: 's.decided_at',
}

export const findApprovals = async (
  ctx: Ctx,
  filters: ApprovalFilters,
  paging: ListPaging,
  { deps }: ServingRequest,
): Promise<ApprovalRow[]> => {
  const { offset, limit, backwards } = toPageWindow(paging)
  const visibleApprovals = visibleApprovalsSql(await findVisibilityScope(ctx, deps), deps.clock())
  const matchingApprovals = sql<VisibleApproval>`(select s.* from ${visibleApprovals} s where ${approvalConditions(ctx, filters)}
    order by ${buildOrderBy(paging, approvalSorts, 's.id', backwards)} limit ${limit} offset ${offset})`
  const rows = await selectApprovalRows(ctx.db, matchingApprovals)
    .orderBy(buildOrderBy(paging, approvalSorts, 's.id'))
    .execute()
  return rows.map(createLinkAdder(deps.tasks))
}

/** Everything that matches, for the export. */
export const queryAllApprovals = async (
  ctx: Ctx,
  filters: ApprovalFilters,
  sorting: ListSorting,
  { deps }: ServingRequest,
) => {
  const visibleApprovals = visibleApprovalsSql(await findVisibilityScope(ctx, deps), deps.clock())
  const matchingApprovals = sql<VisibleApproval>`(select s.* from ${visibleApprovals} s where ${approvalConditions(ctx, filters)})`
  return selectApprovalRows(ctx.db, matchingApprovals, tenantFacts[ctx.prefix].timeZone).orderBy(
    buildOrderBy(sorting, approvalSorts, 's.id'),
  )
}

export const countApprovals = async (ctx: Ctx, filters: ApprovalFilters, { deps }: ServingRequest) => {
  const visibleApprovals = visibleApprovalsSql(await findVisibilityScope(ctx, deps), deps.clock())
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${visibleApprovals} s where ${approvalConditions(ctx, filters)}`.execute(ctx.db)
  return rows[0]!
}

/** Of whoever isn't visible there is nothing to count: what the caller sees of changes says nothing of the client. */
export const countPendingOfClient = async (
  ctx: Ctx,
  { query: { clientId } }: ParsedRequest<typeof countClientApprovals>,
  { deps }: ServingRequest,
): Promise<ResponseBody<typeof countClientApprovals>> => {
  const visibleApprovals = visibleApprovalsSql(await findVisibilityScope(ctx, deps), deps.clock())
  const { rows } = await sql<{ pending: number }>`
    select count(*)::int as pending from ${visibleApprovals} s
     where s.shown_state = 'pending' and ${isAboutClientSql(sql`(select cvl from client where id = ${clientId})`)}`.execute(
    ctx.db,
  )
  return rows[0]!
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
  | 'decidedBy'
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
    select u.user_id::text as user_id from unnest(${[...userIds]}::bigint[]) u(user_id)
      cross join approval a
      left join employee w on w.id = a.lies_with_id
      left join office wo on wo.id = w.office_id
     where a.id = ${approvalId}
       and (${isMadeBySql(sql`u.user_id`)} or coalesce(a.decided_by = u.user_id, false) or exists (
         select from jsonb_to_recordset(${toJsonRecords(powers)}::jsonb)
           as p(user_id bigint, tasks text[], "all" boolean, staff_ids bigint[], zone_id bigint)
          where p.user_id = u.user_id and ${powerCoversChangeSql}))`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** What somebody may do with each of these changes, without those that they don't see. */
export const findApprovalEligibilities = async (
  db: Kysely<DB>,
  visibilityScope: VisibilityScope,
  approvalIds: readonly string[],
  now: number,
): Promise<ApprovalEligibility[]> => {
  // By key: the ids decide nothing of the plan.
  const query = sql<ApprovalEligibility>`
    select s.id, s.mine, s.near, s.reached, s.absent_made, s.early, s.gave_first, s.of_direction, s.by_direction, s.rank, s.instead_of_id, s.shown_state,
           s.guarded, s.first_by, s.decided_by, s.payload, s.made_by, s.task, s.params
      from ${visibleApprovalsSql(visibilityScope, now)} s where s.id = any(${[...approvalIds]}::bigint[])`
  return executeSteady(db, query.compile(db))
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
    .select(['s.before', 's.after', 's.undoneRejections'])
    .orderBy('s.madeAt')
    .orderBy('s.id')
    .execute()

export const findApproval = async (
  ctx: Ctx,
  { params: { approvalId } }: ParsedRequest<typeof getApproval>,
  { deps }: HttpContext,
): Promise<ApprovalDetail> => {
  const visibilityScope = await findVisibilityScope(ctx, deps)
  const visibleApprovals = visibleApprovalsSql(visibilityScope, deps.clock())
  const [judged, row, destinations] = await Promise.all([
    findApprovalEligibility(ctx.db, visibilityScope, approvalId, deps.clock()),
    selectApprovalRows(ctx.db, sql<VisibleApproval>`(select s.* from ${visibleApprovals} s where s.id = ${approvalId})`)
      .leftJoin('employee as e', 'e.id', 's.insteadOfId')
      .select(['s.before', 's.after', 's.undoneRejections', fullNameSql('e').as('insteadOfName')])
      .executeTakeFirst(),
    findPaymentDestinations(ctx.db, ctx, [approvalId]),
  ])
  if (!judged || !row) throw buildRefusal('notFound')
  const isReadOnlyView = visibilityScope.only !== null
  const { mayDecide, mayWithdraw, standBack } = getDecisionRights(judged, isReadOnlyView)
  const destination = destinations.get(approvalId)
  const bankAccountId = destination?.bankAccountId ?? null
  const [accounts, impact] = await Promise.all([
    mayDecide ? findEmployeeAccounts(ctx.db, judged) : undefined,
    findApprovalImpact(ctx, { id: approvalId, bankAccountId, mayDecide, now: deps.clock() }),
  ])
  return {
    ...createLinkAdder(deps.tasks)(row as typeof row & Pick<ApprovalDetail, 'before' | 'after'>),
    ...accounts,
    ...impact,
    uploadId: row.task === 'statement' ? row.entityId : null,
    kycDocument:
      row.task === 'kycApproval' && row.entityId && row.subjectClientId
        ? { clientId: row.subjectClientId, documentId: row.entityId }
        : null,
    destination: destination?.shown ?? null,
    version: hashApprovalVersion({ ...row, bankAccountId }),
    mayDecide,
    mayWithdraw,
    standBack,
    canUndoRejection: canUndoRejection(getTask(deps, row.task)),
    undoRejectionUntil: isReadOnlyView ? null : findRejectionUndoDeadline(ctx, deps, { ...row, ...judged }),
    insteadOfName: mayDecide ? row.insteadOfName : null,
  }
}

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
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { buildOrderBy, toPageWindow } from '#server/core/paging.ts'
import { fullNameSql, userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findApprovalEligibility } from './approval-eligibility.ts'
import { findApprovalImpact } from './approval-impact.ts'
import { findVisibilityScope, type VisibilityScope } from './approval-powers.ts'
import { hashApprovalVersion } from './approval-version.ts'
import { getDecisionRights } from './decision-rights.ts'
import { findEmployeeAccounts } from './employee-accounts.ts'
import { findPaymentDestinations } from './payment-destination.ts'
import { canUndoRejection, findRejectionUndoDeadline, getTask } from './rejection-undo.ts'
import { type VisibleApproval, visibleApprovalsSql } from './visible-approvals.ts'

type ServingRequest = { deps: Pick<HttpContext['deps'], 'tasks' | 'clock'> }
export type ApprovalFilters = ParsedRequest<typeof listApprovals.count>['query']

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

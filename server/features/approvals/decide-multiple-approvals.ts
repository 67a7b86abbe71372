import * as contract from '#contract/approvals.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal, isDatabaseUnavailable } from '#server/core/errors.ts'
import { buildPermissionRecheck } from '#server/core/permission-recheck.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { isSecondFactorRequired } from '#server/domain/approvals.ts'
import { assertNotInStaffView } from '#server/domain/assert-not-in-staff-view.ts'
import { confirmSecondFactor } from '#server/domain/identity-confirmation.ts'
import { type ApprovalEligibility, findApprovalEligibilities } from './approval-eligibility.ts'
import { findApprovalViewer, findVisibilityScope } from './approval-powers.ts'
import { hashApprovalVersion } from './approval-version.ts'
import { findApprovalRows } from './approvals.queries.ts'
import { approveChange, assertReason, rejectChange } from './decide-approval.ts'
import { getCannotDecideReason } from './decision-rights.ts'
import { findPaymentDestinations } from './payment-destination.ts'
import { canUndoRejection, getTask } from './rejection-undo.ts'

type ApprovalObstacle = contract.ApprovalSummary['approvals'][number]['obstacle']

const getApprovalObstacle = (eligibilities: ApprovalEligibility): ApprovalObstacle => {
  if (eligibilities.shownState !== 'pending') return 'approval.decided'
  if (eligibilities.guarded) return 'approval.oneByOne'
  return eligibilities.rank === null ? getCannotDecideReason(eligibilities) : null
}

/** What several changes would do, and which of them the caller may decide together. */
export const summarizeApprovals = async (
  ctx: Ctx,
  { body: { approvalIds } }: ParsedRequest<typeof contract.summarizeApprovals>,
  { deps }: HttpContext,
): Promise<contract.ApprovalSummary> => {
  const visibilityScope = await findVisibilityScope(ctx, deps)
  const [eligibilities, rows, destinations] = await Promise.all([
    findApprovalEligibilities(ctx.db, visibilityScope, approvalIds, deps.clock()),
    findApprovalRows(ctx.db, visibilityScope, approvalIds, deps.clock()),
    findPaymentDestinations(ctx.db, ctx, approvalIds),
  ])
  if (rows.length < approvalIds.length || eligibilities.length < approvalIds.length) throw buildRefusal('notFound')
  const judgedById = new Map(eligibilities.map((one) => [one.id, one]))
  const approvals = rows.map(({ id, task, params, aboutName, clientCvl, ...row }) => {
    const destination = destinations.get(id)
    const obstacle = visibilityScope.only === null ? getApprovalObstacle(judgedById.get(id)!) : 'cvl.readOnly'
    return {
      id,
      task,
      params,
      aboutName,
      clientCvl,
      obstacle,
      amount: params.amount ?? null,
      destination: destination?.shown ?? null,
      canUndoRejection: canUndoRejection(getTask(deps, task)),
      version: hashApprovalVersion({ ...row, task, params, bankAccountId: destination?.bankAccountId ?? null }),
    }
  })
  const decidable = approvals.filter(({ obstacle }) => obstacle === null)
  const sum = decidable.reduce((total, { amount }) => total + toCents(amount ?? '0.00'), 0n)
  return { approvals, amount: centsToAmount(sum) }
}

/** What the second factor that is given once for all of them is refused with where it can't be mended now; null where it is good, or not asked for. */
const findSecondFactorObstacle = async (
  ctx: Ctx,
  raw: HttpContext,
  eligibilities: readonly ApprovalEligibility[],
  code: string | undefined,
): Promise<ErrorCode | null> => {
  const asking = eligibilities.some(
    (one) => getApprovalObstacle(one) === null && getTask(raw.deps, one.task).secondFactor,
  )
  if (!asking) return null
  const required = await isSecondFactorRequired(ctx.db)
  try {
    await confirmSecondFactor(ctx, raw, code, { required, settled: required })
    return null
  } catch (error) {
    const isWanting =
      error instanceof RefusalError && ['secondFactor.missing', 'secondFactor.tooNew'].includes(error.code)
    if (!isWanting) throw error
    return error.code
  }
}

type DecisionInput = ParsedRequest<typeof contract.decideApprovals>['body']['decisions'][number]
type DecisionOutcome = Pick<ParsedRequest<typeof contract.decideApprovals>['body'], 'outcome' | 'reason'>

/** Decided by the caller already, and alike: the answer to that was lost, or sent twice. */
const isAlreadyDecidedAlike = async (
  ctx: Ctx,
  approvalId: string,
  { outcome, reason }: DecisionOutcome,
): Promise<boolean> => {
  const found = await ctx.db
    .selectFrom('approval')
    .where('id', '=', approvalId)
    .where('decidedBy', '=', ctx.person.userId)
    .where('state', '=', outcome)
    .select('decisionReason')
    .executeTakeFirst()
  return found !== undefined && (outcome === 'approved' || found.decisionReason === reason)
}

const decideSingleApproval = async (
  ctx: Ctx,
  raw: HttpContext,
  { approvalId, version }: DecisionInput,
  decisionOutcome: DecisionOutcome,
): Promise<contract.DecisionResult> => {
  const { outcome, reason } = decisionOutcome
  try {
    if (outcome === 'approved') await approveChange(ctx, { approvalId, version }, raw.deps)
    else await rejectChange(ctx, { approvalId, version, reason }, raw.deps)
    return { approvalId, state: outcome, code: null }
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    if (error instanceof RefusalError) {
      const isDone =
        error.code === 'approval.decided' && (await isAlreadyDecidedAlike(ctx, approvalId, decisionOutcome))
      return isDone ? { approvalId, state: outcome, code: null } : { approvalId, state: null, code: error.code }
    }
    // Of this one nothing was done; the others are no worse for it.
    raw.request.log.error({ err: error, approvalId }, 'a change among several could not be decided')
    return { approvalId, state: null, code: 'internal' }
  }
}

/** Decides each of several changes in a transaction of its own, as a single one is decided, and answers of each what happened. */
export const decideApprovals = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.decideApprovals>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.decideApprovals>> => {
  assertNotInStaffView(ctx)
  const { decisions, outcome, reason, code } = body
  if (outcome === 'rejected') assertReason(reason)
  const { deps } = raw
  const ids = decisions.map(({ approvalId }) => approvalId)
  const viewer = await findApprovalViewer(ctx.db, ctx, deps.tasks, deps.clock())
  const eligibilities = await findApprovalEligibilities(ctx.db, { viewer, only: null }, ids, deps.clock())
  const eligibilityById = new Map(eligibilities.map((one) => [one.id, one]))
  const factorObstacle = outcome === 'approved' ? await findSecondFactorObstacle(ctx, raw, eligibilities, code) : null
  const refusalOf = (approvalId: string): ErrorCode | null => {
    const one = eligibilityById.get(approvalId)
    if (one?.guarded) return 'approval.oneByOne'
    return one && getTask(deps, one.task).secondFactor ? factorObstacle : null
  }
  const still = buildPermissionRecheck(ctx, contract.decideApprovals, deps.clock)
  const results: contract.DecisionResult[] = []
  for (const decision of decisions) {
    await still()
    const code = refusalOf(decision.approvalId)
    results.push(
      code === null
        ? await decideSingleApproval(ctx, raw, decision, { outcome, reason })
        : { approvalId: decision.approvalId, state: null, code },
    )
  }
  return { results }
}

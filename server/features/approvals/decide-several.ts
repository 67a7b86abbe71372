import {
  type ApprovalSummary,
  type DecisionResult,
  decideApprovals as decideContract,
  type summarizeApprovals as summarizeContract,
} from '#contract/approvals.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { Refused } from '#rules/refused.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isDatabaseAway, refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { stillMay } from '#server/core/still-may.ts'
import { isFactorNeeded } from '#server/domain/approvals.ts'
import { confirmSecondFactor } from '#server/domain/confirm.ts'
import { findAllJudged, findShown, type Judged, standBackOf } from './approvals.queries.ts'
import { approveChange, assertReason, rejectChange, taskOf } from './decide.ts'
import { findDestinations } from './destination.ts'
import { findEyes, findMyself } from './powers.ts'
import { refuseInView } from './refuse-in-view.ts'
import { versionOf } from './version.ts'

type Obstacle = ApprovalSummary['approvals'][number]['obstacle']

const obstacleOf = (judged: Judged): Obstacle => {
  if (judged.shownState !== 'pending') return 'approval.decided'
  if (judged.guarded) return 'approval.oneByOne'
  return judged.rank === null ? standBackOf(judged) : null
}

/** What several changes would do, and which of them the caller may decide together. */
export const summarizeApprovals = async (
  ctx: Ctx,
  { body: { approvalIds } }: Parsed<typeof summarizeContract>,
  { serving }: Raw,
): Promise<ApprovalSummary> => {
  const eyes = await findEyes(ctx, serving)
  const [judged, rows, destinations] = await Promise.all([
    findAllJudged(ctx.db, eyes, approvalIds, serving.clock()),
    findShown(ctx.db, eyes, approvalIds, serving.clock()),
    findDestinations(ctx.db, ctx, approvalIds),
  ])
  if (rows.length < approvalIds.length || judged.length < approvalIds.length) throw refuse('notFound')
  const judgedById = new Map(judged.map((one) => [one.id, one]))
  const approvals = rows.map(({ id, task, params, aboutName, clientCvl, ...row }) => {
    const destination = destinations.get(id)
    const obstacle = eyes.only === null ? obstacleOf(judgedById.get(id)!) : 'cvl.readOnly'
    return {
      ...{ id, task, params, aboutName, clientCvl, obstacle },
      amount: params.amount ?? null,
      destination: destination?.shown ?? null,
      version: versionOf({ ...row, task, params, bankAccountId: destination?.bankAccountId ?? null }),
    }
  })
  const decidable = approvals.filter(({ obstacle }) => obstacle === null)
  const sum = decidable.reduce((total, { amount }) => total + centsOf(amount ?? '0.00'), 0n)
  return { approvals, amount: moneyOf(sum) }
}

/** What the second factor that is given once for all of them is refused with where it can't be mended now; null where it is good, or not asked for. */
const findFactorObstacle = async (
  ctx: Ctx,
  raw: Raw,
  judged: readonly Judged[],
  code: string | undefined,
): Promise<ErrorCode | null> => {
  const asking = judged.some((one) => obstacleOf(one) === null && taskOf(raw.serving, one.task).secondFactor)
  if (!asking) return null
  const required = await isFactorNeeded(ctx.db)
  try {
    await confirmSecondFactor(ctx, raw, code, { required, settled: required })
    return null
  } catch (error) {
    const isWanting = error instanceof Refused && ['secondFactor.missing', 'secondFactor.tooNew'].includes(error.code)
    if (!isWanting) throw error
    return error.code
  }
}

type Decision = Parsed<typeof decideContract>['body']['decisions'][number]
type Wanted = Pick<Parsed<typeof decideContract>['body'], 'outcome' | 'reason'>

/** Decided by the caller already, and alike: the answer to that was lost, or sent twice. */
const isDoneAlike = async (ctx: Ctx, approvalId: string, { outcome, reason }: Wanted): Promise<boolean> => {
  const found = await ctx.db
    .selectFrom('approval')
    .where('id', '=', approvalId)
    .where('decidedBy', '=', ctx.person.userId)
    .where('state', '=', outcome)
    .select('decisionReason')
    .executeTakeFirst()
  return found !== undefined && (outcome === 'approved' || found.decisionReason === reason)
}

const decideOne = async (
  ctx: Ctx,
  raw: Raw,
  { approvalId, version }: Decision,
  wanted: Wanted,
): Promise<DecisionResult> => {
  const { outcome, reason } = wanted
  try {
    if (outcome === 'approved') await approveChange(ctx, { approvalId, version }, raw.serving)
    else await rejectChange(ctx, { approvalId, version, reason }, raw.serving)
    return { approvalId, state: outcome, code: null }
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (error instanceof Refused) {
      const isDone = error.code === 'approval.decided' && (await isDoneAlike(ctx, approvalId, wanted))
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
  { body }: Parsed<typeof decideContract>,
  raw: Raw,
): Promise<Answer<typeof decideContract>> => {
  refuseInView(ctx)
  const { decisions, outcome, reason, code } = body
  if (outcome === 'rejected') assertReason(reason)
  const { serving } = raw
  const ids = decisions.map(({ approvalId }) => approvalId)
  const viewer = await findMyself(ctx.db, ctx, serving.tasks, serving.clock())
  const judged = await findAllJudged(ctx.db, { viewer, only: null }, ids, serving.clock())
  const known = new Map(judged.map((one) => [one.id, one]))
  const factorObstacle = outcome === 'approved' ? await findFactorObstacle(ctx, raw, judged, code) : null
  const refusalOf = (approvalId: string): ErrorCode | null => {
    const one = known.get(approvalId)
    if (one?.guarded) return 'approval.oneByOne'
    return one && taskOf(serving, one.task).secondFactor ? factorObstacle : null
  }
  const still = stillMay(ctx, decideContract, serving.clock)
  const results: DecisionResult[] = []
  for (const decision of decisions) {
    await still()
    const code = refusalOf(decision.approvalId)
    results.push(
      code === null
        ? await decideOne(ctx, raw, decision, { outcome, reason })
        : { approvalId: decision.approvalId, state: null, code },
    )
  }
  return { results }
}

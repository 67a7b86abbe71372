import { rejectionUndoMinutes } from '#contract/approvals.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { EndpointDeps } from '#server/core/routes.ts'
import type { DecisionFacts } from './decision-rights.ts'

const minuteMs = 60_000

/** Throws a fault where no feature brings the task. */
export const getTask = ({ tasks }: Pick<EndpointDeps, 'tasks'>, name: string): ApprovalTask => {
  const task = tasks.find((one) => one.name === name)
  if (!task) throw new Error(`nobody carries out the task ${name}`)
  return task
}

/** A task that tells its own record of a rejection must know the way back too; one that tells nothing has nothing to take back. */
export const canUndoRejection = ({ discardChange, restoreChange }: ApprovalTask): boolean =>
  discardChange === undefined || restoreChange !== undefined

/** Until when a rejection may be taken back, in milliseconds: no longer than the change would have waited. */
export const getRejectionUndoDeadline = ({ decidedAt, expiresAt }: { decidedAt: string; expiresAt: string }): number =>
  Math.min(Date.parse(decidedAt) + rejectionUndoMinutes * minuteMs, Date.parse(expiresAt))

type RejectionFacts = Pick<DecisionFacts, 'shownState' | 'reached' | 'rank'> & {
  task: string
  decidedBy: string | null
  decidedAt: string | null
  expiresAt: string
}

/** Until when the caller may take this rejection back; null where they may not. */
export const findRejectionUndoDeadline = (
  { person }: Ctx,
  deps: Pick<EndpointDeps, 'tasks' | 'clock'>,
  { shownState, reached, rank, task, decidedBy, decidedAt, expiresAt }: RejectionFacts,
): string | null => {
  const isOwnRejection = shownState === 'rejected' && decidedBy === person.userId && reached && rank !== null
  if (!isOwnRejection || decidedAt === null || !canUndoRejection(getTask(deps, task))) return null
  const deadline = getRejectionUndoDeadline({ decidedAt, expiresAt })
  return deadline > deps.clock() ? new Date(deadline).toISOString() : null
}

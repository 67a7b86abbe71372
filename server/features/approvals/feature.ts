import * as checks from '#contract/approvals/checks.ts'
import * as clientCount from '#contract/approvals/client-count.ts'
import * as relatives from '#contract/approvals/relatives.ts'
import * as substitutions from '#contract/approvals/substitutions.ts'
import * as contract from '#contract/approvals.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { approvalRecord } from './approval-record.ts'
import { approvalJobs } from './approvals.jobs.ts'
import { approvalRoutes } from './approvals.list.ts'
import { countOwnPendingApprovals, countPendingOfClient, findApproval } from './approvals.queries.ts'
import { checkSwitchTask } from './check-switch-task.ts'
import { createSubstitution } from './create-substitution.ts'
import { approveWithSecondFactor, rejectApproval, withdrawApproval } from './decide-approval.ts'
import { decideApprovals, summarizeApprovals } from './decide-multiple-approvals.ts'
import { approvalReason, ownRequestsTile } from './my-day.ts'
import { declareRelative, endDeclaredRelative, findDeclaredRelatives } from './relatives.ts'
import { substitutionTask } from './substitution-task.ts'
import { endSubstitution, findSubstitutionChoices, findSubstitutions } from './substitutions.ts'
import { findApprovalChecks, switchApprovalCheck } from './switch-check.ts'
import { approvalBranch } from './timeline-branch.ts'
import { undoRejectedApprovals } from './undo-rejection.ts'

const routes: readonly Route[] = [
  ...approvalRoutes,
  buildRoute(contract.countPendingApprovals, (ctx, _, raw) => countOwnPendingApprovals(ctx, raw)),
  buildRoute(clientCount.countClientApprovals, countPendingOfClient),
  buildRoute(contract.getApproval, findApproval),
  buildRoute(contract.summarizeApprovals, summarizeApprovals),
  buildRoute(contract.decideApprovals, decideApprovals),
  buildRoute(contract.approveChangeRequest, approveWithSecondFactor),
  buildRoute(contract.rejectChangeRequest, rejectApproval),
  buildRoute(contract.withdrawChangeRequest, withdrawApproval),
  buildRoute(contract.undoRejections, undoRejectedApprovals),
  buildRoute(substitutions.listSubstitutions, findSubstitutions),
  buildRoute(substitutions.getSubstitutionOptions, findSubstitutionChoices),
  buildRoute(substitutions.createSubstitution, createSubstitution),
  buildRoute(substitutions.endSubstitution, endSubstitution),
  buildRoute(checks.getApprovalChecks, (ctx, _, raw) => findApprovalChecks(ctx, raw)),
  buildRoute(checks.switchApprovalCheck, switchApprovalCheck),
  buildRoute(relatives.listRelatives, findDeclaredRelatives),
  buildRoute(relatives.declareRelative, declareRelative),
  buildRoute(relatives.endRelative, endDeclaredRelative),
]

export const feature: Feature = {
  dayTiles: [ownRequestsTile],
  dayReasons: [approvalReason],
  routes,
  tasks: [checkSwitchTask, substitutionTask],
  jobs: approvalJobs,
  records: [approvalRecord],
  timeline: [approvalBranch],
}

import { declareRelative, endRelative, listRelatives } from '#contract/approvals/relatives.ts'
import {
  approveChangeRequest,
  countPendingApprovals,
  createSubstitution,
  decideApprovals,
  endSubstitution,
  getApproval,
  getApprovalChecks,
  getSubstitutionOptions,
  listApprovals,
  listSubstitutions,
  rejectChangeRequest,
  summarizeApprovals,
  switchApprovalCheck,
  withdrawChangeRequest,
} from '#contract/approvals.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { approvalRecord } from './approval-record.ts'
import { approvalsExport } from './approvals.export.ts'
import { approvalJobs } from './approvals.jobs.ts'
import { countApprovals, countOwnPendingApprovals, findApproval, findApprovals } from './approvals.queries.ts'
import { checkSwitchTask } from './check-switch-task.ts'
import { createSubstitution as create } from './create-substitution.ts'
import {
  approveWithSecondFactor as approveChange,
  rejectApproval as rejectChange,
  withdrawApproval as withdrawChange,
} from './decide-approval.ts'
import { decideApprovals as decideSeveral, summarizeApprovals as summarize } from './decide-multiple-approvals.ts'
import { declareRelative as declare, endDeclaredRelative as endRelation, findDeclaredRelatives } from './relatives.ts'
import { substitutionTask } from './substitution-task.ts'
import { endSubstitution as end, findSubstitutionChoices, findSubstitutions } from './substitutions.ts'
import { findApprovalChecks, switchApprovalCheck as switchOne } from './switch-check.ts'

const routes: readonly Route[] = [
  buildRoute(listApprovals.page, (ctx, { query }, raw) => findApprovals(ctx, query, raw)),
  buildRoute(listApprovals.count, (ctx, { query }, raw) => countApprovals(ctx, query, raw)),
  buildRoute(countPendingApprovals, (ctx, _, raw) => countOwnPendingApprovals(ctx, raw)),
  buildRoute(getApproval, findApproval),
  buildRoute(summarizeApprovals, summarize),
  buildRoute(decideApprovals, decideSeveral),
  buildRoute(approveChangeRequest, approveChange),
  buildRoute(rejectChangeRequest, rejectChange),
  buildRoute(withdrawChangeRequest, withdrawChange),
  buildRoute(listSubstitutions, findSubstitutions),
  buildRoute(getSubstitutionOptions, findSubstitutionChoices),
  buildRoute(createSubstitution, create),
  buildRoute(endSubstitution, end),
  buildRoute(getApprovalChecks, (ctx, _, raw) => findApprovalChecks(ctx, raw)),
  buildRoute(switchApprovalCheck, switchOne),
  buildRoute(listRelatives, findDeclaredRelatives),
  buildRoute(declareRelative, declare),
  buildRoute(endRelative, endRelation),
  approvalsExport,
]

export const feature: Feature = {
  routes,
  tasks: [checkSwitchTask, substitutionTask],
  jobs: approvalJobs,
  records: [approvalRecord],
}

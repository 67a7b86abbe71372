import { declareRelative, endRelative, listRelatives } from '#contract/approvals/relatives.ts'
import {
  approve,
  countWaiting,
  createSubstitution,
  decideApprovals,
  endSubstitution,
  getApproval,
  getChecks,
  listApprovals,
  listSubstitutions,
  reject,
  substitutionChoices,
  summarizeApprovals,
  switchCheck,
  withdraw,
} from '#contract/approvals.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { approvalRecord } from './approval-record.ts'
import { approvalsExport } from './approvals.export.ts'
import { approvalJobs } from './approvals.jobs.ts'
import { countApprovals, findApproval, findApprovals, findWaiting } from './approvals.queries.ts'
import { checkTask } from './check-task.ts'
import { approve as approveChange, reject as rejectChange, withdraw as withdrawChange } from './decide.ts'
import { decideApprovals as decideSeveral, summarizeApprovals as summarize } from './decide-several.ts'
import { createSubstitution as create } from './name-substitute.ts'
import { declareRelative as declare, endRelative as endRelation, findRelatives } from './relatives.ts'
import { substitutionTask } from './substitution-task.ts'
import { endSubstitution as end, findChoices, findSubstitutions } from './substitutions.ts'
import { findChecks, switchCheck as switchOne } from './switch-check.ts'

const routes: readonly Route[] = [
  serve(listApprovals.page, (ctx, { query }, raw) => findApprovals(ctx, query, raw)),
  serve(listApprovals.count, (ctx, { query }, raw) => countApprovals(ctx, query, raw)),
  serve(countWaiting, (ctx, _, raw) => findWaiting(ctx, raw)),
  serve(getApproval, findApproval),
  serve(summarizeApprovals, summarize),
  serve(decideApprovals, decideSeveral),
  serve(approve, approveChange),
  serve(reject, rejectChange),
  serve(withdraw, withdrawChange),
  serve(listSubstitutions, findSubstitutions),
  serve(substitutionChoices, findChoices),
  serve(createSubstitution, create),
  serve(endSubstitution, end),
  serve(getChecks, (ctx, _, raw) => findChecks(ctx, raw)),
  serve(switchCheck, switchOne),
  serve(listRelatives, findRelatives),
  serve(declareRelative, declare),
  serve(endRelative, endRelation),
  approvalsExport,
]

export const feature: Feature = {
  routes,
  tasks: [checkTask, substitutionTask],
  jobs: approvalJobs,
  records: [approvalRecord],
}

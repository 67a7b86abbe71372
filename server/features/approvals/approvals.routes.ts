import { approve, countWaiting, getApproval, listApprovals, reject, withdraw } from '#contract/approvals.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { approvalsExport } from './approvals.export.ts'
import { countApprovals, findApproval, findApprovals, findWaiting } from './approvals.queries.ts'
import { approve as approveChange, reject as rejectChange, withdraw as withdrawChange } from './decide.ts'

export const approvalRoutes: readonly Route[] = [
  serve(listApprovals.page, (ctx, { query }, raw) => findApprovals(ctx, query, raw)),
  serve(listApprovals.count, (ctx, { query }, raw) => countApprovals(ctx, query, raw)),
  serve(countWaiting, (ctx, _, raw) => findWaiting(ctx, raw)),
  serve(getApproval, findApproval),
  serve(approve, approveChange),
  serve(reject, rejectChange),
  serve(withdraw, withdrawChange),
  approvalsExport,
]

import { listApprovals } from '#contract/approvals.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'

/** How many changes about the client wait for a decision, of those that the viewer sees. */
export const buildPendingApprovalsQuery = (cvl: string) =>
  buildQueryOptions(listApprovals.count, { query: { box: 'all', state: ['pending'], client: cvl } })

import { countClientApprovals } from '#contract/approvals/client-count.ts'
import { buildPartQuery } from '#web/core/query-client.ts'

/** How many changes about the client wait for a decision, of those that the viewer sees. */
export const buildPendingApprovalsQuery = (clientId: string) =>
  buildPartQuery(countClientApprovals, { query: { clientId } })

import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

/** What the client was told by e-mail, or would have been. */
export const noticeBranch: TimelineBranch = {
  kind: 'notice',
  module: 'bt_Avisos',
  seenBy: 'client',
  select: (_, clientId) => ({
    from: sql`client_notice n join account a on a.id = n.account_id`,
    where: sql`n.client_id = ${clientId}`,
    order: { at: sql`n.queued_at`, id: sql`n.id` },
    what: sql`n.kind::text`,
    state: sql`n.state::text`,
    amount: sql`n.amount`,
    accountNumber: sql`a.number`,
    path: sql`'/crm/Avisos?client=' || n.client_id`,
  }),
}

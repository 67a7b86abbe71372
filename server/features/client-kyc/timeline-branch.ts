import { sql } from 'kysely'
import { ownRecordsSql } from '#db/tables/core/client-rows.ts'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

/** Documents of identity and proofs of address: who uploaded, checked and decided. Numbers and reasons stand on the page of the client. */
export const kycBranch: TimelineBranch = {
  kind: 'kyc',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: (_, clientId) => ({
    from: sql`kyc_document k cross join lateral (values
      (1, k.uploaded_at, 'pending', k.uploaded_by),
      (2, k.checked_at, 'verified', k.checked_by),
      (3, k.decided_at, case when k.state = 'rejected' then 'rejected' else 'approved' end, k.decided_by)) e (line, at, state, user_id)`,
    where: sql`k.client_id in ${ownRecordsSql(clientId)} and e.at is not null`,
    order: { at: sql`e.at`, id: sql`k.id`, line: sql`e.line` },
    what: sql`k.subject::text`,
    state: sql`e.state`,
    userId: sql`e.user_id`,
    path: sql`'/clientes/' || k.client_id || '#kyc'`,
  }),
}

import { sql } from 'kysely'
import { ownRecordsSql } from '#db/tables/core/client-rows.ts'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

/** What the client was asked to agree to, and what became of it. A client has few of these: each step of each is an entry. */
export const consentBranch: TimelineBranch = {
  kind: 'consent',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: (_, clientId) => ({
    from: sql`consent c cross join lateral (values
      (1, c.sent_at, 'sent', c.sent_by),
      (2, c.viewed_at, 'viewed', null::bigint),
      (3, c.decided_at, case when c.state = 'refused' then 'refused' else 'signed' end, null),
      (4, c.withdrawn_at, 'withdrawn', c.withdrawn_by),
      (5, c.superseded_at, 'superseded', null)) e (line, at, state, user_id)`,
    where: sql`c.client_id in ${ownRecordsSql(clientId)} and e.at is not null`,
    order: { at: sql`e.at`, id: sql`c.id`, line: sql`e.line` },
    what: sql`c.purpose::text`,
    state: sql`e.state`,
    userId: sql`e.user_id`,
    path: sql`'/clientes/' || c.client_id || '#consents'`,
  }),
}

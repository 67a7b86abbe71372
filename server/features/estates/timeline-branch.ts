import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

/** That the death of the client was registered, and that their money was let go to those who inherit. */
export const estateBranch: TimelineBranch = {
  kind: 'estate',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: (_, clientId) => ({
    from: sql`estate s cross join lateral (values
      (1, s.registered_at, 'registered', s.registered_by), (2, s.released_at, 'released', s.released_by)) e (line, at, what, user_id)`,
    where: sql`s.client_id = ${clientId} and e.at is not null`,
    order: { at: sql`e.at`, id: sql`s.id`, line: sql`e.line` },
    what: sql`e.what`,
    userId: sql`e.user_id`,
    path: sql`'/clientes/' || s.client_id || '/fallecimiento'`,
  }),
}

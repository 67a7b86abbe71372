import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

/** Records that became one with the client's, and those that are two again. The other CVL is searchable on its own, so it is no secret here. */
export const mergeBranch: TimelineBranch = {
  kind: 'merge',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: (_, clientId) => ({
    from: sql`client_merge m
      join client other on other.id = case when m.survivor_id = ${clientId} then m.absorbed_id else m.survivor_id end
      cross join lateral (values (1, m.done_at, 'merged', m.asked_by), (2, m.undone_at, 'undone', m.undone_by)) e (line, at, what, user_id)`,
    where: sql`m.id = any(array(
      select x.id from client_merge x where x.survivor_id = ${clientId} union all select x.id from client_merge x where x.absorbed_id = ${clientId}))
      and e.at is not null`,
    order: { at: sql`e.at`, id: sql`m.id`, line: sql`e.line` },
    what: sql`e.what`,
    text: sql`other.cvl`,
    userId: sql`e.user_id`,
  }),
}

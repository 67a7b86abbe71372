import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

/** Meetings about the client, at the time when they begin; what is planned comes first. */
export const meetingBranch: TimelineBranch = {
  kind: 'meeting',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: ({ person }, clientId) => ({
    from: sql`meeting m`,
    where: sql`m.client_id = ${clientId}`,
    order: { at: sql`m.starts_at`, id: sql`m.id` },
    what: sql`coalesce(m.stage::text, 'meeting')`,
    state: sql`m.state::text`,
    text: sql`concat_ws(' · ', m.subject, nullif(m.note, ''), nullif(m.result, ''))`,
    userId: sql`m.created_by`,
    ...(person.rights.may('bt_AgendaComercial', 'view') && { path: sql`'/crm/AgendaComercial/reuniones/' || m.id` }),
  }),
}

import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

/** What was to be done about the client, at the time when it was written down. */
export const followUpBranch: TimelineBranch = {
  kind: 'followUp',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: ({ person }, clientId) => ({
    from: sql`follow_up f`,
    where: sql`f.client_id = ${clientId}`,
    order: { at: sql`f.created_at`, id: sql`f.id` },
    what: sql`'made'`,
    state: sql`f.state::text`,
    text: sql`concat_ws(' · ', f.subject, nullif(f.note, ''), nullif(f.result, ''))`,
    amount: sql`f.amount`,
    userId: sql`f.created_by`,
    ...(person.rights.may('bt_AgendaComercial', 'view') && { path: sql`'/crm/AgendaComercial/seguimientos/' || f.id` }),
  }),
}

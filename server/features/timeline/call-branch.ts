import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

/** Calls to the client. One of which the source gives no year has no place among what happened, and is left out. */
export const callBranch: TimelineBranch = {
  kind: 'call',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: (_, clientId) => ({
    from: sql`call l left join campaign k on k.id = l.campaign_id`,
    where: sql`l.client_id = ${clientId} and l.called_on is not null and l.deactivated_at is null`,
    order: { at: sql`l.called_on`, isDay: true, id: sql`l.id` },
    what: sql`case when l.sold then 'sold' else 'made' end`,
    text: sql`nullif(concat_ws(' · ', k.name, case when l.noted_at is null then nullif(l.outcome, '') end, nullif(l.feedback, ''), nullif(l.observations, '')), '')`,
  }),
}

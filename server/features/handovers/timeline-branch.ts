import { sql } from 'kysely'
import { fullNameSql } from '#server/core/person-name.ts'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'
import { buildVisibilityCondition } from './handover.queries.ts'

/** Handovers that took the client along, or were to, as far as the caller sees handovers. */
export const handoverBranch: TimelineBranch = {
  kind: 'handover',
  module: 'bt_Traspasos',
  seenBy: 'ownRule',
  select: (ctx, clientId) => ({
    from: sql`handover_client hc join handover h on h.id = hc.handover_id join employee m on m.id = h.to_id left join employee e on e.id = hc.from_id`,
    where: sql`hc.client_id = ${clientId} and ${buildVisibilityCondition(ctx)}`,
    order: { at: sql`h.proposed_at`, id: sql`h.id` },
    what: sql`h.role::text`,
    state: sql`h.state::text`,
    text: sql`concat_ws(' → ', ${fullNameSql('e')}, ${fullNameSql('m')})`,
    userId: sql`h.proposed_by`,
    path: sql`'/crm/Traspasos/' || h.id`,
  }),
}

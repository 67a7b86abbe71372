import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

const requestRows = sql`info_form_request r join info_form f on f.id = r.form_id`
const path = sql<string>`'/clientes/' || f.client_id || '#info-form'`

/** What was sent to the client, what they answered, and each version that was completed. */
export const infoFormBranches: readonly TimelineBranch[] = [
  {
    kind: 'infoForm',
    module: 'bt_Clientes',
    seenBy: 'client',
    select: (_, clientId) => ({
      from: requestRows,
      where: sql`f.client_id = ${clientId}`,
      order: { at: sql`r.sent_at`, id: sql`r.id`, line: sql`1` },
      what: sql`'sent'`,
      userId: sql`r.sent_by`,
      path,
    }),
  },
  {
    kind: 'infoForm',
    module: 'bt_Clientes',
    seenBy: 'client',
    select: (_, clientId) => ({
      from: requestRows,
      where: sql`f.client_id = ${clientId} and r.answered_at is not null`,
      order: { at: sql`r.answered_at`, id: sql`r.id`, line: sql`2` },
      what: sql`'answered'`,
      path,
    }),
  },
  {
    kind: 'infoForm',
    module: 'bt_Clientes',
    seenBy: 'client',
    select: (_, clientId) => ({
      from: sql`info_form f`,
      where: sql`f.client_id = ${clientId} and f.completed_at is not null`,
      order: { at: sql`f.completed_at`, id: sql`f.id`, line: sql`3` },
      what: sql`'completed'`,
      userId: sql`f.completed_by`,
      path,
    }),
  },
]

import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

/** Reports that were filed with the client's documents, and those of them that were sent. */
export const reportBranch: TimelineBranch = {
  kind: 'report',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: (_, clientId) => ({
    from: sql`client_document d`,
    where: sql`d.client_id = ${clientId} and d.removed_at is null and d.kind = 'report' and d.origin = 'product'`,
    order: { at: sql`d.created_at`, id: sql`d.id` },
    what: sql`case when exists (select from client_mail m where m.file_id = d.file_id) then 'sent' else 'filed' end`,
    text: sql`d.title`,
    userId: sql`d.user_id`,
  }),
}

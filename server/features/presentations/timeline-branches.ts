import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

const common = { kind: 'presentation', module: 'bt_Clientes', seenBy: 'client' } as const

const madeBranch: TimelineBranch = {
  ...common,
  select: (_, clientId) => ({
    from: sql`presentation p join presentation_version v on v.presentation_id = p.id`,
    where: sql`p.client_id = ${clientId}`,
    order: { at: sql`v.made_at`, id: sql`v.id`, line: sql`1` },
    what: sql`'made'`,
    text: sql`p.title`,
    userId: sql`v.made_by`,
    path: sql`'/clientes/' || p.client_id || '/presentaciones/' || p.id`,
  }),
}

/** What was sent is filed with the client's documents, exactly as it was sent. */
const sentBranch: TimelineBranch = {
  ...common,
  select: (_, clientId) => ({
    from: sql`client_document d`,
    where: sql`d.client_id = ${clientId} and d.removed_at is null and d.kind = 'presentation' and d.origin = 'product'`,
    order: { at: sql`d.created_at`, id: sql`d.id`, line: sql`2` },
    what: sql`'sent'`,
    text: sql`d.title`,
    userId: sql`d.user_id`,
  }),
}

export const presentationBranches: readonly TimelineBranch[] = [madeBranch, sentBranch]

import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

const common = { kind: 'clientDocument', module: 'bt_Clientes', seenBy: 'client' } as const

/** What the product itself made of consents, reports and presentations has entries of its own. */
const isFiledSql = sql`d.kind not in ('consent', 'report', 'presentation')`

const addedBranch: TimelineBranch = {
  ...common,
  select: (_, clientId) => ({
    from: sql`client_document d`,
    where: sql`d.client_id = ${clientId} and d.removed_at is null and (d.origin = 'upload' or ${isFiledSql})`,
    order: { at: sql`d.created_at`, id: sql`d.id`, line: sql`1` },
    what: sql`'added'`,
    text: sql`d.title`,
    userId: sql`d.user_id`,
  }),
}

/** What was removed says no more what it was: somebody has taken it out. */
const removedBranch: TimelineBranch = {
  ...common,
  select: (_, clientId) => ({
    from: sql`client_document d`,
    where: sql`d.client_id = ${clientId} and d.removed_at is not null`,
    order: { at: sql`d.removed_at`, id: sql`d.id`, line: sql`2` },
    what: sql`'removed'`,
    userId: sql`d.removed_by`,
  }),
}

/** The last day until which nobody may remove it has passed. */
const retainedBranch: TimelineBranch = {
  ...common,
  select: ({ businessDate }, clientId) => ({
    from: sql`client_document d`,
    where: sql`d.client_id = ${clientId} and d.removed_at is null and d.retain_until < ${businessDate}::date`,
    order: { at: sql`d.retain_until`, isDay: true, id: sql`d.id`, line: sql`3` },
    what: sql`'expired'`,
    text: sql`d.title`,
  }),
}

export const clientDocumentBranches: readonly TimelineBranch[] = [addedBranch, removedBranch, retainedBranch]

import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'
import { isInRecordHistorySql } from '#server/domain/record-history.ts'
import { panelActions } from './activity.queries.ts'

const isOfClient = (table: 'c' | 'd', clientId: string) =>
  sql`${sql.ref(`${table}.entity`)} = 'client' and ${sql.ref(`${table}.entity_id`)} = ${clientId}::bigint`

/** What colleagues have written about the client. */
const noteBranch: TimelineBranch = {
  kind: 'note',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: (_, clientId) => ({
    from: sql`record_comment c`,
    where: sql`${isOfClient('c', clientId)} and c.removed_at is null`,
    order: { at: sql`c.created_at`, id: sql`c.id` },
    what: sql`'added'`,
    text: sql`left(c.body, 500)`,
    userId: sql`c.user_id`,
    path: sql`'/clientes/' || ${clientId}::text || '?panel=comments'`,
  }),
}

const documentBranch: TimelineBranch = {
  kind: 'document',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: (_, clientId) => ({
    from: sql`record_attachment d join stored_file f on f.id = d.file_id`,
    where: sql`${isOfClient('d', clientId)} and d.removed_at is null`,
    order: { at: sql`d.created_at`, id: sql`d.id` },
    what: sql`'added'`,
    text: sql`concat_ws(' · ', f.file_name, nullif(d.description, ''))`,
    userId: sql`d.user_id`,
    path: sql`'/clientes/' || ${clientId}::text || '?panel=documents'`,
  }),
}

/** Those that have entries of their own. */
const shownElsewhere = [
  'comment.added',
  'attachment.added',
  'client.merged',
  'client.mergedInto',
  'client.mergeUndone',
  'clientDocument.added',
  'clientDocument.removed',
  'kyc.uploaded',
  'kyc.checked',
  'kyc.approved',
  'kyc.rejected',
]

/** What was done to the client's record: which, by whom and when, as their activity shows it. Before and after take the right to read the audit. */
const changeBranch: TimelineBranch = {
  kind: 'change',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: ({ person }, clientId, _, { records }) => {
    const known = records.find(({ entity }) => entity === 'client')?.activity ?? []
    const actions = [...panelActions, ...known].filter((action) => !shownElsewhere.includes(action))
    return {
      from: sql`audit_event e`,
      where: sql`${isInRecordHistorySql('client', clientId)} and e.action = any(${actions})`,
      order: { at: sql`e.at`, id: sql`e.id` },
      what: sql`replace(e.action, '.', '_')`,
      text: sql`case when e.action in ('tag.added', 'tag.removed') then e.after ->> 'tag' end`,
      userId: sql`e.user_id`,
      ...(person.rights.may('bt_Auditoria', 'view') && { path: sql`'/crm/Auditoria/' || e.id` }),
    }
  },
}

export const recordTimelineBranches: readonly TimelineBranch[] = [noteBranch, documentBranch, changeBranch]

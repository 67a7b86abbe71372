import type { Kysely } from 'kysely'
import type { ModuleKey, PermissionAction, Role } from '#contract/permissions.ts'
import type { RecordEntity } from '#contract/records.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from './approval-task.ts'
import type { Clock } from './clock.ts'
import type { Ctx } from './ctx.ts'
import type { Rights } from './rights.ts'

/** What a record's type may need beside the request. */
export type RecordDeps = { tasks: readonly ApprovalTask[]; clock: Clock }

/** A record as its panels name it in notifications. */
export type RecordSummary = {
  /** An account's number; empty where the kind of record says enough, and of a client, whose name is added when a notification is read. */
  name: string
}

/** A person who signs in here, with their own rights. */
export type RecordViewer = { userId: string; employeeId: string | null; role: Role; rights: Rights }

/**
 * A kind of record that has shared panels, as the feature to which it belongs describes it.
 * See docs/decisions/0106-record-panels.md
 */
export type RecordType = {
  entity: RecordEntity
  /** Whoever may look here, and sees the record, reads its panels and comments. */
  module: ModuleKey
  /** Whoever may do one of these with the record changes its documents, its tags and who is in charge of it. */
  workActions: readonly PermissionAction[]
  /** Events of the audit that stand in the record's activity: whoever sees the record may know of all of them. */
  activity: readonly string[]
  /** The record, where `ctx.scopes` (of the module and the action asked for) holds it; undefined otherwise. */
  find: (ctx: Ctx, recordId: string, deps: RecordDeps) => Promise<RecordSummary | undefined>
  /** Who of these people sees the record, by the same rule as `find`, and by which path. Asked for many at once. */
  findViewers: (
    db: Kysely<DB>,
    recordId: string,
    people: readonly RecordViewer[],
    deps: RecordDeps & { businessDate: string },
  ) => Promise<{ viewer: RecordViewer; link: string }[]>
}

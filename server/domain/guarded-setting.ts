import type { Kysely } from 'kysely'
import type { ApprovalTaskName, ParamsOfTask } from '#contract/approvals.ts'
import type { NotificationMessage } from '#contract/notifications.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { type AuditEvent, recordAuditEvent } from '#server/core/audit.ts'
import { notifyApprovers } from './notify-approvers.ts'

/** What a change of a setting has done: its row in the audit, and what its notification names. */
export type SettingChangeResult<N extends ApprovalTaskName = ApprovalTaskName> = {
  audited: AuditEvent
  params: ParamsOfTask<N>
}

/** The kinds of notification that name the change of a setting. */
type SettingNotification = Extract<
  NotificationMessage,
  { kind: `${string}.changed`; params: { task: string; by: string } }
>['kind']

/** By which approval a setting changes, null where the firm does without, who proposed it, and when it is carried out. */
type SettingChangeContext = { approvalId: string | null; makerId: string; now: number }

type GuardedSettingOptions<N extends ApprovalTaskName, P extends object> = {
  name: N
  /** The part of the settings where it stands, as its address names it. */
  part: string
  module?: ModuleKey
  notification?: SettingNotification
  /** Throws `approval.changedSince` where the setting isn't what the maker saw. */
  apply: (tx: Kysely<DB>, doer: Actor, payload: P, change: SettingChangeContext) => Promise<SettingChangeResult<N>>
}

/**
 * The task of a setting that decides about money or rights. Whoever could change one alone would need no other's word for what follows
 * from it: it is guarded, and everybody who may approve is notified.
 * See docs/decisions/0087-guarded-settings.md
 */
export const buildGuardedSettingTask = <N extends ApprovalTaskName, P extends object>({
  name,
  part,
  module = 'bt_ModulosPermisos',
  notification = 'setting.changed',
  apply,
}: GuardedSettingOptions<N, P>): ApprovalTask<N, P> => ({
  name,
  module,
  secondFactor: true,
  guarded: true,
  getRecordPath: () => `/crm/Ajustes?part=${part}`,
  carryOut: async (tx, doer, { payload, ...change }) => {
    const { audited, params } = await apply(tx, doer, payload, change)
    await recordAuditEvent(tx, doer, audited)
    await notifyApprovers(tx, doer, {
      kind: notification,
      params: { task: name, ...params, by: doer.person.fullName },
      link: `/crm/Ajustes?part=${part}`,
    })
  },
})

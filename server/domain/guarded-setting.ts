import type { Kysely } from 'kysely'
import type { ParamsOfTask, TaskName } from '#contract/approvals.ts'
import type { NotificationMessage } from '#contract/notifications.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import { type AuditEvent, audit } from '#server/core/audit.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { notifyApprovers } from './notify-approvers.ts'

/** What a change of a setting has done: its row in the audit, and what its notification names. */
export type SettingDone<N extends TaskName = TaskName> = { audited: AuditEvent; params: ParamsOfTask<N> }

/** The kinds of notification that name the change of a setting. */
type SettingNotification = Extract<
  NotificationMessage,
  { kind: `${string}.changed`; params: { task: string; by: string } }
>['kind']

/** By which approval a setting changes, null where the firm does without, who proposed it, and when it is carried out. */
type SettingChange = { approvalId: string | null; makerId: string; now: number }

type GuardedSetting<N extends TaskName, P extends object> = {
  name: N
  module?: ModuleKey
  notification?: SettingNotification
  /** Throws `approval.changedSince` where the setting isn't what the maker saw. */
  apply: (tx: Kysely<DB>, doer: Doer, payload: P, change: SettingChange) => Promise<SettingDone<N>>
}

/**
 * The task of a setting that decides about money or rights. Whoever could change one alone would need no other's word for what follows
 * from it: it is guarded, and everybody who may approve is notified.
 */
export const guardedSetting = <N extends TaskName, P extends object>({
  name,
  module = 'bt_ModulosPermisos',
  notification = 'setting.changed',
  apply,
}: GuardedSetting<N, P>): Task<N, P> => ({
  name,
  module,
  secondFactor: true,
  guarded: true,
  pageOf: () => '/crm/Ajustes',
  carryOut: async (tx, doer, { payload, ...change }) => {
    const { audited, params } = await apply(tx, doer, payload, change)
    await audit(tx, doer, audited)
    await notifyApprovers(tx, doer, {
      kind: notification,
      params: { task: name, ...params, by: doer.person.fullName },
      link: '/crm/Ajustes',
    })
  },
})

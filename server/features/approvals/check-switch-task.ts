import { type Kysely, sql } from 'kysely'
import type { ApprovalCheckName } from '#contract/approvals/checks.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import {
  findDisabledTasks,
  isSecondFactorRequired,
  setDisabledTasks,
  setSecondFactorRequired,
} from '#server/domain/approvals.ts'
import { notifyApprovers } from '#server/domain/notify-approvers.ts'

/** Whether the firm wants the check. */
export const isCheckActive = async (db: Kysely<DB>, check: ApprovalCheckName): Promise<boolean> =>
  check === 'secondFactor' ? isSecondFactorRequired(db) : !(await findDisabledTasks(db)).includes(check)

/** Of two who switch at once the second sees what the first has left. */
export const lockCheckSettings = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select registry.lock_own_people()`.execute(tx)
}

/** Has a check made from now on, or not: written, audited, and told to everybody who may approve. The caller holds the lock. */
export const setCheckActive = async (
  tx: Kysely<DB>,
  actor: Actor,
  check: ApprovalCheckName,
  checked: boolean,
): Promise<void> => {
  if (check === 'secondFactor') await setSecondFactorRequired(tx, checked)
  else {
    const off = await findDisabledTasks(tx)
    await setDisabledTasks(tx, checked ? off.filter((one) => one !== check) : [...off, check])
  }
  await recordAuditEvent(tx, actor, {
    action: 'approval.taskSwitched',
    entity: 'settings',
    before: { check, checked: !checked },
    after: { check, checked },
  })
  await notifyApprovers(tx, actor, {
    kind: 'approval.taskSwitched',
    params: { task: check, checked: String(checked), by: actor.person.fullName },
    link: '/crm/Ajustes?part=checks',
  })
}

/**
 * Switching what one person alone isn't to switch: doing without a check, by which one person could move money or give rights from then on, and
 * asking approvers for a second factor, without which nobody could approve anything for a day.
 */
export const checkSwitchTask: ApprovalTask<'check.off', { check: ApprovalCheckName; checked?: boolean }> = {
  name: 'check.off',
  module: 'bt_ModulosPermisos',
  secondFactor: true,
  guarded: true,
  getRecordPath: () => '/crm/Ajustes?part=checks',
  carryOut: async (tx, actor, { payload: { check, checked = false } }) => {
    await lockCheckSettings(tx)
    if ((await isCheckActive(tx, check)) === checked) throw buildRefusal('approval.changedSince')
    await setCheckActive(tx, actor, check, checked)
  },
}

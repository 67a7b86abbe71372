import { type Kysely, sql } from 'kysely'
import type { CheckName } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { findTasksOff, isFactorNeeded, switchFactorNeeded, switchTasksOff } from '#server/domain/approvals.ts'
import { notifyApprovers } from '#server/domain/notify-approvers.ts'

/** Whether the firm wants the check. */
export const isChecked = async (db: Kysely<DB>, check: CheckName): Promise<boolean> =>
  check === 'secondFactor' ? isFactorNeeded(db) : !(await findTasksOff(db)).includes(check)

/** Of two who switch at once the second sees what the first has left. */
export const lockChecks = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select registry.lock_own_people()`.execute(tx)
}

/** Has a check made from now on, or not: written, audited, and told to everybody who may approve. The caller holds the lock. */
export const setCheck = async (tx: Kysely<DB>, doer: Doer, check: CheckName, checked: boolean): Promise<void> => {
  if (check === 'secondFactor') await switchFactorNeeded(tx, checked)
  else {
    const off = await findTasksOff(tx)
    await switchTasksOff(tx, checked ? off.filter((one) => one !== check) : [...off, check])
  }
  await audit(tx, doer, {
    action: 'approval.taskSwitched',
    entity: 'settings',
    before: { check, checked: !checked },
    after: { check, checked },
  })
  await notifyApprovers(tx, doer, {
    kind: 'approval.taskSwitched',
    params: { task: check, checked: String(checked), by: doer.person.fullName },
    link: '/crm/Ajustes',
  })
}

/**
 * Switching what one person alone isn't to switch: doing without a check, by which one person could move money or give rights from then on, and
 * asking approvers for a second factor, without which nobody could approve anything for a day.
 */
export const checkTask: Task<'check.off', { check: CheckName; checked?: boolean }> = {
  name: 'check.off',
  module: 'bt_ModulosPermisos',
  secondFactor: true,
  guarded: true,
  pageOf: () => '/crm/Ajustes',
  carryOut: async (tx, doer, { payload: { check, checked = false } }) => {
    await lockChecks(tx)
    if ((await isChecked(tx, check)) === checked) throw refuse('approval.changedSince')
    await setCheck(tx, doer, check, checked)
  },
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { notifyEmployee } from '#server/domain/notify-employee.ts'

export const salaryAccountFields = ['iban', 'payrollAccount'] as const
/** Where whoever is paid there looks at it. */
export const personalAreaPath = '/crm/areapersonal'
export type SalaryAccounts = Record<(typeof salaryAccountFields)[number], string | null>

/** The change by its id, and what the audit may say of it: the numbers themselves stand in their own row only. */
export type SalaryAccountPayload = { changeId: string; before: object; after: object }

/** What the member of staff has now; nobody else's to change until the transaction ends. */
export const lockSalaryAccounts = async (tx: Kysely<DB>, employeeId: string): Promise<SalaryAccounts> => {
  await tx.selectFrom('employee').where('id', '=', employeeId).select('id').forUpdate().executeTakeFirstOrThrow()
  const known = await tx
    .selectFrom('employeeDetail')
    .where('employeeId', '=', employeeId)
    .select(salaryAccountFields)
    .executeTakeFirst()
  return known ?? { iban: null, payrollAccount: null }
}

const findAccountChange = (tx: Kysely<DB>, changeId: string, state: 'asked' | 'dropped') =>
  tx
    .selectFrom('employeeAccountChange')
    .where('id', '=', changeId)
    .where('state', '=', state)
    .select([
      'employeeId',
      'setsIban',
      'iban',
      'seenIban',
      'setsPayrollAccount',
      'payrollAccount',
      'seenPayrollAccount',
    ])
    .executeTakeFirst()

/** The change in this state and what the member of staff has now, who is locked; undefined where they have something else than when it was proposed. */
const lockUnchanged = async (tx: Kysely<DB>, changeId: string, state: 'asked' | 'dropped') => {
  const employeeId = (await findAccountChange(tx, changeId, state))?.employeeId
  if (!employeeId) return
  const known = await lockSalaryAccounts(tx, employeeId)
  // Read again: whoever held the record may have decided it.
  const change = await findAccountChange(tx, changeId, state)
  const isAsSeen =
    change &&
    (!change.setsIban || known.iban === change.seenIban) &&
    (!change.setsPayrollAccount || known.payrollAccount === change.seenPayrollAccount)
  return isAsSeen ? change : undefined
}

/** Where a member of staff is paid. Nobody decides alone where a salary goes. */
export const salaryAccountTask: ApprovalTask<'employeeAccount', SalaryAccountPayload> = {
  name: 'employeeAccount',
  module: 'bt_RRHH',
  secondFactor: true,
  guarded: true,
  getRecordPath: (employeeId) => employeeId && `/crm/RRHH/${employeeId}`,
  carryOut: async (tx, actor, { payload: { changeId, before, after }, now }) => {
    const change = await lockUnchanged(tx, changeId, 'asked')
    if (!change) throw buildRefusal('approval.changedSince')
    const { employeeId } = change
    const set = {
      ...(change.setsIban && { iban: change.iban }),
      ...(change.setsPayrollAccount && { payrollAccount: change.payrollAccount }),
    }
    await tx
      .insertInto('employeeDetail')
      .values({ ...set, employeeId })
      .onConflict((conflict) => conflict.column('employeeId').doUpdateSet(set))
      .execute()
    await tx.updateTable('employee').set({ version: sql`version + 1` }).where('id', '=', employeeId).execute()
    await tx
      .updateTable('employeeAccountChange')
      .set({ state: 'done', doneAt: new Date(now).toISOString() })
      .where('id', '=', changeId)
      .execute()
    await recordAuditEvent(tx, actor, {
      action: 'employee.accountChanged',
      entity: 'employee',
      entityId: employeeId,
      before,
      after,
    })
    await notifyEmployee(tx, employeeId, {
      kind: 'employee.accountChanged',
      params: { by: actor.person.fullName },
      link: personalAreaPath,
    })
  },
  discardChange: async (tx, { payload: { changeId } }) => {
    await tx
      .updateTable('employeeAccountChange')
      .set({ state: 'dropped' })
      .where('id', '=', changeId)
      .where('state', '=', 'asked')
      .execute()
  },
  restoreChange: async (tx, _actor, { payload: { changeId } }) => {
    const change = await lockUnchanged(tx, changeId, 'dropped')
    if (!change) throw buildRefusal('approval.rejectionFinal')
    const isOtherPending = await tx
      .selectFrom('employeeAccountChange')
      .where('employeeId', '=', change.employeeId)
      .where('state', '=', 'asked')
      .select('id')
      .executeTakeFirst()
    if (isOtherPending) throw buildRefusal('approval.replaced')
    await tx.updateTable('employeeAccountChange').set({ state: 'asked' }).where('id', '=', changeId).execute()
  },
}

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

const findRequestedChange = (tx: Kysely<DB>, changeId: string) =>
  tx
    .selectFrom('employeeAccountChange')
    .where('id', '=', changeId)
    .where('state', '=', 'asked')
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

/** Where a member of staff is paid. Nobody decides alone where a salary goes. */
export const salaryAccountTask: ApprovalTask<'employeeAccount', SalaryAccountPayload> = {
  name: 'employeeAccount',
  module: 'bt_RRHH',
  secondFactor: true,
  guarded: true,
  getRecordPath: (employeeId) => employeeId && `/crm/RRHH/${employeeId}`,
  carryOut: async (tx, actor, { payload: { changeId, before, after }, now }) => {
    const employeeId = (await findRequestedChange(tx, changeId))?.employeeId
    if (!employeeId) throw buildRefusal('approval.changedSince')
    const known = await lockSalaryAccounts(tx, employeeId)
    // Read again: whoever held the record may have decided it.
    const change = await findRequestedChange(tx, changeId)
    const isAsSeen =
      change &&
      (!change.setsIban || known.iban === change.seenIban) &&
      (!change.setsPayrollAccount || known.payrollAccount === change.seenPayrollAccount)
    if (!isAsSeen) throw buildRefusal('approval.changedSince')
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
  restoreChange: async (tx, { payload: { changeId } }) => {
    const restored = await tx
      .updateTable('employeeAccountChange')
      .set({ state: 'asked' })
      .where('id', '=', changeId)
      .where('state', '=', 'dropped')
      .returning('id')
      .executeTakeFirst()
    if (!restored) throw buildRefusal('approval.rejectionFinal')
  },
}

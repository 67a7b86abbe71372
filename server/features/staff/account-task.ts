import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { notifyEmployee } from '#server/domain/notify-employee.ts'

export const accountFields = ['iban', 'payrollAccount'] as const
/** Where whoever is paid there looks at it. */
export const paidLink = '/crm/areapersonal'
export type Accounts = Record<(typeof accountFields)[number], string | null>

/** The change by its id, and what the audit may say of it: the numbers themselves stand in their own row only. */
export type AccountChange = { changeId: string; before: object; after: object }

/** What the member of staff has now; nobody else's to change until the transaction ends. */
export const lockAccounts = async (tx: Kysely<DB>, employeeId: string): Promise<Accounts> => {
  await tx.selectFrom('employee').where('id', '=', employeeId).select('id').forUpdate().executeTakeFirstOrThrow()
  const known = await tx
    .selectFrom('employeeDetail')
    .where('employeeId', '=', employeeId)
    .select(accountFields)
    .executeTakeFirst()
  return known ?? { iban: null, payrollAccount: null }
}

const findAsked = (tx: Kysely<DB>, changeId: string) =>
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
export const accountTask: Task<'employeeAccount', AccountChange> = {
  name: 'employeeAccount',
  module: 'bt_RRHH',
  secondFactor: true,
  guarded: true,
  pageOf: (employeeId) => employeeId && `/crm/RRHH/${employeeId}`,
  carryOut: async (tx, doer, { payload: { changeId, before, after }, now }) => {
    const employeeId = (await findAsked(tx, changeId))?.employeeId
    if (!employeeId) throw refuse('approval.changedSince')
    const known = await lockAccounts(tx, employeeId)
    // Read again: whoever held the record may have decided it.
    const change = await findAsked(tx, changeId)
    const isAsSeen =
      change &&
      (!change.setsIban || known.iban === change.seenIban) &&
      (!change.setsPayrollAccount || known.payrollAccount === change.seenPayrollAccount)
    if (!isAsSeen) throw refuse('approval.changedSince')
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
    await audit(tx, doer, {
      action: 'employee.accountChanged',
      entity: 'employee',
      entityId: employeeId,
      before,
      after,
    })
    await notifyEmployee(tx, employeeId, {
      kind: 'employee.accountChanged',
      params: { by: doer.person.fullName },
      link: paidLink,
    })
  },
  drop: async (tx, { payload: { changeId } }) => {
    await tx
      .updateTable('employeeAccountChange')
      .set({ state: 'dropped' })
      .where('id', '=', changeId)
      .where('state', '=', 'asked')
      .execute()
  },
}

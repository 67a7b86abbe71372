import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { switchApprovalCheck } from '#contract/approvals/checks.ts'
import {
  approveChangeRequest,
  getApproval,
  listApprovals,
  rejectChangeRequest,
  undoRejections,
  withdrawChangeRequest,
} from '#contract/approvals.ts'
import { getOwnEmployeeRecord } from '#contract/personal-area.ts'
import { changeEmployee, createEmployee, getEmployee } from '#contract/staff.ts'
import { setDisabledTasks, setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let hr: Caller
let direction: Caller
let officeEmployee: { id: string; officeId: string }
let paidEmployee: { id: string; cvl: string }

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
  officeEmployee = await t.make.employee({ position: 'supervisor' })
})
afterAll(() => t.drop())
beforeEach(async () => {
  await t.owner.query('delete from dino.employee_account_change')
  await t.owner.query('delete from dino.approval')
  await t.owner.query('delete from dino.declared_relative')
  await t.owner.query('delete from registry.notification')
  await t.owner.query('delete from registry.membership')
  hr = await t.as('hr')
  direction = await t.as('direction')
  paidEmployee = await t.make.employee({ position: 'manager' })
})

const firstIban = 'ES9121000418450200051332'
const otherIban = 'ES7921000813610123456789'
const reason = 'Nos lo ha pedido por escrito'
const fetchEmployee = (caller = hr, employeeId = paidEmployee.id) =>
  caller.call(getEmployee, { params: { employeeId } })
const callChangeEmployee = async (secrets: object, caller = hr, more: object = { reason }) => {
  const { version } = await fetchEmployee()
  return caller.call(changeEmployee, { params: { employeeId: paidEmployee.id }, body: { version, secrets, ...more } })
}
const requestAccountChange = async (secrets: object = { payrollAccount: firstIban }, caller = hr) => {
  const { accountChange } = await callChangeEmployee(secrets, caller)
  return { approvalId: accountChange!.approvalId! }
}
const callApprove = (caller: Caller, params: { approvalId: string }) =>
  caller.call(approveChangeRequest, { params, body: {} })
const findStoredAccounts = async (employeeId = paidEmployee.id) =>
  (await t.owner.query('select iban, payroll_account from dino.employee_detail where employee_id = $1', [employeeId]))
    .rows[0]
const buildExpectedError = (code: string, status = 409) => ({ status, code })
const findNotifications = async ({ userId }: Caller) =>
  (await t.owner.query('select kind, params from registry.notification where user_id = $1 order by id', [userId])).rows

describe('changes of an employee’s account', () => {
  test('an account change waits for direction and notifies the employee at each step', async () => {
    const employee = await t.as('manager', paidEmployee.cvl)
    expect(await callChangeEmployee({ payrollAccount: firstIban, iban: otherIban })).toMatchObject({
      accountChange: { state: 'pending' },
    })
    expect(await findStoredAccounts()).toBeUndefined()
    const { accountChange } = await fetchEmployee()
    expect(accountChange).toMatchObject({ makerName: hr.username, fields: ['iban', 'payrollAccount'] })
    expect((await employee.call(getOwnEmployeeRecord, {})).employee?.accountChange).toEqual(accountChange)
    expect(await findNotifications(employee)).toEqual([
      { kind: 'employee.accountProposed', params: { by: hr.username } },
    ])
    const params = { approvalId: accountChange!.approvalId }
    expect(await direction.call(getApproval, { params })).toMatchObject({
      task: 'employeeAccount',
      guarded: true,
      mayDecide: true,
      reason,
      before: { iban: null, payrollAccount: null },
      after: { iban: otherIban, payrollAccount: firstIban, payrollBank: 'CaixaBank' },
    })
    expect(await hr.call(getApproval, { params })).toMatchObject({
      mayDecide: false,
      after: { iban: '•••• 6789', payrollAccount: '•••• 1332' },
    })
    expect(await callApprove(direction, params)).toEqual({ state: 'approved' })
    expect(await findStoredAccounts()).toEqual({ iban: otherIban, payroll_account: firstIban })
    expect(await fetchEmployee()).toMatchObject({ accountChange: null, secrets: { payrollAccount: '···· 1332' } })
    expect((await findNotifications(employee)).map(({ kind }) => kind)).toContain('employee.accountChanged')
  })

  test('other data in the same form as an account change is stored at once', async () => {
    const { version } = await callChangeEmployee({ payrollAccount: firstIban }, hr, {
      reason,
      workSchedule: 'De 9 a 18',
    })
    expect(await fetchEmployee()).toMatchObject({
      version,
      workSchedule: 'De 9 a 18',
      secrets: { payrollAccount: null },
    })
  })

  test('refuses an account change without a reason', async () => {
    const wrong = callChangeEmployee({ payrollAccount: firstIban }, hr, { workSchedule: 'De 9 a 18' })
    await expect(wrong).rejects.toMatchObject({ status: 400, fields: { reason: 'required' } })
    expect(await fetchEmployee()).toMatchObject({ workSchedule: null, accountChange: null })
  })

  test('refuses an account change while another of the employee waits', async () => {
    await requestAccountChange()
    await expect(callChangeEmployee({ iban: otherIban })).rejects.toMatchObject(
      buildExpectedError('employee.accountWaits'),
    )
  })

  test('a rejected or withdrawn account change can be proposed again', async () => {
    const first = await requestAccountChange()
    await direction.call(rejectChangeRequest, { params: first, body: { reason: 'No consta su petición' } })
    const second = await requestAccountChange()
    await hr.call(withdrawChangeRequest, { params: second })
    await requestAccountChange()
    expect(await findStoredAccounts()).toBeUndefined()
  })

  test('an account change is stale when the account has changed since', async () => {
    const change = await requestAccountChange()
    await t.owner.query(`insert into dino.employee_detail (employee_id, payroll_account) values ($1, $2)`, [
      paidEmployee.id,
      otherIban,
    ])
    await expect(callApprove(direction, change)).rejects.toMatchObject(buildExpectedError('approval.changedSince'))
    expect(await findStoredAccounts()).toEqual({ iban: null, payroll_account: otherIban })
  })

  test('removing an account needs a second person', async () => {
    await callApprove(direction, await requestAccountChange())
    const removal = await requestAccountChange({ payrollAccount: null })
    expect(await findStoredAccounts()).toMatchObject({ payroll_account: firstIban })
    await callApprove(direction, removal)
    expect(await findStoredAccounts()).toMatchObject({ payroll_account: null })
  })

  test('stores an account change at once when the firm has the check off', async () => {
    await setDisabledTasks(t.db, ['employeeAccount'])
    expect(await callChangeEmployee({ payrollAccount: firstIban })).toEqual({
      version: 2,
      accountChange: { state: 'done', approvalId: null },
      officeChange: null,
    })
    expect(await findStoredAccounts()).toMatchObject({ payroll_account: firstIban })
    await setDisabledTasks(t.db, [])
  })
})

describe('undo of a rejected account change', () => {
  const createRejectedChange = async () => {
    const params = await requestAccountChange()
    await direction.call(rejectChangeRequest, { params, body: { reason: 'No consta su petición' } })
    return params
  }
  const undo = async ({ approvalId }: { approvalId: string }) =>
    (await direction.call(undoRejections, { body: { approvalIds: [approvalId] } })).results[0]!.code

  test('an account change whose rejection is undone waits again and is stored', async () => {
    const params = await createRejectedChange()
    expect((await fetchEmployee()).accountChange).toBeNull()
    expect(await undo(params)).toBeNull()
    expect((await fetchEmployee()).accountChange).toMatchObject(params)
    await callApprove(direction, params)
    expect(await findStoredAccounts()).toMatchObject({ payroll_account: firstIban })
  })

  test('refuses to undo a rejected account change proposed again or made meanwhile', async () => {
    const first = await createRejectedChange()
    const second = await requestAccountChange({ payrollAccount: otherIban })
    expect(await undo(first)).toBe('approval.replaced')
    await hr.call(withdrawChangeRequest, { params: second })
    await setDisabledTasks(t.db, ['employeeAccount'])
    await callChangeEmployee({ payrollAccount: otherIban })
    await setDisabledTasks(t.db, [])
    expect(await undo(first)).toBe('approval.rejectionFinal')
    expect(await findStoredAccounts()).toMatchObject({ payroll_account: otherIban })
    expect((await fetchEmployee()).accountChange).toBeNull()
  })
})

test('a new employee is created at once while their account waits for approval', async () => {
  const body = { name: 'Iñaki', surname: 'Núñez', position: 'advisor' as const, officeId: officeEmployee.officeId }
  const secrets = { payrollAccount: firstIban, socialSecurityNumber: '28/12345678/40' }
  const { id, accountChange } = await hr.call(createEmployee, {
    body: { ...body, supervisorId: officeEmployee.id, secrets, reason },
  })
  expect(await fetchEmployee(hr, id)).toMatchObject({
    secrets: { payrollAccount: null, socialSecurityNumber: '···· 7840' },
    accountChange: { approvalId: accountChange?.approvalId },
  })
  await callApprove(direction, { approvalId: accountChange!.approvalId! })
  expect(await findStoredAccounts(id)).toMatchObject({ payroll_account: firstIban })
})

describe('employees deciding their own account', () => {
  test('refuses the maker of an account change as its approver, despite the right', async () => {
    const change = await requestAccountChange()
    await expect(callApprove(hr, change)).rejects.toMatchObject(buildExpectedError('approval.sameAsMaker'))
    expect(await findStoredAccounts()).toBeUndefined()
  })

  test('refuses a user of human resources and administration while direction could decide', async () => {
    const admin = await t.as('admin')
    const change = await requestAccountChange()
    await expect(callApprove(admin, change)).rejects.toMatchObject(buildExpectedError('approval.directionDecides'))
    expect(await findStoredAccounts()).toBeUndefined()
  })

  test('switching the account check off waits for direction', async () => {
    const admin = await t.as('admin')
    const off = await admin.call(switchApprovalCheck, {
      params: { check: 'employeeAccount' },
      body: { checked: false, reason: 'Sobra esta revisión' },
    })
    expect(off.checks).toContainEqual({ check: 'employeeAccount', checked: true, approvalId: expect.any(String) })
    await callChangeEmployee({ payrollAccount: firstIban })
    expect(await findStoredAccounts()).toBeUndefined()
  })

  test('a firm without direction needs two other approvers for an account change', async () => {
    await t.owner.query('delete from registry.membership where user_id = $1', [direction.userId])
    await expect(callChangeEmployee({ payrollAccount: firstIban })).rejects.toMatchObject(
      buildExpectedError('approval.nobody'),
    )
    const one = await t.as('admin')
    const two = await t.as('hr')
    const change = await requestAccountChange()
    expect(await callApprove(one, change)).toEqual({ state: 'pending' })
    await expect(callApprove(one, change)).rejects.toMatchObject(buildExpectedError('approval.needsAnother'))
    expect(await findStoredAccounts()).toBeUndefined()
    expect(await callApprove(two, change)).toEqual({ state: 'approved' })
  })

  test('refuses an employee as approver of their own account', async () => {
    const superior = await t.make.employee({ position: 'direction' })
    const me = await t.as('direction', superior.cvl)
    paidEmployee = superior
    const change = await requestAccountChange()
    await expect(callApprove(me, change)).rejects.toMatchObject(buildExpectedError('approval.ownRecord'))
  })
})

test('approvals, audit, notifications and lists never hold the whole account number', async () => {
  const employee = await t.as('manager', paidEmployee.cvl)
  await callApprove(direction, await requestAccountChange({ payrollAccount: firstIban, iban: otherIban }))
  const { rows } = await t.owner.query(
    `select json_build_object('approval', (select json_agg(a) from dino.approval a), 'audit', (select json_agg(e) from dino.audit_event e),
       'notification', (select json_agg(n) from registry.notification n)) as everything`,
  )
  const lists = [
    await direction.call(listApprovals.page, { query: { box: 'all' } }),
    await fetchEmployee(direction),
    await employee.call(getOwnEmployeeRecord, {}),
  ]
  const text = JSON.stringify([rows, lists])
  for (const number of [firstIban, otherIban]) expect(text).not.toContain(number.slice(4, 20))
  expect(text).toContain('1332')
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve, getApproval, listApprovals, reject, switchCheck, withdraw } from '#contract/approvals.ts'
import { getOwnRecord } from '#contract/personal-area.ts'
import { changeEmployee, createEmployee, getEmployee } from '#contract/staff.ts'
import { switchFactorNeeded, switchTasksOff } from '#server/domain/approvals.ts'
import { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let hr: Caller
let direction: Caller
let office: { id: string; officeId: string }
let paid: { id: string; cvl: string }

beforeAll(async () => {
  t = await testTenant('dino')
  await switchFactorNeeded(t.db, false)
  office = await t.make.employee({ position: 'supervisor' })
})
afterAll(() => t.drop())
beforeEach(async () => {
  await t.owner.query('delete from dino.employee_account_change')
  await t.owner.query('delete from dino.approval')
  await t.owner.query('delete from dino.declared_relative')
  await t.owner.query('delete from registry.notification')
  await t.owner.query('delete from registry.membership')
  ;[hr, direction] = [await t.as('hr'), await t.as('direction')]
  paid = await t.make.employee({ position: 'manager' })
})

const iban = 'ES9121000418450200051332'
const otherIban = 'ES7921000813610123456789'
const reason = 'Nos lo ha pedido por escrito'
const record = (who = hr, employeeId = paid.id) => who.call(getEmployee, { params: { employeeId } })
const ask = async (secrets: object, who = hr, more: object = { reason }) => {
  const { version } = await record()
  return who.call(changeEmployee, { params: { employeeId: paid.id }, body: { version, secrets, ...more } })
}
const askedId = async (secrets: object = { payrollAccount: iban }, who = hr) => {
  const { accountChange } = await ask(secrets, who)
  return { approvalId: accountChange!.approvalId! }
}
const say = (who: Caller, params: { approvalId: string }) => who.call(approve, { params, body: {} })
const stored = async (employeeId = paid.id) =>
  (await t.owner.query('select iban, payroll_account from dino.employee_detail where employee_id = $1', [employeeId]))
    .rows[0]
const refused = (code: string, status = 409) => ({ status, code })
const notified = async ({ userId }: Caller) =>
  (await t.owner.query('select kind, params from registry.notification where user_id = $1 order by id', [userId])).rows

describe('changes of an employee’s account', () => {
  test('an account change waits for direction and notifies the employee at each step', async () => {
    const employee = await t.as('manager', paid.cvl)
    expect(await ask({ payrollAccount: iban, iban: otherIban })).toMatchObject({ accountChange: { state: 'pending' } })
    expect(await stored()).toBeUndefined()
    const { accountChange } = await record()
    expect(accountChange).toMatchObject({ makerName: hr.username, fields: ['iban', 'payrollAccount'] })
    expect((await employee.call(getOwnRecord, {})).employee?.accountChange).toEqual(accountChange)
    expect(await notified(employee)).toEqual([{ kind: 'employee.accountProposed', params: { by: hr.username } }])
    const params = { approvalId: accountChange!.approvalId }
    expect(await direction.call(getApproval, { params })).toMatchObject({
      task: 'employeeAccount',
      guarded: true,
      mayDecide: true,
      reason,
      before: { iban: null, payrollAccount: null },
      after: { iban: otherIban, payrollAccount: iban, payrollBank: 'CaixaBank' },
    })
    expect(await hr.call(getApproval, { params })).toMatchObject({
      mayDecide: false,
      after: { iban: '•••• 6789', payrollAccount: '•••• 1332' },
    })
    expect(await say(direction, params)).toEqual({ state: 'approved' })
    expect(await stored()).toEqual({ iban: otherIban, payroll_account: iban })
    expect(await record()).toMatchObject({ accountChange: null, secrets: { payrollAccount: '···· 1332' } })
    expect((await notified(employee)).map(({ kind }) => kind)).toContain('employee.accountChanged')
  })

  test('other data in the same form as an account change is stored at once', async () => {
    const { version } = await ask({ payrollAccount: iban }, hr, { reason, workSchedule: 'De 9 a 18' })
    expect(await record()).toMatchObject({ version, workSchedule: 'De 9 a 18', secrets: { payrollAccount: null } })
  })

  test('refuses an account change without a reason', async () => {
    const wrong = ask({ payrollAccount: iban }, hr, { workSchedule: 'De 9 a 18' })
    await expect(wrong).rejects.toMatchObject({ status: 400, fields: { reason: 'required' } })
    expect(await record()).toMatchObject({ workSchedule: null, accountChange: null })
  })

  test('refuses an account change while another of the employee waits', async () => {
    await askedId()
    await expect(ask({ iban: otherIban })).rejects.toMatchObject(refused('employee.accountWaits'))
  })

  test('a rejected or withdrawn account change can be proposed again', async () => {
    const first = await askedId()
    await direction.call(reject, { params: first, body: { reason: 'No consta su petición' } })
    const second = await askedId()
    await hr.call(withdraw, { params: second })
    await askedId()
    expect(await stored()).toBeUndefined()
  })

  test('an account change is stale when the account has changed since', async () => {
    const change = await askedId()
    await t.owner.query(`insert into dino.employee_detail (employee_id, payroll_account) values ($1, $2)`, [
      paid.id,
      otherIban,
    ])
    await expect(say(direction, change)).rejects.toMatchObject(refused('approval.changedSince'))
    expect(await stored()).toEqual({ iban: null, payroll_account: otherIban })
  })

  test('removing an account needs a second person', async () => {
    await say(direction, await askedId())
    const removal = await askedId({ payrollAccount: null })
    expect(await stored()).toMatchObject({ payroll_account: iban })
    await say(direction, removal)
    expect(await stored()).toMatchObject({ payroll_account: null })
  })

  test('stores an account change at once when the firm has the check off', async () => {
    await switchTasksOff(t.db, ['employeeAccount'])
    expect(await ask({ payrollAccount: iban })).toEqual({
      version: 2,
      accountChange: { state: 'done', approvalId: null },
      officeChange: null,
    })
    expect(await stored()).toMatchObject({ payroll_account: iban })
    await switchTasksOff(t.db, [])
  })
})

test('a new employee is created at once while their account waits for approval', async () => {
  const body = { name: 'Iñaki', surname: 'Núñez', position: 'advisor' as const, officeId: office.officeId }
  const secrets = { payrollAccount: iban, socialSecurityNumber: '28/12345678/40' }
  const { id, accountChange } = await hr.call(createEmployee, {
    body: { ...body, supervisorId: office.id, secrets, reason },
  })
  expect(await record(hr, id)).toMatchObject({
    secrets: { payrollAccount: null, socialSecurityNumber: '···· 7840' },
    accountChange: { approvalId: accountChange?.approvalId },
  })
  await say(direction, { approvalId: accountChange!.approvalId! })
  expect(await stored(id)).toMatchObject({ payroll_account: iban })
})

describe('employees deciding their own account', () => {
  test('refuses the maker of an account change as its approver, despite the right', async () => {
    const change = await askedId()
    await expect(say(hr, change)).rejects.toMatchObject(refused('approval.sameAsMaker'))
    expect(await stored()).toBeUndefined()
  })

  test('refuses a user of human resources and administration while direction could decide', async () => {
    const admin = await t.as('admin')
    const change = await askedId()
    await expect(say(admin, change)).rejects.toMatchObject(refused('approval.directionDecides'))
    expect(await stored()).toBeUndefined()
  })

  test('switching the account check off waits for direction', async () => {
    const admin = await t.as('admin')
    const off = await admin.call(switchCheck, {
      params: { check: 'employeeAccount' },
      body: { checked: false, reason: 'Sobra esta revisión' },
    })
    expect(off.checks).toContainEqual({ check: 'employeeAccount', checked: true, approvalId: expect.any(String) })
    await ask({ payrollAccount: iban })
    expect(await stored()).toBeUndefined()
  })

  test('a firm without direction needs two other approvers for an account change', async () => {
    await t.owner.query('delete from registry.membership where user_id = $1', [direction.userId])
    await expect(ask({ payrollAccount: iban })).rejects.toMatchObject(refused('approval.nobody'))
    const [one, two] = [await t.as('admin'), await t.as('hr')]
    const change = await askedId()
    expect(await say(one, change)).toEqual({ state: 'pending' })
    await expect(say(one, change)).rejects.toMatchObject(refused('approval.needsAnother'))
    expect(await stored()).toBeUndefined()
    expect(await say(two, change)).toEqual({ state: 'approved' })
  })

  test('refuses an employee as approver of their own account', async () => {
    const boss = await t.make.employee({ position: 'direction' })
    const me = await t.as('direction', boss.cvl)
    paid = boss
    const change = await askedId()
    await expect(say(me, change)).rejects.toMatchObject(refused('approval.ownRecord'))
  })
})

test('approvals, audit, notifications and lists never hold the whole account number', async () => {
  const employee = await t.as('manager', paid.cvl)
  await say(direction, await askedId({ payrollAccount: iban, iban: otherIban }))
  const { rows } = await t.owner.query(
    `select json_build_object('approval', (select json_agg(a) from dino.approval a), 'audit', (select json_agg(e) from dino.audit_event e),
       'notification', (select json_agg(n) from registry.notification n)) as everything`,
  )
  const lists = [
    await direction.call(listApprovals.page, { query: { box: 'all' } }),
    await record(direction),
    await employee.call(getOwnRecord, {}),
  ]
  const text = JSON.stringify([rows, lists])
  for (const number of [iban, otherIban]) expect(text).not.toContain(number.slice(4, 20))
  expect(text).toContain('1332')
})

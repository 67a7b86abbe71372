import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePersonRole, endAccess } from '#contract/access.ts'
import { declareRelative } from '#contract/approvals/relatives.ts'
import { createSubstitution } from '#contract/approvals/substitutions.ts'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { getClient } from '#contract/clients/client.ts'
import { listClients, searchClients } from '#contract/clients.ts'
import { listHandovers, previewHandover, proposeHandover, undoHandover } from '#contract/handovers.ts'
import { moveEmployee, terminateEmployee } from '#contract/staff/moves.ts'
import { changeEmployee, getEmployee } from '#contract/staff.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

// What somebody with a valid account of their own would try, each by the calls of the product.

const today = '2026-06-15'
type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type Role = Parameters<Tenant['as']>[0]
let t: Tenant
beforeAll(async () => {
  t = await createTestTenant('dino')
  // Somebody who may decide whatever is proposed.
  await t.as('direction')
})

afterAll(() => t.drop())

const createCaller = async (role: Role, made: Parameters<Tenant['make']['employee']>[0] = {}) => {
  const employee = await t.make.employee(made)
  return { ...employee, caller: await t.as(role, employee.cvl) }
}
const addPersonRule = (
  { userId }: Caller,
  effect: 'grant' | 'deny',
  module: string,
  action: string,
  scope: string | null = null,
) =>
  t.owner.query(
    `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason)
     values ($1, $2, $3, $4, $5, $6, 'a test')`,
    [userId, effect, module, action, scope, today],
  )
const ownRecordRefusal = { status: 409, code: 'approval.ownRecord' }

describe('data out of scope', () => {
  test('a user denied viewing clients gets them through no file or handover', async () => {
    const { id, caller } = await createCaller('manager')
    const client = await t.make.client({ staff: { manager: id } })
    const csv = { query: { format: 'csv' } } as const
    expect((await caller.send(listClients.exportRows, csv)).body).toContain(client.cvl)
    await addPersonRule(caller, 'deny', 'bt_Clientes', 'view')
    await addPersonRule(caller, 'deny', 'bt_Traspasos', 'view')
    const body = { choice: { by: 'clients', clientIds: [client.id] }, role: 'manager', toId: id, effectiveOn: today }
    const ways = [
      caller.send(listClients.page, {}),
      caller.send(listClients.exportRows, csv),
      caller.send(getClient, { params: { clientId: client.id } }),
      caller.send(listHandovers.exportRows, csv),
      caller.send(previewHandover, { body }),
      caller.send(proposeHandover, { body: { ...body, reason: 'A ciegas' } }),
    ]
    expect((await Promise.all(ways)).map(({ statusCode }) => statusCode)).toEqual(ways.map(() => 403))
  })

  test('a wider export right adds no rows beyond those on screen', async () => {
    const { id, caller } = await createCaller('manager')
    const mine = await t.make.client({ staff: { manager: id } })
    const other = await t.make.client()
    await addPersonRule(caller, 'grant', 'bt_Clientes', 'export', 'all')
    const { body } = await caller.send(listClients.exportRows, { query: { format: 'csv' } })
    expect([body.includes(mine.cvl), body.includes(other.cvl)]).toEqual([true, false])
  })

  test('a user seeing the last four digits finds no account by searching longer parts', async () => {
    const { id, caller } = await createCaller('advisor')
    await addPersonRule(caller, 'grant', 'bt_Clientes', 'view', 'all')
    const mine = await t.make.client({ bankAccounts: ['ES7921000813610123456789'], staff: { advisor: id } })
    const other = await t.make.client({ bankAccounts: ['ES6000491500051234567892'] })
    const counted = async (who: Caller, search: string): Promise<number> => {
      const { total } = await who.call(listClients.count, { query: { search } })
      const { clients } = await who.call(searchClients, { query: { q: search } })
      const { body } = await who.send(listClients.page, { query: { search } })
      expect([clients.length, JSON.parse(body).rows.length]).toEqual([total, total])
      return total
    }
    const investments = await t.as('investments')
    const superior = await t.as('direction')
    for (const part of ['2100081361', 'es60004915']) expect(await counted(investments, part)).toBe(0)
    expect(await counted(investments, other.cvl)).toBe(1)
    expect([await counted(caller, '2100081361'), await counted(caller, `0004915000 ${other.cvl}`)]).toEqual([1, 0])
    expect([await counted(superior, `2100081361 ${mine.cvl}`), await counted(superior, '0004915000')]).toEqual([1, 1])
  })

  test('an employee out of scope is shown as a name without a link', async () => {
    const above = await t.make.employee()
    const { id, officeId } = await t.make.employee({ supervisorId: above.id })
    const beside = await createCaller('manager', { officeId })
    await addPersonRule(beside.caller, 'grant', 'bt_RRHH', 'view', 'zone')
    const seen = await beside.caller.call(getEmployee, { params: { employeeId: id } })
    expect(seen.supervisor).toMatchObject({ id: above.id, opens: false })
    const hr = await t.as('hr')
    expect((await hr.call(getEmployee, { params: { employeeId: id } })).supervisor).toMatchObject({ opens: true })
    expect((await hr.call(getEmployee, { params: { employeeId: above.id } })).reports).toMatchObject([{ opens: true }])
  })
})

describe('self-widening of scope', () => {
  test('refuses a user widening their scope by an office in another zone', async () => {
    const me = await createCaller('hr')
    await addPersonRule(me.caller, 'grant', 'bt_Clientes', 'view', 'zone')
    const { officeId } = await t.make.employee()
    const change = me.caller.call(changeEmployee, { params: { employeeId: me.id }, body: { version: 1, officeId } })
    await expect(change).rejects.toMatchObject(ownRecordRefusal)
  })

  test('refuses a supervisor adding people to their own team, at any depth', async () => {
    const me = await createCaller('supervisor')
    const under = await t.make.employee({ supervisorId: me.id })
    const other = await t.make.employee()
    const within = await t.make.employee({ supervisorId: under.id })
    for (const action of ['view', 'edit']) await addPersonRule(me.caller, 'grant', 'bt_RRHH', action, 'all')
    const move = (employeeId: string, fromId: string | null, supervisorId: string, effectiveOn = today) =>
      me.caller.call(moveEmployee, {
        params: { employeeId },
        body: { fromId, supervisorId, effectiveOn, reason: 'Reorganización' },
      })
    await expect(move(other.id, null, me.id)).rejects.toMatchObject(ownRecordRefusal)
    await expect(move(other.id, null, under.id, '2026-07-01')).rejects.toMatchObject(ownRecordRefusal)
    // Who is in the team already can be moved about in it, and others elsewhere.
    await move(within.id, under.id, me.id)
    const deeper = await t.make.employee({ supervisorId: within.id })
    expect(await move(deeper.id, within.id, me.id)).toMatchObject({ state: 'done' })
  })
})

describe('choice of the approver', () => {
  const dates = { fromOn: today, toOn: today, reason: 'Vacaciones' }

  test('a substitute cannot approve changes made by the user who named them', async () => {
    const superior = await createCaller('direction')
    const accomplice = await createCaller('manager')
    const giver = await t.make.employee()
    const receiver = await t.make.employee()
    const me = await t.as('admin')
    const client = await t.make.client({ staff: { manager: giver.id } })
    const name = { absentId: superior.id, substituteId: accomplice.id, ...dates }
    const named = await me.call(createSubstitution, { body: name })
    const proposeAs = async (who: Caller) => {
      const { approvalId } = await who.call(proposeHandover, {
        body: {
          choice: { by: 'clients', clientIds: [client.id] },
          role: 'manager',
          toId: receiver.id,
          effectiveOn: today,
          reason: 'Cambio de zona',
        },
      })
      return { approvalId: approvalId! }
    }
    const params = await proposeAs(me)
    // Named by somebody else and not agreed to, they stand in for nobody.
    await expect(accomplice.caller.call(getApproval, { params })).rejects.toMatchObject({ status: 404 })
    await superior.caller.call(approveChangeRequest, { params: { approvalId: named.approvalId! }, body: {} })
    expect(await accomplice.caller.call(getApproval, { params })).toMatchObject({
      mayDecide: false,
      standBack: 'approval.sameAsMaker',
    })
    await expect(accomplice.caller.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      status: 409,
      code: 'approval.sameAsMaker',
    })
    // What somebody else proposes is theirs to decide.
    const another = await proposeAs(await t.as('admin'))
    await accomplice.caller.call(approveChangeRequest, { params: another, body: {} })
  })

  test('declaring relatives does not prevent a user’s termination', async () => {
    const me = await createCaller('manager')
    const hr = await createCaller('hr')
    const admin = await createCaller('admin')
    for (const { cvl } of [hr, admin]) await me.caller.call(declareRelative, { body: { cvl, relation: 'sibling' } })
    await admin.caller.call(endAccess, { params: { userId: me.caller.userId }, body: { reason: 'Sospecha de abuso' } })
    await hr.caller.call(terminateEmployee, {
      params: { employeeId: me.id },
      body: { version: 1, lastDay: today, reason: 'Despido' },
    })
    // Whoever has declared them stands back all the same.
    const relative = await createCaller('manager')
    await hr.caller.call(declareRelative, { body: { cvl: relative.cvl, relation: 'sibling' } })
    const end = { params: { employeeId: relative.id }, body: { version: 1, lastDay: today, reason: 'Baja' } }
    await expect(hr.caller.call(terminateEmployee, end)).rejects.toMatchObject(ownRecordRefusal)
  })

  test('declaring approvers as relatives leaves the decision with direction', async () => {
    const me = await createCaller('hr')
    const direction = await createCaller('direction')
    const admin = await createCaller('admin')
    const another = await t.as('admin')
    for (const { cvl } of [direction, admin])
      await me.caller.call(declareRelative, { body: { cvl, relation: 'spouse' } })
    const demote = {
      params: { userId: me.caller.userId },
      body: { seen: 'hr' as const, role: 'user' as const, reason: 'Cambia de puesto' },
    }
    const { approvalId } = await admin.caller.call(changePersonRole, demote)
    const params = { approvalId: approvalId! }
    await expect(another.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      status: 409,
      code: 'approval.directionDecides',
    })
    await direction.caller.call(approveChangeRequest, { params, body: {} })
  })

  test('refuses decisions about a relative’s portfolio from both employees of the handover', async () => {
    const head = await createCaller('supervisor')
    const giver = await createCaller('manager', { supervisorId: head.id })
    const receiver = await createCaller('manager', { supervisorId: head.id })
    const client = await t.make.client({ staff: { manager: giver.id } })
    const body = {
      choice: { by: 'clients' as const, clientIds: [client.id] },
      role: 'manager' as const,
      toId: receiver.id,
      effectiveOn: today,
      reason: 'Cambio de zona',
    }
    const declare = (who: Caller) => who.call(declareRelative, { body: { cvl: client.cvl, relation: 'parent' } })
    const { approvalId } = await giver.caller.call(proposeHandover, { body })
    await declare(receiver.caller)
    const params = { approvalId: approvalId! }
    await expect(receiver.caller.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject(
      ownRecordRefusal,
    )
    await declare(giver.caller)
    await expect(giver.caller.call(proposeHandover, { body })).rejects.toMatchObject(ownRecordRefusal)
    await head.caller.call(approveChangeRequest, { params, body: {} })
  })
})

describe('clients of a leaving employee', () => {
  const leaving = async () => {
    const me = await createCaller('manager')
    const hr = await t.as('hr')
    const to = await createCaller('manager')
    const client = await t.make.client({ staff: { manager: me.id } })
    const propose = (by: Caller, toId: string, effectiveOn = today) =>
      by.call(proposeHandover, {
        body: {
          choice: { by: 'clients', clientIds: [client.id] },
          role: 'manager',
          toId,
          effectiveOn,
          reason: 'Baja',
        },
      })
    const end = () =>
      hr.call(terminateEmployee, {
        params: { employeeId: me.id },
        body: { version: 1, lastDay: '2026-06-20', reason: 'Jubilación' },
      })
    return { me, to, client, propose, end }
  }
  const managerOf = async ({ id }: { id: string }) =>
    (await t.owner.query('select manager_id::text as id from dino.client_list where client_id = $1', [id])).rows[0].id

  test('undoing a handover returns no clients to a leaver', async () => {
    const { me, to, client, propose, end } = await leaving()
    const { approvalId, handoverId } = await propose(me.caller, to.id)
    await to.caller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    await end()
    const undo = to.caller.call(undoHandover, { params: { handoverId }, body: {} })
    expect(await undo).toMatchObject({ undone: 0, kept: 1 })
    expect(await managerOf(client)).toBe(to.id)
  })

  test('refuses undoing a planned handover whose giver leaves', async () => {
    const { me, to, propose, end } = await leaving()
    const { approvalId, handoverId } = await propose(me.caller, to.id, '2026-06-21')
    await to.caller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    await end()
    await expect(to.caller.call(undoHandover, { params: { handoverId }, body: {} })).rejects.toMatchObject({
      status: 409,
      code: 'handover.giverLeaves',
    })
  })

  test('refuses a handover to a leaving employee', async () => {
    const { me, to, propose, end } = await leaving()
    const { approvalId } = await propose(me.caller, to.id)
    await to.caller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    await end()
    await expect(propose(to.caller, me.id)).rejects.toMatchObject({ status: 422, code: 'handover.notReceiver' })
  })
})

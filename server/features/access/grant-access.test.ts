import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  endAccess,
  explainRight,
  grantAccess,
  listPeople,
  listStaffWithoutAccess,
  resendInvitation,
  restoreAccess,
} from '#contract/access.ts'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { getSession, login, resetPassword } from '#contract/auth.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { sendMail } from '#server/core/mail/send-mail.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createMailDeps } from '#test/harness/mail.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import {
  type Caller,
  changeReason,
  createAccessHelpers,
  denialRuleInput,
  describeOutcome,
  disabledApprovalTasks,
  grantRuleInput,
} from './test-access.ts'

const start = Date.parse('2026-06-15T10:00:00Z')
let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Caller
beforeAll(async () => {
  t = await createTestTenant('dino', () => start)
  admin = await t.as('admin')
  // Another one, so that no test is about the last.
  await t.as('admin')
  await setDisabledTasks(t.db, disabledApprovalTasks)
})
afterAll(() => t.drop())

const { staff, add, personOf, auditOf } = createAccessHelpers(() => ({ t, admin }))

describe('user access', () => {
  const lettersTo = async (email: string): Promise<OutgoingMail[]> => {
    const letters: OutgoingMail[] = []
    const mailDeps = createMailDeps(
      t,
      () => start,
      async (letter) => void letters.push(letter),
    )
    await sendMail(mailDeps, new AbortController().signal)
    return letters.filter(({ recipient }) => recipient === email)
  }
  const give = (employeeId: string, more: object = {}) =>
    admin.call(grantAccess, {
      body: {
        employeeId,
        email: 'Nueva@Firma.example',
        username: 'nueva',
        role: 'manager',
        reason: changeReason,
        ...more,
      },
    })

  test('gives access by a link that sets the password once, and lists it', async () => {
    const employee = await t.make.employee({ name: 'Nueva' })
    const listed = async () => (await admin.call(listStaffWithoutAccess, {})).staff.some(({ id }) => id === employee.id)
    expect(await listed()).toBe(true)
    await give(employee.id)
    expect(await listed()).toBe(false)
    const { rows } = await admin.call(listPeople.page, { query: { search: employee.cvl } })
    expect(rows).toMatchObject([{ email: 'nueva@firma.example', username: 'nueva', role: 'manager', state: 'working' }])
    const params = { userId: rows[0]!.id }
    expect((await personOf(params.userId)).invited).toBe(true)

    const [first] = await lettersTo('nueva@firma.example')
    expect([first!.subject, first!.text.includes('Google')]).toEqual(['Ya puedes entrar en Atalaya', false])
    await admin.call(resendInvitation, { params, body: {} })
    const [second] = await lettersTo('nueva@firma.example')
    const tokenIn = ({ text }: OutgoingMail) => /#token=([\w-]{43})$/m.exec(text)![1]!
    const use = (token: string) => t.nobody.send(resetPassword, { body: { token, password: 'una clave bien larga' } })
    expect((await use(tokenIn(first!))).statusCode, 'the newer one counts').toBe(422)
    expect((await use(tokenIn(second!))).statusCode).toBe(200)
    expect((await use(tokenIn(second!))).statusCode).toBe(422)
    const signedIn = await t.nobody.call(login, { body: { identity: 'nueva', password: 'una clave bien larga' } })
    expect((await t.callerWith(signedIn.token).call(getSession, {})).cvl).toBe(employee.cvl)
    expect(await describeOutcome(admin.call(resendInvitation, { params, body: {} }))).toEqual([409, 'conflict.changed'])
  })

  test('refuses taken e-mails and user names, and employees with access or already gone', async () => {
    const other = await staff()
    const employee = await t.make.employee()
    const taken = (fields: object) => [400, 'request.invalid', fields]
    expect(await describeOutcome(give(employee.id, { email: other.email }))).toEqual(taken({ email: 'taken' }))
    expect(await describeOutcome(give(employee.id, { email: 'x@firma.example', username: other.username }))).toEqual(
      taken({ username: 'taken' }),
    )
    expect(await describeOutcome(give(other.employee.id, { email: 'x@firma.example', username: 'x1' }))).toEqual([
      404,
      'notFound',
    ])
    await t.owner.query(`update dino.employee set terminated_on = '2026-06-14' where id = $1`, [employee.id])
    expect(await describeOutcome(give(employee.id, { email: 'x@firma.example', username: 'x1' }))).toEqual([
      404,
      'notFound',
    ])
  })

  test('access for a user of another prefix keeps their password and user name', async () => {
    const abroad = await t.as('manager', undefined, 'cfl')
    const employee = await t.make.employee()
    await give(employee.id, { email: abroad.email, username: 'otra.persona' })
    expect(await lettersTo(abroad.email)).toEqual([])
    expect(await personOf(abroad.userId)).toMatchObject({
      username: abroad.username,
      invited: false,
      cvl: employee.cvl,
    })
    expect((await abroad.call(getSession, {})).prefixes).toEqual(['cfl', 'dino'])
  })

  test('shows approvers whose e-mail it is and its recent change', async () => {
    await setDisabledTasks(t.db, [])
    const direction = await t.as('direction')
    const abroad = await t.as('manager', undefined, 'cfl')
    const employee = await t.make.employee({ name: 'Marta' })
    await t.owner.query(
      `insert into dino.audit_event (action, entity, entity_id, user_id, at, before, after)
       values ('employee.changed', 'employee', $1, $2, $3, '{"email":"··· #a"}', '{"email":"··· #b"}')`,
      [employee.id, admin.userId, new Date(start - 86_400_000).toISOString()],
    )
    const { approvalId } = await give(employee.id, { email: abroad.email, username: 'marta.nueva' })
    const params = { approvalId: approvalId! }
    expect(await direction.call(getApproval, { params })).toMatchObject({
      after: {
        existingUser: abroad.username,
        worksFor: ['cfl'],
        nameDiffers: true,
        emailChangedOn: '2026-06-14',
        emailChangedBy: admin.username,
      },
    })
    await t.owner.query(`update dino.employee set email = 'otra@firma.example' where id = $1`, [employee.id])
    expect(await describeOutcome(direction.call(approveChangeRequest, { params, body: {} }))).toEqual([
      409,
      'approval.changedSince',
    ])
    await setDisabledTasks(t.db, disabledApprovalTasks)
  })

  test('ending access ends every session, and access can be given again', async () => {
    const person = await staff()
    const params = { userId: person.userId }
    await admin.call(endAccess, { params, body: { reason: changeReason } })
    expect(await describeOutcome(person.call(getSession, {}))).toEqual([401, 'session.invalid'])
    expect(await personOf(person.userId)).toMatchObject({ state: 'ended', effective: [], role: 'manager' })
    expect(await describeOutcome(add(person.userId, grantRuleInput))).toEqual([409, 'employee.ended'])
    expect(await describeOutcome(admin.call(endAccess, { params, body: { reason: changeReason } }))).toEqual([
      409,
      'conflict.changed',
    ])
    await admin.call(restoreAccess, { params, body: { reason: changeReason } })
    expect(await describeOutcome(person.call(getSession, {})), 'the old session stays over').toEqual([
      401,
      'session.revoked',
    ])
    expect(await personOf(person.userId)).toMatchObject({ state: 'working' })
    expect((await auditOf(person.userId)).map(({ action }) => action)).toEqual(['access.ended', 'access.restored'])
    await admin.call(endAccess, { params, body: { reason: changeReason } })
    await t.owner.query(`update dino.employee set terminated_on = '2026-06-14' where id = $1`, [person.employee.id])
    expect(await describeOutcome(admin.call(restoreAccess, { params, body: { reason: changeReason } }))).toEqual([
      409,
      'employee.ended',
    ])
  })
})

describe('explanations of a permission', () => {
  const ask = (userId: string, query: object, caller = admin) =>
    caller.call(explainRight, { params: { userId }, query: { module: 'bt_Clientes', action: 'view', ...query } })

  test('explains a permission with the rule that decides it', async () => {
    const person = await staff()
    expect(await ask(person.userId, {})).toMatchObject({
      decision: { allowed: true, scopes: ['own'], rule: 'default' },
      ownRule: null,
      client: null,
    })
    expect((await ask(person.userId, { module: 'bt_Auditoria' })).decision).toMatchObject({ rule: 'none' })
    await add(person.userId, { ...denialRuleInput, validTo: '2026-06-20' })
    expect(await ask(person.userId, {})).toMatchObject({
      decision: { allowed: false, rule: 'denied' },
      ownRule: { effect: 'deny', validTo: '2026-06-20', reason: changeReason },
    })
  })

  test("explains access to a client by link, team, zone or all, within one's scope", async () => {
    const zone = await t.make.zone()
    const superior = await t.make.employee({ officeId: (await t.make.office(zone.id)).id })
    const superiorUser = await t.as('supervisor', superior.cvl)
    const under = await t.make.employee({ supervisorId: superior.id })
    const own = await t.make.client({ staff: { advisor: superior.id } })
    const teams = await t.make.client({ staff: { manager: under.id } })
    const neighbour = await t.make.client({ zoneId: zone.id })
    const ways = async (cvl: string) => {
      const { client } = await ask(superiorUser.userId, { cvl })
      return [client!.within, client!.ways.map(({ scope, staffRole }) => [scope, staffRole])]
    }
    expect(await ways(own.cvl)).toEqual([true, [['own', 'advisor']]])
    expect(await ways(teams.cvl.toLowerCase())).toEqual([true, [['team', 'manager']]])
    expect(await ways(neighbour.cvl)).toEqual([false, []])
    await add(superiorUser.userId, { ...grantRuleInput, module: 'bt_Clientes', scope: 'zone' })
    expect(await ways(neighbour.cvl)).toEqual([true, [['zone', null]]])
    expect(await describeOutcome(ask(superiorUser.userId, { cvl: own.cvl, module: 'bt_Ajustes' }))).toEqual([
      400,
      'request.invalid',
      { cvl: 'notForModule' },
    ])
    expect(await describeOutcome(ask(superiorUser.userId, { cvl: 'D9999999' }))).toEqual([404, 'notFound'])
    // Whoever may read permissions and sees no clients hears nothing of them.
    const hr = await staff('hr')
    await add(hr.userId, { ...grantRuleInput, module: 'bt_ModulosPermisos' })
    expect((await ask(superiorUser.userId, {}, hr)).decision.allowed).toBe(true)
    expect(await describeOutcome(ask(superiorUser.userId, { cvl: own.cvl }, hr))).toEqual([404, 'notFound'])
  })
})

import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPersonRule, changePersonRole, endAccess } from '#contract/access.ts'
import { getApprovalChecks, switchApprovalCheck } from '#contract/approvals/checks.ts'
import { approveChangeRequest, getApproval, listApprovals } from '#contract/approvals.ts'
import { beginTotpSetup, confirmTotpSetup, renewRecoveryCodes, verifySecondFactor } from '#contract/second-factor.ts'
import { getPaymentSettings, setBonusLimit, setFirmAccount } from '#contract/settings/payments.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

const noon = Date.parse('2026-06-15T10:00:00Z')
const day = 86_400_000
let now = noon
type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let otherCaller: Caller

beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
})
afterAll(() => t.drop())
beforeEach(async () => {
  now = noon
  for (const table of ['approval', 'right_gain', 'substitution', 'person_rule'])
    await t.owner.query(`delete from dino.${table}`)
  await t.owner.query(`delete from registry.membership`)
  await t.owner.query('delete from registry.notification')
  await setSecondFactorRequired(t.db, false)
  await t.owner.query(`delete from dino.setting where key = 'approval.off'`)
  admin = await t.as('admin')
  otherCaller = await t.as('admin')
})

const changeReason = 'Lo pide el equipo'
const callSetBonusLimit = (caller: Caller, points = '9.0') =>
  caller.call(setBonusLimit, { body: { role: 'manager', points, validFrom: '2026-06-15', reason: changeReason } })
/** A change of a limit that waits. */
const proposeBonusLimit = async (caller: Caller = admin) => ({
  approvalId: (await callSetBonusLimit(caller)).waiting.at(-1)!.approvalId,
})
const callApprove = (caller: Caller, params: { approvalId: string }, code?: string) =>
  caller.call(approveChangeRequest, { params, body: code ? { code } : {} })
const findNotifications = async (kind: string, { userId }: Caller) =>
  (await t.owner.query('select params from registry.notification where kind = $1 and user_id = $2', [kind, userId]))
    .rows
const listBonusPoints = async () => (await admin.call(getPaymentSettings, {})).bonuses.map(({ points }) => points)
const buildExpectedError = (code: string, status = 409) => ({ status, code })
const generateTotpCode = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
/** Enrols an app now; the answer gives codes of later. */
const enrolTotp = async (caller: Caller) => {
  const { secret } = await caller.call(beginTotpSetup, { body: { password: testPassword } })
  await caller.call(confirmTotpSetup, { body: { code: generateTotpCode(secret) } })
  return () => generateTotpCode(secret)
}
/** What there is has been there for a day more: sessions would be over by then. */
const ageRightsByADay = async () => {
  for (const [table, column] of [
    ['dino.right_gain', 'at'],
    ['dino.substitution', 'created_at'],
    ['registry.totp', 'confirmed_at'],
    ['registry.membership', 'ended_at'],
  ])
    await t.owner.query(`update ${table} set ${column} = ${column} - interval '24 hours 1 second'`)
  // A code counts once, and a factor that was given speaks for ten minutes.
  now += 660_000
}

describe('limits by role', () => {
  test('a limit changes only when direction approves, and every approver is notified', async () => {
    const direction = await t.as('direction')
    const supervisor = await t.as('supervisor')
    const manager = await t.as('manager')
    const clerk = await t.as('hr')
    const before = await listBonusPoints()
    const change = await proposeBonusLimit()
    expect(await listBonusPoints()).toEqual(before)
    expect(await findNotifications('approval.waiting', direction)).toHaveLength(1)
    expect(await findNotifications('approval.waiting', otherCaller)).toHaveLength(0)
    const detail = await direction.call(getApproval, { params: change })
    expect(detail).toMatchObject({
      guarded: true,
      mayDecide: true,
      before: { points: '0.25' },
      after: { points: '9.0' },
    })
    await callApprove(direction, change)
    expect(await listBonusPoints()).toContain('9')
    for (const caller of [admin, otherCaller, supervisor, clerk])
      expect((await findNotifications('limit.changed', caller)).map(({ params }) => params.value)).toEqual(['9.0'])
    expect(await findNotifications('limit.changed', manager)).toEqual([])
  })

  test("refuses another administrator's approval of a limit while direction could decide", async () => {
    const direction = await t.as('direction')
    const change = await proposeBonusLimit()
    expect(await otherCaller.call(getApproval, { params: change })).toMatchObject({
      mayDecide: false,
      standBack: 'approval.directionDecides',
    })
    await expect(callApprove(otherCaller, change)).rejects.toMatchObject(
      buildExpectedError('approval.directionDecides'),
    )
    expect((await otherCaller.call(listApprovals.page, { query: { box: 'waiting' } })).rows).toEqual([])
    expect((await direction.call(listApprovals.page, { query: { box: 'waiting' } })).rows).toHaveLength(1)
  })

  test('a limit without direction takes two different approvers and shows the first', async () => {
    const third = await t.as('admin')
    const change = await proposeBonusLimit()
    expect(await callApprove(otherCaller, change)).toEqual({ state: 'pending' })
    await expect(callApprove(otherCaller, change)).rejects.toMatchObject(buildExpectedError('approval.needsAnother'))
    await expect(callApprove(admin, change)).rejects.toMatchObject(buildExpectedError('approval.sameAsMaker'))
    expect(await third.call(getApproval, { params: change })).toMatchObject({
      state: 'pending',
      firstName: otherCaller.username,
      mayDecide: true,
    })
    expect(await callApprove(third, change)).toEqual({ state: 'approved' })
    expect(await listBonusPoints()).toContain('9')
    const { rows } = await t.owner.query(
      `select user_id from dino.audit_event where action like 'approval.approved%' and entity_id = $1 order by id`,
      [change.approvalId],
    )
    expect(rows.map(({ user_id }) => user_id)).toEqual([otherCaller.userId, third.userId])
  })

  test('a limit made by the only director takes two other approvers', async () => {
    const direction = await t.as('direction')
    const third = await t.as('admin')
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason)
       select $1, 'grant', 'bt_Ajustes', a, 'all', '2026-06-15', 'a test' from unnest(array['view', 'edit']) a`,
      [direction.userId],
    )
    const change = await proposeBonusLimit(direction)
    expect(await callApprove(otherCaller, change)).toEqual({ state: 'pending' })
    expect(await callApprove(third, change)).toEqual({ state: 'approved' })
  })

  test('refuses a limit change that fewer than two others could decide', async () => {
    await expect(proposeBonusLimit()).rejects.toMatchObject(buildExpectedError('approval.nobody'))
  })

  test('a limit approved after its first day starts on the approval day', async () => {
    await t.as('direction')
    const change = await proposeBonusLimit()
    now += 2 * day
    await callApprove(await t.as('direction'), change)
    const { rows } = await t.owner.query(`select valid_from::text from dino.bonus_limit where points = 9`)
    expect(rows).toContainEqual({ valid_from: '2026-06-17' })
    await t.owner.query('delete from dino.bonus_limit where points = 9')
  })
})

describe('rights younger than a day', () => {
  test('a new right decides nothing on its first day', async () => {
    const direction = await t.as('direction')
    const superior = await t.as('supervisor')
    const change = await proposeBonusLimit()
    const role = await admin.call(changePersonRole, {
      params: { userId: superior.userId },
      body: { seen: 'supervisor', role: 'direction', reason: changeReason },
    })
    await callApprove(direction, { approvalId: role.approvalId! })
    await expect(callApprove(superior, change)).rejects.toMatchObject(buildExpectedError('approval.rightTooNew'))
    expect((await superior.call(listApprovals.page, { query: { box: 'waiting' } })).rows).toEqual([])
    await ageRightsByADay()
    await callApprove(superior, change)
  })

  test("a future right's waiting day begins with it and blocks no earlier decision", async () => {
    const direction = await t.as('direction')
    const second = await t.as('direction')
    const { approvalId } = await admin.call(addPersonRule, {
      params: { userId: direction.userId },
      body: {
        effect: 'grant',
        module: 'bt_ModulosPermisos',
        action: 'approve',
        scope: 'all',
        validFrom: '2026-06-17',
        validTo: null,
        reason: changeReason,
      },
    })
    await callApprove(second, { approvalId: approvalId! })
    const { rows } = await t.owner.query(`select at from dino.right_gain where user_id = $1`, [direction.userId])
    expect(rows.map(({ at }) => new Date(at).toISOString())).toEqual(['2026-06-16T22:00:00.000Z'])
    expect(await callApprove(direction, await proposeBonusLimit())).toEqual({ state: 'approved' })
  })

  test('a just-ended director still blocks decisions by two others for a day', async () => {
    const direction = await t.as('direction')
    const third = await t.as('admin')
    const change = await proposeBonusLimit()
    await admin.call(endAccess, { params: { userId: direction.userId }, body: { reason: changeReason } })
    expect(await findNotifications('access.directionEnded', third)).toHaveLength(1)
    await expect(callApprove(otherCaller, change)).rejects.toMatchObject(
      buildExpectedError('approval.directionDecides'),
    )
    await ageRightsByADay()
    expect(await callApprove(otherCaller, change)).toEqual({ state: 'pending' })
  })

  test('a substitute decides only when the absent user named them the day before', async () => {
    const superior = await t.make.employee({ position: 'direction' })
    const standIn = await t.make.employee()
    const direction = await t.as('direction', superior.cvl)
    const substitute = await t.as('manager', standIn.cvl)
    const name = (by: Caller, at: number) =>
      t.owner.query(
        `insert into dino.substitution (absent_id, substitute_id, from_on, to_on, reason, created_at, created_by)
         values ($1, $2, '2026-06-15', '2026-06-18', 'a test', $4, $3)`,
        [superior.id, standIn.id, by.userId, new Date(at).toISOString()],
      )
    const change = await proposeBonusLimit()
    await name(otherCaller, now - 2 * day)
    await expect(callApprove(substitute, change)).rejects.toMatchObject({ status: 404 })
    await t.owner.query('delete from dino.substitution')
    await name(direction, now)
    await expect(callApprove(substitute, change)).rejects.toMatchObject({ code: 'approval.rightTooNew' })
    await ageRightsByADay()
    expect(await callApprove(substitute, change)).toEqual({ state: 'approved' })
  })

  test('two substitutes of one absent approver cannot give both approvals', async () => {
    const absentEmployee = await t.make.employee()
    const absent = await t.as('admin', absentEmployee.cvl)
    const first = await t.make.employee()
    const second = await t.make.employee()
    const firstSubstitute = await t.as('manager', first.cvl)
    const secondSubstitute = await t.as('manager', second.cvl)
    const name = (substituteId: string) =>
      t.owner.query(
        `insert into dino.substitution (absent_id, substitute_id, from_on, to_on, reason, created_at, created_by)
         values ($1, $2, '2026-06-15', '2026-06-18', 'a test', $4, $3)`,
        [absentEmployee.id, substituteId, absent.userId, new Date(now - 2 * day).toISOString()],
      )
    const change = await proposeBonusLimit()
    await name(first.id)
    expect(await callApprove(firstSubstitute, change)).toEqual({ state: 'pending' })
    await t.owner.query('delete from dino.substitution')
    await name(second.id)
    await expect(callApprove(secondSubstitute, change)).rejects.toMatchObject(
      buildExpectedError('approval.needsAnother'),
    )
    expect(await callApprove(otherCaller, change)).toEqual({ state: 'approved' })
  })
})

describe('second factors for guarded changes', () => {
  test('guarded approvals outside the demo require a second factor a day old', async () => {
    const direction = await t.as('direction')
    await setSecondFactorRequired(t.db, true)
    const change = await proposeBonusLimit()
    await expect(callApprove(direction, change)).rejects.toMatchObject(buildExpectedError('secondFactor.missing'))
    const code = await enrolTotp(direction)
    await expect(callApprove(direction, change)).rejects.toMatchObject(buildExpectedError('secondFactor.tooNew'))
    await ageRightsByADay()
    await expect(callApprove(direction, change)).rejects.toMatchObject({
      code: 'secondFactor.wrong',
      fields: { code: 'required' },
    })
    await callApprove(direction, change, code())
  })

  test('refuses recovery codes as second factor for guarded changes', async () => {
    const direction = await t.as('direction')
    const change = await proposeBonusLimit()
    const code = await enrolTotp(direction)
    await ageRightsByADay()
    now += 60_000
    const { recoveryCodes } = await direction.call(renewRecoveryCodes, { body: { code: code() } })
    now += 11 * 60_000
    const wrong = { status: 422, code: 'secondFactor.wrong' }
    await expect(callApprove(direction, change, recoveryCodes[0])).rejects.toMatchObject(wrong)
    const opened = { open: true, recoveryCodesLeft: 9 }
    expect(await direction.call(verifySecondFactor, { body: { recoveryCode: recoveryCodes[0]! } })).toEqual(opened)
    await expect(callApprove(direction, change)).rejects.toMatchObject({ ...wrong, fields: { code: 'required' } })
    expect(await callApprove(direction, change, code())).toEqual({ state: 'approved' })
  })

  test('refuses a second factor enrolled within a day for guarded changes', async () => {
    const direction = await t.as('direction')
    const change = await proposeBonusLimit()
    await enrolTotp(direction)
    await expect(callApprove(direction, change)).rejects.toMatchObject(buildExpectedError('secondFactor.tooNew'))
  })
})

describe('switches of checks', () => {
  const switching = (caller: Caller, check: 'withdrawal' | 'secondFactor', checked: boolean) =>
    caller.call(switchApprovalCheck, {
      params: { check },
      body: { checked, ...((!checked || check === 'secondFactor') && { reason: changeReason }) },
    })
  const isChecked = async (check: string) =>
    (await admin.call(getApprovalChecks, {})).checks.find((one) => one.check === check)!

  test('direction without a second factor approves making it required', async () => {
    const direction = await t.as('direction')
    await setSecondFactorRequired(t.db, false)
    await switching(admin, 'secondFactor', true)
    const { approvalId, checked } = await isChecked('secondFactor')
    expect(checked).toBe(false)
    await expect(switching(admin, 'secondFactor', true)).rejects.toMatchObject(buildExpectedError('conflict.changed'))
    await callApprove(direction, { approvalId: approvalId! })
    expect(await isChecked('secondFactor')).toEqual({ check: 'secondFactor', checked: true, approvalId: null })
  })

  test.each(['withdrawal', 'secondFactor'] as const)(
    'direction approves switching check %s off; checks of changes switch on at once',
    async (check) => {
      const direction = await t.as('direction')
      const supervisor = await t.as('supervisor')
      await setSecondFactorRequired(t.db, true)
      const code = await enrolTotp(direction)
      await ageRightsByADay()
      await switching(admin, check, false)
      const { approvalId, checked } = await isChecked(check)
      expect(checked).toBe(true)
      await expect(switching(admin, check, false)).rejects.toMatchObject(buildExpectedError('conflict.changed'))
      await callApprove(direction, { approvalId: approvalId! }, code())
      expect(await isChecked(check)).toEqual({ check, checked: false, approvalId: null })
      if (check === 'secondFactor') return
      await switching(admin, check, true)
      for (const caller of [supervisor, otherCaller, direction])
        expect((await findNotifications('approval.taskSwitched', caller)).length).toBe(caller === direction ? 1 : 2)
    },
  )

  test('checks that always apply have no switch', async () => {
    const listed = (await admin.call(getApprovalChecks, {})).checks.map(({ check }) => check)
    expect(listed).not.toContain('check.off')
    expect(listed).not.toContain('limit')
    for (const check of ['check.off', 'limit'] as const) {
      const off = admin.call(switchApprovalCheck, { params: { check }, body: { checked: false, reason: changeReason } })
      await expect(off).rejects.toMatchObject({ status: 400 })
    }
  })

  test('switching a check off requires a reason and the right to change permissions', async () => {
    const bare = admin.call(switchApprovalCheck, { params: { check: 'withdrawal' }, body: { checked: false } })
    await expect(bare).rejects.toMatchObject({ status: 400, fields: { reason: 'required' } })
    const clerk = await t.as('direction')
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason)
       values ($1, 'grant', 'bt_Ajustes', 'edit', 'all', '2026-06-15', 'a test')`,
      [clerk.userId],
    )
    await expect(switching(clerk, 'withdrawal', false)).rejects.toMatchObject({ status: 403 })
  })
})

test("the firm's paying account waits for direction, and the audit stores no number", async () => {
  const direction = await t.as('direction')
  const after = { name: 'Dino Inversiones, S.L.', number: 'ES7921000813610123456789', bic: null }
  const { firmAccount, waiting } = await admin.call(setFirmAccount, {
    body: { before: null, after, reason: changeReason },
  })
  expect(firmAccount).toBeNull()
  await callApprove(direction, { approvalId: waiting[0]!.approvalId })
  expect((await admin.call(getPaymentSettings, {})).firmAccount).toMatchObject(after)
  expect(await findNotifications('firmAccount.changed', admin)).toHaveLength(1)
  const { rows } = await t.owner.query(`select coalesce(before::text, '') || after::text as said from dino.audit_event`)
  expect(rows.map(({ said }) => said).join()).not.toContain(after.number)
})

import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addRule, changeRole, endAccess } from '#contract/access.ts'
import { approve, getApproval, getChecks, listApprovals, switchCheck } from '#contract/approvals.ts'
import { beginTotp, confirmTotp, giveSecondFactor, renewRecoveryCodes } from '#contract/second-factor.ts'
import { getPaymentSettings, setBonusLimit, setFirmAccount } from '#contract/settings/payments.ts'
import { switchFactorNeeded } from '#server/domain/approvals.ts'
import { testPassword, testTenant } from '#test/harness/tenant.ts'

const noon = Date.parse('2026-06-15T10:00:00Z')
const day = 86_400_000
let now = noon
type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let other: Caller

beforeAll(async () => {
  t = await testTenant('dino', () => now)
})
afterAll(() => t.drop())
beforeEach(async () => {
  now = noon
  for (const table of ['approval', 'right_gain', 'substitution', 'person_rule'])
    await t.owner.query(`delete from dino.${table}`)
  await t.owner.query(`delete from registry.membership`)
  await t.owner.query('delete from registry.notification')
  await switchFactorNeeded(t.db, false)
  await t.owner.query(`delete from dino.setting where key = 'approval.off'`)
  ;[admin, other] = [await t.as('admin'), await t.as('admin')]
})

const reason = 'Lo pide el equipo'
const bonus = (who: Caller, points = '9.0') =>
  who.call(setBonusLimit, { body: { role: 'manager', points, validFrom: '2026-06-15', reason } })
/** A change of a limit that waits. */
const asked = async (who: Caller = admin) => ({ approvalId: (await bonus(who)).waiting.at(-1)!.approvalId })
const say = (who: Caller, params: { approvalId: string }, code?: string) =>
  who.call(approve, { params, body: code ? { code } : {} })
const told = async (kind: string, { userId }: Caller) =>
  (await t.owner.query('select params from registry.notification where kind = $1 and user_id = $2', [kind, userId]))
    .rows
const bonuses = async () => (await admin.call(getPaymentSettings, {})).bonuses.map(({ points }) => points)
const refused = (code: string, status = 409) => ({ status, code })
const codeAt = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
/** Enrols an app now; the answer gives codes of later. */
const enrol = async (who: Caller) => {
  const { secret } = await who.call(beginTotp, { body: { password: testPassword } })
  await who.call(confirmTotp, { body: { code: codeAt(secret) } })
  return () => codeAt(secret)
}
/** What there is has been there for a day more: sessions would be over by then. */
const aDayLater = async () => {
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
    const [direction, supervisor] = [await t.as('direction'), await t.as('supervisor')]
    const [manager, clerk] = [await t.as('manager'), await t.as('hr')]
    const before = await bonuses()
    const change = await asked()
    expect(await bonuses()).toEqual(before)
    expect(await told('approval.waiting', direction)).toHaveLength(1)
    expect(await told('approval.waiting', other)).toHaveLength(0)
    const detail = await direction.call(getApproval, { params: change })
    expect(detail).toMatchObject({
      guarded: true,
      mayDecide: true,
      before: { points: '0.25' },
      after: { points: '9.0' },
    })
    await say(direction, change)
    expect(await bonuses()).toContain('9')
    for (const who of [admin, other, supervisor, clerk])
      expect((await told('limit.changed', who)).map(({ params }) => params.value)).toEqual(['9.0'])
    expect(await told('limit.changed', manager)).toEqual([])
  })

  test("refuses another administrator's approval of a limit while direction could decide", async () => {
    const direction = await t.as('direction')
    const change = await asked()
    expect(await other.call(getApproval, { params: change })).toMatchObject({
      mayDecide: false,
      standBack: 'approval.directionDecides',
    })
    await expect(say(other, change)).rejects.toMatchObject(refused('approval.directionDecides'))
    expect((await other.call(listApprovals.page, { query: { box: 'waiting' } })).rows).toEqual([])
    expect((await direction.call(listApprovals.page, { query: { box: 'waiting' } })).rows).toHaveLength(1)
  })

  test('a limit without direction takes two different approvers and shows the first', async () => {
    const third = await t.as('admin')
    const change = await asked()
    expect(await say(other, change)).toEqual({ state: 'pending' })
    await expect(say(other, change)).rejects.toMatchObject(refused('approval.needsAnother'))
    await expect(say(admin, change)).rejects.toMatchObject(refused('approval.sameAsMaker'))
    expect(await third.call(getApproval, { params: change })).toMatchObject({
      state: 'pending',
      firstName: other.username,
      mayDecide: true,
    })
    expect(await say(third, change)).toEqual({ state: 'approved' })
    expect(await bonuses()).toContain('9')
    const { rows } = await t.owner.query(
      `select user_id from dino.audit_event where action like 'approval.approved%' and entity_id = $1 order by id`,
      [change.approvalId],
    )
    expect(rows.map(({ user_id }) => user_id)).toEqual([other.userId, third.userId])
  })

  test('a limit made by the only director takes two other approvers', async () => {
    const [direction, third] = [await t.as('direction'), await t.as('admin')]
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason)
       select $1, 'grant', 'bt_Ajustes', a, 'all', '2026-06-15', 'a test' from unnest(array['view', 'edit']) a`,
      [direction.userId],
    )
    const change = await asked(direction)
    expect(await say(other, change)).toEqual({ state: 'pending' })
    expect(await say(third, change)).toEqual({ state: 'approved' })
  })

  test('refuses a limit change that fewer than two others could decide', async () => {
    await expect(asked()).rejects.toMatchObject(refused('approval.nobody'))
  })

  test('a limit approved after its first day starts on the approval day', async () => {
    await t.as('direction')
    const change = await asked()
    now += 2 * day
    await say(await t.as('direction'), change)
    const { rows } = await t.owner.query(`select valid_from::text from dino.bonus_limit where points = 9`)
    expect(rows).toContainEqual({ valid_from: '2026-06-17' })
    await t.owner.query('delete from dino.bonus_limit where points = 9')
  })
})

describe('rights younger than a day', () => {
  test('a new right decides nothing on its first day', async () => {
    const [direction, boss] = [await t.as('direction'), await t.as('supervisor')]
    const change = await asked()
    const role = await admin.call(changeRole, {
      params: { userId: boss.userId },
      body: { seen: 'supervisor', role: 'direction', reason },
    })
    await say(direction, { approvalId: role.approvalId! })
    await expect(say(boss, change)).rejects.toMatchObject(refused('approval.rightTooNew'))
    expect((await boss.call(listApprovals.page, { query: { box: 'waiting' } })).rows).toEqual([])
    await aDayLater()
    await say(boss, change)
  })

  test("a future right's waiting day begins with it and blocks no earlier decision", async () => {
    const [direction, second] = [await t.as('direction'), await t.as('direction')]
    const { approvalId } = await admin.call(addRule, {
      params: { userId: direction.userId },
      body: {
        ...{ effect: 'grant', module: 'bt_ModulosPermisos', action: 'approve', scope: 'all' },
        ...{ validFrom: '2026-06-17', validTo: null, reason },
      },
    })
    await say(second, { approvalId: approvalId! })
    const { rows } = await t.owner.query(`select at from dino.right_gain where user_id = $1`, [direction.userId])
    expect(rows.map(({ at }) => new Date(at).toISOString())).toEqual(['2026-06-16T22:00:00.000Z'])
    expect(await say(direction, await asked())).toEqual({ state: 'approved' })
  })

  test('a just-ended director still blocks decisions by two others for a day', async () => {
    const [direction, third] = [await t.as('direction'), await t.as('admin')]
    const change = await asked()
    await admin.call(endAccess, { params: { userId: direction.userId }, body: { reason } })
    expect(await told('access.directionEnded', third)).toHaveLength(1)
    await expect(say(other, change)).rejects.toMatchObject(refused('approval.directionDecides'))
    await aDayLater()
    expect(await say(other, change)).toEqual({ state: 'pending' })
  })

  test('a substitute decides only when the absent user named them the day before', async () => {
    const [boss, standIn] = [await t.make.employee({ position: 'direction' }), await t.make.employee()]
    const direction = await t.as('direction', boss.cvl)
    const substitute = await t.as('manager', standIn.cvl)
    const name = (by: Caller, at: number) =>
      t.owner.query(
        `insert into dino.substitution (absent_id, substitute_id, from_on, to_on, reason, created_at, created_by)
         values ($1, $2, '2026-06-15', '2026-06-18', 'a test', $4, $3)`,
        [boss.id, standIn.id, by.userId, new Date(at).toISOString()],
      )
    const change = await asked()
    await name(other, now - 2 * day)
    await expect(say(substitute, change)).rejects.toMatchObject({ status: 404 })
    await t.owner.query('delete from dino.substitution')
    await name(direction, now)
    await expect(say(substitute, change)).rejects.toMatchObject({ code: 'approval.rightTooNew' })
    await aDayLater()
    expect(await say(substitute, change)).toEqual({ state: 'approved' })
  })
})

describe('second factors for guarded changes', () => {
  test('guarded approvals outside the demo require a second factor a day old', async () => {
    const direction = await t.as('direction')
    await switchFactorNeeded(t.db, true)
    const change = await asked()
    await expect(say(direction, change)).rejects.toMatchObject(refused('secondFactor.missing'))
    const code = await enrol(direction)
    await expect(say(direction, change)).rejects.toMatchObject(refused('secondFactor.tooNew'))
    await aDayLater()
    await expect(say(direction, change)).rejects.toMatchObject({
      code: 'secondFactor.wrong',
      fields: { code: 'required' },
    })
    await say(direction, change, code())
  })

  test('refuses recovery codes as second factor for guarded changes', async () => {
    const direction = await t.as('direction')
    const change = await asked()
    const code = await enrol(direction)
    await aDayLater()
    now += 60_000
    const { recoveryCodes } = await direction.call(renewRecoveryCodes, { body: { code: code() } })
    now += 11 * 60_000
    const wrong = { status: 422, code: 'secondFactor.wrong' }
    await expect(say(direction, change, recoveryCodes[0])).rejects.toMatchObject(wrong)
    const opened = { open: true, recoveryCodesLeft: 9 }
    expect(await direction.call(giveSecondFactor, { body: { recoveryCode: recoveryCodes[0]! } })).toEqual(opened)
    await expect(say(direction, change)).rejects.toMatchObject({ ...wrong, fields: { code: 'required' } })
    expect(await say(direction, change, code())).toEqual({ state: 'approved' })
  })

  test('refuses a second factor enrolled within a day for guarded changes', async () => {
    const direction = await t.as('direction')
    const change = await asked()
    await enrol(direction)
    await expect(say(direction, change)).rejects.toMatchObject(refused('secondFactor.tooNew'))
  })
})

describe('switches of checks', () => {
  const switching = (who: Caller, check: 'withdrawal' | 'secondFactor', checked: boolean) =>
    who.call(switchCheck, {
      params: { check },
      body: { checked, ...((!checked || check === 'secondFactor') && { reason }) },
    })
  const isChecked = async (check: string) =>
    (await admin.call(getChecks, {})).checks.find((one) => one.check === check)!

  test('direction without a second factor approves making it required', async () => {
    const direction = await t.as('direction')
    await switchFactorNeeded(t.db, false)
    await switching(admin, 'secondFactor', true)
    const { approvalId, checked } = await isChecked('secondFactor')
    expect(checked).toBe(false)
    await expect(switching(admin, 'secondFactor', true)).rejects.toMatchObject(refused('conflict.changed'))
    await say(direction, { approvalId: approvalId! })
    expect(await isChecked('secondFactor')).toEqual({ check: 'secondFactor', checked: true, approvalId: null })
  })

  test.each(['withdrawal', 'secondFactor'] as const)(
    'direction approves switching check %s off; checks of changes switch on at once',
    async (check) => {
      const [direction, supervisor] = [await t.as('direction'), await t.as('supervisor')]
      await switchFactorNeeded(t.db, true)
      const code = await enrol(direction)
      await aDayLater()
      await switching(admin, check, false)
      const { approvalId, checked } = await isChecked(check)
      expect(checked).toBe(true)
      await expect(switching(admin, check, false)).rejects.toMatchObject(refused('conflict.changed'))
      await say(direction, { approvalId: approvalId! }, code())
      expect(await isChecked(check)).toEqual({ check, checked: false, approvalId: null })
      if (check === 'secondFactor') return
      await switching(admin, check, true)
      for (const who of [supervisor, other, direction])
        expect((await told('approval.taskSwitched', who)).length).toBe(who === direction ? 1 : 2)
    },
  )

  test('checks that always apply have no switch', async () => {
    const listed = (await admin.call(getChecks, {})).checks.map(({ check }) => check)
    expect(listed).not.toContain('check.off')
    expect(listed).not.toContain('limit')
    for (const check of ['check.off', 'limit'] as const) {
      const off = admin.call(switchCheck, { params: { check }, body: { checked: false, reason } })
      await expect(off).rejects.toMatchObject({ status: 400 })
    }
  })

  test('switching a check off requires a reason and the right to change permissions', async () => {
    const bare = admin.call(switchCheck, { params: { check: 'withdrawal' }, body: { checked: false } })
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
  const { firmAccount, waiting } = await admin.call(setFirmAccount, { body: { before: null, after, reason } })
  expect(firmAccount).toBeNull()
  await say(direction, { approvalId: waiting[0]!.approvalId })
  expect((await admin.call(getPaymentSettings, {})).firmAccount).toMatchObject(after)
  expect(await told('firmAccount.changed', admin)).toHaveLength(1)
  const { rows } = await t.owner.query(`select coalesce(before::text, '') || after::text as said from dino.audit_event`)
  expect(rows.map(({ said }) => said).join()).not.toContain(after.number)
})

import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideApprovals, getApproval, maxDecisions, summarizeApprovals } from '#contract/approvals.ts'
import { takeView } from '#contract/auth.ts'
import { beginTotp, confirmTotp } from '#contract/second-factor.ts'
import { firmOfPayments, iban } from '#server/features/payments/test-payments.ts'
import { testPassword } from '#test/harness/tenant.ts'
import { approvalsTenant, type Caller, giveTask } from './test-approvals.ts'

let now = Date.parse('2026-06-15T10:00:00Z')
let t: Awaited<ReturnType<typeof approvalsTenant>>
let maker: Caller
let checker: Caller
beforeAll(async () => {
  t = await approvalsTenant(() => now)
  maker = await t.as('admin')
  checker = await t.as('direction')
})
afterAll(() => t.drop())

type Pending = Awaited<ReturnType<typeof t.pending>>
type Who = Pick<Caller, 'call'>

const summarize = (who: Who, ...changes: readonly Pending[]) =>
  who.call(summarizeApprovals, { body: { approvalIds: changes.map(({ approvalId }) => approvalId) } })
/** What somebody decides of changes as they are shown to whoever may decide them. */
const shown = async (changes: readonly Pending[], who: Who = checker) => {
  const { approvals } = await summarize(who, ...changes)
  return changes.map(({ approvalId }) => ({
    approvalId,
    version: approvals.find(({ id }) => id === approvalId)!.version,
  }))
}
type Decisions = Awaited<ReturnType<typeof shown>>
const approveAll = (who: Who, decisions: Decisions, code?: string) =>
  who.call(decideApprovals, { body: { outcome: 'approved', decisions, ...(code && { code }) } })
const rejectAll = (who: Who, decisions: Decisions, reason?: string) =>
  who.call(decideApprovals, { body: { outcome: 'rejected', decisions, ...(reason && { reason }) } })
const stateOf = async ({ approvalId }: Pending) => (await maker.call(getApproval, { params: { approvalId } })).state
const done = (change: Pending, state: 'approved' | 'rejected' = 'approved') => ({ ...change, state, code: null })
const refused = (change: Pending, code: string) => ({ ...change, state: null, code })

describe('several approvals decided at once', () => {
  test('each of several approvals is carried out, audited and notified like a single one', async () => {
    const notes = [t.note(), t.note()]
    const changes = [
      await t.pending(maker, { payload: { note: notes[0]! } }),
      await t.pending(maker, { payload: { note: notes[1]! } }, giveTask),
    ]
    const told = (await t.told('approval.decided', maker.userId)).length
    expect((await approveAll(checker, await shown(changes))).results).toEqual(changes.map((one) => done(one)))
    for (const note of notes) expect(await t.noted(note)).toEqual({ by: checker.userId, for: maker.userId })
    expect(await t.told('approval.decided', maker.userId)).toHaveLength(told + 2)
    const audited = (await t.audited('approval.approved')).map(({ entity_id }) => entity_id)
    expect(audited).toEqual(expect.arrayContaining(changes.map(({ approvalId }) => approvalId)))
  })

  test('refused approvals stay waiting and the others are carried out', async () => {
    const [stale, note] = ['stale among others', t.note()]
    const changes = [
      await t.pending(maker, { payload: { note: stale } }),
      await t.pending(maker, { payload: { note } }),
    ]
    const { results } = await approveAll(checker, await shown(changes))
    expect(results).toEqual([refused(changes[0]!, 'approval.changedSince'), done(changes[1]!)])
    expect([await t.noted(stale), await stateOf(changes[0]!)]).toEqual([undefined, 'pending'])
    await rejectAll(checker, await shown([changes[0]!]), 'Que se proponga de nuevo')
  })

  test('rejects several approvals with one reason stored on each', async () => {
    const changes = [await t.pending(maker), await t.pending(maker)]
    const decisions = await shown(changes)
    for (const reason of [undefined, 'no'])
      await expect(rejectAll(checker, decisions, reason)).rejects.toMatchObject({
        status: 422,
        code: 'approval.needsReason',
      })
    const { results } = await rejectAll(checker, decisions, 'No procede')
    expect(results).toEqual(changes.map((one) => done(one, 'rejected')))
    for (const { approvalId } of changes)
      expect(await maker.call(getApproval, { params: { approvalId } })).toMatchObject({
        state: 'rejected',
        decisionReason: 'No procede',
      })
  })

  test("refuses own, relatives' and out-of-scope changes one by one", async () => {
    const elsewhere = await t.make.employee()
    const head = await t.make.employee({ position: 'supervisor' })
    const [mine, theirs] = [
      await t.make.employee({ supervisorId: head.id }),
      await t.make.employee({ supervisorId: head.id }),
    ]
    const supervisor = await t.as('supervisor', head.cvl)
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_employee_id, relation) values ($1, $2, 'spouse')`,
      [head.id, theirs.id],
    )
    const changes = [
      await t.pending(supervisor, { liesWith: mine.id }, giveTask),
      await t.pending(maker, { liesWith: theirs.id, about: { employeeId: theirs.id } }, giveTask),
      await t.pending(maker, { liesWith: elsewhere.id }, giveTask),
      await t.pending(maker, { liesWith: mine.id }, giveTask),
    ] as const
    await expect(summarize(supervisor, ...changes)).rejects.toMatchObject({ status: 404 })
    const { results } = await approveAll(supervisor, await shown(changes))
    expect(results).toEqual([
      refused(changes[0], 'approval.sameAsMaker'),
      refused(changes[1], 'approval.ownRecord'),
      refused(changes[2], 'notFound'),
      done(changes[3]),
    ])
    const seen = await summarize(supervisor, changes[0], changes[1], changes[3])
    expect(Object.fromEntries(seen.approvals.map(({ id, obstacle }) => [id, obstacle]))).toEqual({
      [changes[0].approvalId]: 'approval.sameAsMaker',
      [changes[1].approvalId]: 'approval.ownRecord',
      [changes[3].approvalId]: 'approval.decided',
    })
  })

  test('refuses a change that differs from the version shown', async () => {
    const change = await t.pending(maker)
    const [decision] = await shown([change])
    await t.owner.query(`update dino.approval set params = '{"person": "Eva"}' where id = $1`, [change.approvalId])
    const { results } = await approveAll(checker, [decision!])
    expect(results).toEqual([refused(change, 'conflict.changed')])
    expect(await stateOf(change)).toBe('pending')
  })

  test('refuses ids of another prefix as ids that do not exist', async () => {
    const change = await t.pending(maker)
    const [decision] = await shown([change])
    const foreign = { approvalId: '2000000000000001', version: decision!.version }
    const { results } = await approveAll(checker, [foreign, decision!])
    expect(results).toEqual(
      [refused(foreign, 'notFound'), done(change)].map(({ approvalId, state, code }) => ({ approvalId, state, code })),
    )
  })

  test('refuses guarded changes among several, which are decided one by one', async () => {
    const [guarded, plain] = [await t.pending(maker, { guarded: true }), await t.pending(maker)]
    expect((await summarize(checker, guarded)).approvals[0]?.obstacle).toBe('approval.oneByOne')
    const decisions = await shown([guarded, plain])
    expect((await approveAll(checker, decisions)).results).toEqual([refused(guarded, 'approval.oneByOne'), done(plain)])
    expect((await rejectAll(checker, decisions, 'No procede')).results[0]).toEqual(
      refused(guarded, 'approval.oneByOne'),
    )
  })

  test('answers a repeated request alike and decides nothing twice', async () => {
    const changes = [await t.pending(maker), await t.pending(maker)]
    const decisions = await shown(changes)
    const answers = await Promise.all([approveAll(checker, decisions), approveAll(checker, decisions)])
    answers.push(await approveAll(checker, decisions))
    for (const { results } of answers) expect(results).toEqual(changes.map((one) => done(one)))
    const audited = (await t.audited('approval.approved')).map(({ entity_id }) => entity_id)
    for (const { approvalId } of changes) expect(audited.filter((id) => id === approvalId)).toHaveLength(1)
    const other = await t.as('direction')
    expect((await approveAll(other, decisions)).results[0]).toEqual(refused(changes[0]!, 'approval.decided'))
    expect((await rejectAll(checker, decisions, 'Tarde')).results[0]).toEqual(refused(changes[0]!, 'approval.decided'))
  })

  test('refuses several decisions in the view of another user', async () => {
    const theirs = await t.make.employee()
    const boss = await t.as('admin')
    const decisions = await shown([await t.pending(maker)])
    await boss.call(takeView, { body: { cvl: theirs.cvl } })
    await expect(approveAll(boss, decisions)).rejects.toMatchObject({ status: 409, code: 'cvl.readOnly' })
  })

  test.each([
    ['none', []],
    ['one twice', ['1', '1']],
    ['too many', Array.from({ length: maxDecisions + 1 }, (_, n) => String(n + 1))],
  ])('refuses a request of several decisions with %s', async (_, ids) => {
    const decisions = ids.map((approvalId) => ({ approvalId, version: 'x' }))
    await expect(approveAll(checker, decisions)).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
    await expect(checker.call(summarizeApprovals, { body: { approvalIds: ids } })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('the second factor of several approvals', () => {
  const codeAt = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })

  test('asks once for the second factor before deciding any of several approvals', async () => {
    const who = await t.as('direction')
    const { secret } = await who.call(beginTotp, { body: { password: testPassword } })
    await who.call(confirmTotp, { body: { code: codeAt(secret) } })
    now += 601_000
    const changes = [await t.pending(maker, {}, giveTask), await t.pending(maker), await t.pending(maker)]
    const decisions = await shown(changes)
    await expect(approveAll(who, decisions)).rejects.toMatchObject({
      status: 422,
      code: 'secondFactor.wrong',
      fields: { code: 'required' },
    })
    expect(await stateOf(changes[0]!)).toBe('pending')
    const { results } = await approveAll(who, decisions, codeAt(secret))
    expect(results).toEqual(changes.map((one) => done(one)))
  })

  test('a missing second factor refuses only the changes that require one', async () => {
    await t.owner.query(`insert into dino.setting (key, value) values ('approval.secondFactor', 'true')
      on conflict (key) do update set value = 'true'`)
    const who = await t.as('direction')
    const changes = [await t.pending(maker, {}, giveTask), await t.pending(maker)]
    const { results } = await approveAll(who, await shown(changes))
    expect(results).toEqual([done(changes[0]!), refused(changes[1]!, 'secondFactor.missing')])
  })
})

describe('several withdrawals', () => {
  test('shows amounts, clients and destinations, and refuses a withdrawal whose destination changed', async () => {
    const f = await firmOfPayments()
    try {
      const places = [await f.accountWith('1000.00'), await f.accountWith('1000.00')]
      const asked = []
      for (const [n, place] of places.entries()) {
        const { paymentId } = await f.ask(place, ['100.10', '200.20'][n]!)
        asked.push({ approvalId: (await f.detail(paymentId)).approvalId! })
      }
      const summary = await f.boss.call(summarizeApprovals, {
        body: { approvalIds: asked.map(({ approvalId }) => approvalId) },
      })
      expect(summary.amount).toBe('300.30')
      expect(summary.approvals).toMatchObject([
        { amount: '100.10', destination: { number: iban }, obstacle: null },
        { amount: '200.20', destination: { number: iban }, obstacle: null },
      ])
      for (const { aboutName, clientCvl } of summary.approvals) expect([aboutName, clientCvl]).not.toContain(null)
      const { rows } = await f.t.owner.query(
        `insert into dino.client_bank_account (client_id, number, known_since)
         values ($1, 'ES7921000813610123456789', '2024-01-15T09:00:00Z') returning id`,
        [places[0]!.clientId],
      )
      await f.t.owner.query(
        `update dino.payment_order set bank_account_id = $1 where id = (select entity_id from dino.approval where id = $2)`,
        [rows[0].id, asked[0]!.approvalId],
      )
      const decisions = summary.approvals.map(({ id, version }) => ({ approvalId: id, version }))
      const { results } = await approveAll(f.boss, decisions)
      expect(results).toEqual([refused(asked[0]!, 'conflict.changed'), done(asked[1]!)])
    } finally {
      await f.t.drop()
    }
  })
})

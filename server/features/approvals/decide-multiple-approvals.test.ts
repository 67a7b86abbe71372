import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approveChangeRequest,
  decideApprovals,
  getApproval,
  maxDecisionsAtOnce,
  summarizeApprovals,
} from '#contract/approvals.ts'
import { enterStaffView } from '#contract/auth/staff-view.ts'
import { beginTotpSetup, confirmTotpSetup } from '#contract/second-factor.ts'
import { createPaymentFixture, testIban } from '#server/features/payments/test-payments.ts'
import { testPassword } from '#test/harness/tenant.ts'
import { type Caller, createApprovalsTenant, handoverTask } from './test-approvals.ts'

let now = Date.parse('2026-06-15T10:00:00Z')
let t: Awaited<ReturnType<typeof createApprovalsTenant>>
let maker: Caller
let checker: Caller
beforeAll(async () => {
  t = await createApprovalsTenant(() => now)
  maker = await t.as('admin')
  checker = await t.as('direction')
})
afterAll(() => t.drop())

type PendingChange = Awaited<ReturnType<typeof t.pending>>
type ApiCaller = Pick<Caller, 'call'>

const callSummarizeApprovals = (caller: ApiCaller, ...changes: readonly PendingChange[]) =>
  caller.call(summarizeApprovals, { body: { approvalIds: changes.map(({ approvalId }) => approvalId) } })
/** What somebody decides of changes as they are shown to whoever may decide them. */
const getApprovalDecisions = async (changes: readonly PendingChange[], caller: ApiCaller = checker) => {
  const { approvals } = await callSummarizeApprovals(caller, ...changes)
  return changes.map(({ approvalId }) => ({
    approvalId,
    version: approvals.find(({ id }) => id === approvalId)!.version,
  }))
}
type Decisions = Awaited<ReturnType<typeof getApprovalDecisions>>
const approveAll = (caller: ApiCaller, decisions: Decisions, code?: string) =>
  caller.call(decideApprovals, { body: { outcome: 'approved', decisions, ...(code && { code }) } })
const rejectAll = (caller: ApiCaller, decisions: Decisions, reason?: string) =>
  caller.call(decideApprovals, { body: { outcome: 'rejected', decisions, ...(reason && { reason }) } })
const getApprovalState = async ({ approvalId }: PendingChange) =>
  (await maker.call(getApproval, { params: { approvalId } })).state
const buildDecidedResult = (change: PendingChange, state: 'approved' | 'rejected' = 'approved') => ({
  ...change,
  state,
  code: null,
})
const buildRefusedResult = (change: PendingChange, code: string) => ({ ...change, state: null, code })

describe('several approvals decided at once', () => {
  test('each of several approvals is carried out, audited and notified like a single one', async () => {
    const notes = [t.note(), t.note()]
    const changes = [
      await t.pending(maker, { payload: { note: notes[0]! } }),
      await t.pending(maker, { payload: { note: notes[1]! } }, handoverTask),
    ]
    const notificationCount = (await t.findNotifications('approval.decided', maker.userId)).length
    expect((await approveAll(checker, await getApprovalDecisions(changes))).results).toEqual(
      changes.map((one) => buildDecidedResult(one)),
    )
    for (const note of notes) expect(await t.noted(note)).toEqual({ by: checker.userId, for: maker.userId })
    expect(await t.findNotifications('approval.decided', maker.userId)).toHaveLength(notificationCount + 2)
    const audited = (await t.audited('approval.approved')).map(({ entity_id }) => entity_id)
    expect(audited).toEqual(expect.arrayContaining(changes.map(({ approvalId }) => approvalId)))
  })

  test('refused approvals stay waiting and the others are carried out', async () => {
    const stale = 'stale among others'
    const note = t.note()
    const changes = [
      await t.pending(maker, { payload: { note: stale } }),
      await t.pending(maker, { payload: { note } }),
    ]
    const { results } = await approveAll(checker, await getApprovalDecisions(changes))
    expect(results).toEqual([buildRefusedResult(changes[0]!, 'approval.changedSince'), buildDecidedResult(changes[1]!)])
    expect([await t.noted(stale), await getApprovalState(changes[0]!)]).toEqual([undefined, 'pending'])
    await rejectAll(checker, await getApprovalDecisions([changes[0]!]), 'Que se proponga de nuevo')
  })

  test('rejects several approvals with one reason stored on each', async () => {
    const changes = [await t.pending(maker), await t.pending(maker)]
    const decisions = await getApprovalDecisions(changes)
    for (const reason of [undefined, 'no'])
      await expect(rejectAll(checker, decisions, reason)).rejects.toMatchObject({
        status: 422,
        code: 'approval.needsReason',
      })
    const { results } = await rejectAll(checker, decisions, 'No procede')
    expect(results).toEqual(changes.map((one) => buildDecidedResult(one, 'rejected')))
    for (const { approvalId } of changes)
      expect(await maker.call(getApproval, { params: { approvalId } })).toMatchObject({
        state: 'rejected',
        decisionReason: 'No procede',
      })
  })

  test.each(['Mal\u0000', 'Mal \ud83d'])(
    'refuses the reason %j, which cannot be stored, and rejects nothing',
    async (reason) => {
      const change = await t.pending(maker)
      const decisions = await getApprovalDecisions([change])
      await expect(rejectAll(checker, decisions, reason)).rejects.toMatchObject({
        status: 400,
        code: 'request.invalid',
        fields: { reason: 'controlCharacter' },
      })
      expect((await maker.call(getApproval, { params: change })).state).toBe('pending')
    },
  )

  test("refuses own, relatives' and out-of-scope changes one by one", async () => {
    const elsewhere = await t.make.employee()
    const head = await t.make.employee({ position: 'supervisor' })
    const mine = await t.make.employee({ supervisorId: head.id })
    const theirs = await t.make.employee({ supervisorId: head.id })
    const supervisor = await t.as('supervisor', head.cvl)
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_employee_id, relation) values ($1, $2, 'spouse')`,
      [head.id, theirs.id],
    )
    const changes = [
      await t.pending(supervisor, { assigneeId: mine.id }, handoverTask),
      await t.pending(maker, { assigneeId: theirs.id, about: { employeeId: theirs.id } }, handoverTask),
      await t.pending(maker, { assigneeId: elsewhere.id }, handoverTask),
      await t.pending(maker, { assigneeId: mine.id }, handoverTask),
    ] as const
    await expect(callSummarizeApprovals(supervisor, ...changes)).rejects.toMatchObject({ status: 404 })
    const { results } = await approveAll(supervisor, await getApprovalDecisions(changes))
    expect(results).toEqual([
      buildRefusedResult(changes[0], 'approval.sameAsMaker'),
      buildRefusedResult(changes[1], 'approval.ownRecord'),
      buildRefusedResult(changes[2], 'notFound'),
      buildDecidedResult(changes[3]),
    ])
    const seen = await callSummarizeApprovals(supervisor, changes[0], changes[1], changes[3])
    expect(Object.fromEntries(seen.approvals.map(({ id, obstacle }) => [id, obstacle]))).toEqual({
      [changes[0].approvalId]: 'approval.sameAsMaker',
      [changes[1].approvalId]: 'approval.ownRecord',
      [changes[3].approvalId]: 'approval.decided',
    })
  })

  test('refuses a change that differs from the version shown', async () => {
    const change = await t.pending(maker)
    const [decision] = await getApprovalDecisions([change])
    await t.owner.query(`update dino.approval set params = '{"person": "Eva"}' where id = $1`, [change.approvalId])
    const { results } = await approveAll(checker, [decision!])
    expect(results).toEqual([buildRefusedResult(change, 'conflict.changed')])
    expect(await getApprovalState(change)).toBe('pending')
  })

  test('refuses ids of another prefix as ids that do not exist', async () => {
    const change = await t.pending(maker)
    const [decision] = await getApprovalDecisions([change])
    const foreign = { approvalId: '2000000000000001', version: decision!.version }
    const { results } = await approveAll(checker, [foreign, decision!])
    expect(results).toEqual(
      [buildRefusedResult(foreign, 'notFound'), buildDecidedResult(change)].map(({ approvalId, state, code }) => ({
        approvalId,
        state,
        code,
      })),
    )
  })

  test('refuses guarded changes among several, which are decided one by one', async () => {
    const guarded = await t.pending(maker, { guarded: true })
    const plain = await t.pending(maker)
    expect((await callSummarizeApprovals(checker, guarded)).approvals[0]?.obstacle).toBe('approval.oneByOne')
    const decisions = await getApprovalDecisions([guarded, plain])
    expect((await approveAll(checker, decisions)).results).toEqual([
      buildRefusedResult(guarded, 'approval.oneByOne'),
      buildDecidedResult(plain),
    ])
    expect((await rejectAll(checker, decisions, 'No procede')).results[0]).toEqual(
      buildRefusedResult(guarded, 'approval.oneByOne'),
    )
  })

  test('answers a repeated request alike and decides nothing twice', async () => {
    const changes = [await t.pending(maker), await t.pending(maker)]
    const decisions = await getApprovalDecisions(changes)
    const answers = await Promise.all([approveAll(checker, decisions), approveAll(checker, decisions)])
    answers.push(await approveAll(checker, decisions))
    for (const { results } of answers) expect(results).toEqual(changes.map((one) => buildDecidedResult(one)))
    const audited = (await t.audited('approval.approved')).map(({ entity_id }) => entity_id)
    for (const { approvalId } of changes) expect(audited.filter((id) => id === approvalId)).toHaveLength(1)
    const other = await t.as('direction')
    expect((await approveAll(other, decisions)).results[0]).toEqual(buildRefusedResult(changes[0]!, 'approval.decided'))
    expect((await rejectAll(checker, decisions, 'Tarde')).results[0]).toEqual(
      buildRefusedResult(changes[0]!, 'approval.decided'),
    )
  })

  test('refuses several decisions in the view of another user', async () => {
    const theirs = await t.make.employee()
    const superior = await t.as('admin')
    const decisions = await getApprovalDecisions([await t.pending(maker)])
    await superior.call(enterStaffView, { body: { cvl: theirs.cvl } })
    await expect(approveAll(superior, decisions)).rejects.toMatchObject({ status: 409, code: 'cvl.readOnly' })
  })

  test.each([
    ['none', []],
    ['one twice', ['1', '1']],
    ['too many', Array.from({ length: maxDecisionsAtOnce + 1 }, (_, n) => String(n + 1))],
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
    const caller = await t.as('direction')
    const { secret } = await caller.call(beginTotpSetup, { body: { password: testPassword } })
    await caller.call(confirmTotpSetup, { body: { code: codeAt(secret) } })
    now += 601_000
    const changes = [await t.pending(maker, {}, handoverTask), await t.pending(maker), await t.pending(maker)]
    const decisions = await getApprovalDecisions(changes)
    await expect(approveAll(caller, decisions)).rejects.toMatchObject({
      status: 422,
      code: 'secondFactor.wrong',
      fields: { code: 'required' },
    })
    expect(await getApprovalState(changes[0]!)).toBe('pending')
    const { results } = await approveAll(caller, decisions, codeAt(secret))
    expect(results).toEqual(changes.map((one) => buildDecidedResult(one)))
  })

  test('a missing second factor refuses only the changes that require one', async () => {
    await t.owner.query(`insert into dino.setting (key, value) values ('approval.secondFactor', 'true')
      on conflict (key) do update set value = 'true'`)
    const caller = await t.as('direction')
    const changes = [await t.pending(maker, {}, handoverTask), await t.pending(maker)]
    const { results } = await approveAll(caller, await getApprovalDecisions(changes))
    expect(results).toEqual([buildDecidedResult(changes[0]!), buildRefusedResult(changes[1]!, 'secondFactor.missing')])
  })
})

describe('several withdrawals', () => {
  test('shows amounts, clients and destinations, and refuses a withdrawal whose destination changed', async () => {
    const f = await createPaymentFixture()
    try {
      const places = [await f.accountWith('1000.00'), await f.accountWith('1000.00')]
      const decisionInputs = []
      for (const [n, testAccount] of places.entries()) {
        const { paymentId } = await f.ask(testAccount, ['100.10', '200.20'][n]!)
        decisionInputs.push({ approvalId: (await f.detail(paymentId)).approvalId! })
      }
      const summary = await f.superior.call(summarizeApprovals, {
        body: { approvalIds: decisionInputs.map(({ approvalId }) => approvalId) },
      })
      expect(summary.amount).toBe('300.30')
      expect(summary.approvals).toMatchObject([
        { amount: '100.10', destination: { number: testIban }, obstacle: null },
        { amount: '200.20', destination: { number: testIban }, obstacle: null },
      ])
      for (const { aboutName, clientCvl } of summary.approvals) expect([aboutName, clientCvl]).not.toContain(null)
      const { rows } = await f.t.owner.query(
        `insert into dino.client_bank_account (client_id, number, known_since)
         values ($1, 'ES7921000813610123456789', '2024-01-15T09:00:00Z') returning id`,
        [places[0]!.clientId],
      )
      await f.t.owner.query(
        `update dino.payment_order set bank_account_id = $1 where id = (select entity_id from dino.approval where id = $2)`,
        [rows[0].id, decisionInputs[0]!.approvalId],
      )
      // Without a version too: what was proposed would pay another bank account.
      await expect(
        f.superior.call(approveChangeRequest, { params: { approvalId: decisionInputs[0]!.approvalId }, body: {} }),
      ).rejects.toMatchObject({ status: 409, code: 'approval.changedSince' })
      const decisions = summary.approvals.map(({ id, version }) => ({ approvalId: id, version }))
      const { results } = await approveAll(f.superior, decisions)
      expect(results).toEqual([
        buildRefusedResult(decisionInputs[0]!, 'conflict.changed'),
        buildDecidedResult(decisionInputs[1]!),
      ])
    } finally {
      await f.t.drop()
    }
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getApproval, rejectChangeRequest, withdrawChangeRequest } from '#contract/approvals.ts'
import { listHandovers, previewHandover } from '#contract/handovers.ts'
import { setDisabledTasks, setSecondFactorRequired } from '#server/domain/approvals.ts'
import { buildExpectedError, chooseClients, createHandoverFixture, noonMs, today } from './test-handovers.ts'

type Firm = Awaited<ReturnType<typeof createHandoverFixture>>
type Caller = Firm['giver']['caller']
let fixture: Firm
let admin: Caller
let secondAdmin: Caller
let direction: Caller
beforeAll(async () => {
  fixture = await createHandoverFixture()
  await setSecondFactorRequired(fixture.t.db, false)
  admin = await fixture.t.as('admin')
  secondAdmin = await fixture.t.as('admin')
  direction = await fixture.t.as('direction')
})
beforeEach(() => {
  fixture.clock.now = noonMs
})
afterAll(() => fixture.t.drop())

const findManagerOfClient = async (client: Awaited<ReturnType<Firm['clientOf']>>) =>
  (await fixture.linksOf(client)).at(-1)?.[0]
/** Proposed by an administrator, who answers for nobody; both approvals. */
const proposeAsAdmin = async (more: object = {}, to = fixture.taker) => {
  const client = await fixture.clientOf(fixture.giver)
  const { handoverId, approvalId, state } = await fixture.propose(admin, chooseClients(client), to, more)
  const { release } = await fixture.detail(admin, handoverId)
  return { client, handoverId, state, acceptance: approvalId, release: release!.approvalId }
}

describe('handovers by an administrator', () => {
  test('moves nothing on the receiver’s acceptance until the giver releases the clients', async () => {
    const { client, handoverId, state, acceptance, release } = await proposeAsAdmin()
    expect(state).toBe('pending')
    expect(await fixture.toldTo(fixture.giver.caller)).toContain('approval.waiting')
    await fixture.accept(fixture.taker.caller, acceptance)
    expect(await findManagerOfClient(client)).toBe(fixture.giver.id)
    expect(await fixture.detail(admin, handoverId)).toMatchObject({
      state: 'proposed',
      acceptedBy: fixture.taker.caller.username,
      release: { state: 'pending' },
    })
    for (const [who, code] of [
      [admin, 'approval.sameAsMaker'],
      [secondAdmin, 'approval.directionDecides'],
      [fixture.taker.caller, 'notFound'],
      [fixture.outsider.caller, 'notFound'],
    ] as const)
      await expect(fixture.accept(who, release)).rejects.toMatchObject({ code })
    expect(await findManagerOfClient(client)).toBe(fixture.giver.id)
    await fixture.accept(fixture.giver.caller, release)
    expect(await findManagerOfClient(client)).toBe(fixture.taker.id)
    expect(await fixture.detail(admin, handoverId)).toMatchObject({
      state: 'done',
      moved: 1,
      release: { state: 'approved', decidedBy: fixture.giver.caller.username },
    })
  })

  test('the giver’s supervisor or direction releases a handover before its acceptance', async () => {
    for (const who of [fixture.head.caller, direction]) {
      const { client, handoverId, acceptance, release } = await proposeAsAdmin()
      await fixture.accept(who, release)
      expect(await findManagerOfClient(client)).toBe(fixture.giver.id)
      expect(await fixture.detail(admin, handoverId)).toMatchObject({ state: 'proposed', acceptedBy: null })
      await fixture.accept(fixture.taker.caller, acceptance)
      expect(await findManagerOfClient(client)).toBe(fixture.taker.id)
    }
  })

  test('a released and accepted handover waits for its later day', async () => {
    const { client, handoverId, acceptance, release } = await proposeAsAdmin({ effectiveOn: '2026-06-16' })
    await fixture.accept(fixture.taker.caller, acceptance)
    expect(await fixture.work(noonMs + 86_400_000)).toEqual([])
    expect(await findManagerOfClient(client)).toBe(fixture.giver.id)
    fixture.clock.now = noonMs
    await fixture.accept(fixture.giver.caller, release)
    expect(await fixture.detail(admin, handoverId)).toMatchObject({ state: 'accepted' })
    await fixture.work(noonMs + 86_400_000)
    expect(await findManagerOfClient(client)).toBe(fixture.taker.id)
  })

  test('a rejected or withdrawn handover moves nothing and withdraws its other approval', async () => {
    const one = await proposeAsAdmin()
    await fixture.giver.caller.call(rejectChangeRequest, {
      params: { approvalId: one.release },
      body: { reason: 'Son míos' },
    })
    expect(await fixture.detail(admin, one.handoverId)).toMatchObject({
      state: 'rejected',
      endReason: 'Son míos',
      endedBy: fixture.giver.caller.username,
    })
    await expect(fixture.accept(fixture.taker.caller, one.acceptance)).rejects.toMatchObject({
      code: 'approval.decided',
    })
    const two = await proposeAsAdmin()
    await fixture.taker.caller.call(rejectChangeRequest, {
      params: { approvalId: two.acceptance! },
      body: { reason: 'No tengo sitio' },
    })
    expect(await fixture.detail(admin, two.handoverId)).toMatchObject({
      state: 'rejected',
      endReason: 'No tengo sitio',
    })
    const three = await proposeAsAdmin()
    await admin.call(withdrawChangeRequest, { params: { approvalId: three.acceptance! } })
    for (const approvalId of [two.release, three.release])
      expect(await fixture.giver.caller.call(getApproval, { params: { approvalId } })).toMatchObject({
        state: 'withdrawn',
        mayDecide: false,
      })
    for (const { client } of [one, two, three]) expect(await findManagerOfClient(client)).toBe(fixture.giver.id)
  })

  test('refuses a release by a supervisor who got the giver within a day', async () => {
    const { release } = await proposeAsAdmin()
    const late = await fixture.somebody('supervisor')
    await fixture.t.owner.query('update dino.employee set supervisor_id = $1 where id = $2', [
      late.id,
      fixture.giver.id,
    ])
    await fixture.t.owner.query(
      `insert into dino.supervisor_move (employee_id, from_id, supervisor_id, effective_on, created_at, created_by, applied_at)
       values ($1, $2, $3, $4, $5, $6, $5)`,
      [fixture.giver.id, fixture.head.id, late.id, today, new Date(noonMs).toISOString(), admin.userId],
    )
    await expect(fixture.accept(late.caller, release)).rejects.toMatchObject({ code: 'approval.rightTooNew' })
    const own = await fixture.propose(late.caller, chooseClients(await fixture.clientOf(fixture.giver)), fixture.taker)
    expect((await fixture.detail(late.caller, own.handoverId)).release).toMatchObject({ state: 'pending' })
    await fixture.t.owner.query('delete from dino.supervisor_move')
    await fixture.t.owner.query('update dino.employee set supervisor_id = $1 where id = $2', [
      fixture.head.id,
      fixture.giver.id,
    ])
  })

  test('direction releases a handover of clients of several givers', async () => {
    const clients = [await fixture.clientOf(fixture.giver), await fixture.clientOf(fixture.outsider)]
    const { approvalId, handoverId } = await fixture.propose(admin, chooseClients(...clients), fixture.taker)
    const { release } = await fixture.detail(admin, handoverId)
    await fixture.accept(fixture.taker.caller, approvalId)
    await expect(fixture.accept(fixture.giver.caller, release!.approvalId)).rejects.toMatchObject({ status: 404 })
    await fixture.accept(direction, release!.approvalId)
    for (const client of clients) expect(await findManagerOfClient(client)).toBe(fixture.taker.id)
  })

  test('waits for the giver’s release even with the handover task switched off', async () => {
    await setDisabledTasks(fixture.t.db, ['handover'])
    const client = await fixture.clientOf(fixture.giver)
    const { handoverId, state, approvalId } = await fixture.propose(admin, chooseClients(client), fixture.taker)
    await setDisabledTasks(fixture.t.db, [])
    expect([state, await findManagerOfClient(client)]).toEqual(['pending', fixture.giver.id])
    await fixture.accept(fixture.giver.caller, approvalId)
    expect(await fixture.detail(admin, handoverId)).toMatchObject({ state: 'done' })
  })
})

describe('handovers by a supervisor', () => {
  test('a supervisor hands over clients of the team with only the receiver’s acceptance', async () => {
    const client = await fixture.clientOf(fixture.giver)
    const { reason, ...body } = fixture.bodyOf(chooseClients(client), fixture.taker)
    expect(await fixture.head.caller.call(previewHandover, { body })).toMatchObject({ needsRelease: false })
    expect(await admin.call(previewHandover, { body })).toMatchObject({ needsRelease: true })
    const { handoverId, approvalId } = await fixture.propose(fixture.head.caller, chooseClients(client), fixture.taker)
    expect((await fixture.detail(fixture.head.caller, handoverId)).release).toBeNull()
    await fixture.accept(fixture.taker.caller, approvalId)
    expect(await findManagerOfClient(client)).toBe(fixture.taker.id)
  })

  test('a supervisor takes clients of the team only with the giver’s or direction’s release', async () => {
    const client = await fixture.clientOf(fixture.giver)
    const { handoverId, approvalId } = await fixture.propose(fixture.head.caller, chooseClients(client), fixture.head)
    await fixture.accept(admin, approvalId)
    expect(await findManagerOfClient(client)).toBe(fixture.giver.id)
    const { release } = await fixture.detail(fixture.head.caller, handoverId)
    await expect(fixture.accept(fixture.head.caller, release!.approvalId)).rejects.toMatchObject({
      code: 'approval.sameAsMaker',
    })
    await fixture.accept(fixture.giver.caller, release!.approvalId)
    expect(await findManagerOfClient(client)).toBe(fixture.head.id)
  })

  test('refuses acceptance of a handover whose proposer no longer leads the giver', async () => {
    const client = await fixture.clientOf(fixture.giver)
    const { approvalId } = await fixture.propose(fixture.head.caller, chooseClients(client), fixture.taker)
    await fixture.t.owner.query('update dino.employee set supervisor_id = null where id = $1', [fixture.giver.id])
    await expect(fixture.accept(fixture.taker.caller, approvalId)).rejects.toMatchObject(
      buildExpectedError(409, 'approval.changedSince'),
    )
    await fixture.t.owner.query('update dino.employee set supervisor_id = $1 where id = $2', [
      fixture.head.id,
      fixture.giver.id,
    ])
    expect(await findManagerOfClient(client)).toBe(fixture.giver.id)
  })
})

test('the list counts a handover with two approvals once', async () => {
  const { handoverId } = await proposeAsAdmin()
  const { rows } = await admin.call(listHandovers.page, { query: { state: 'proposed', pageSize: 100 } })
  expect(rows.filter(({ id }) => id === handoverId)).toHaveLength(1)
})

describe('clients shared with another team', () => {
  const shared = async (to: Firm['giver'], role = 'banker') => {
    const client = await fixture.clientOf(fixture.giver)
    const { handoverId, approvalId } = await fixture.propose(fixture.giver.caller, chooseClients(client), to, { role })
    const { release } = await fixture.detail(fixture.giver.caller, handoverId)
    return { client, acceptance: approvalId, release: release?.approvalId ?? null }
  }

  test('asks the supervisor when a manager shares a client with another team', async () => {
    for (const role of ['banker', 'partner']) {
      const outsider = await fixture.somebody(role as 'banker' | 'partner')
      const { client, acceptance, release } = await shared(outsider, role)
      expect(release).not.toBeNull()
      await fixture.accept(outsider.caller, acceptance)
      expect(await fixture.sees(outsider.caller, client)).toBe(false)
      await expect(fixture.accept(fixture.giver.caller, release)).rejects.toMatchObject({
        code: 'approval.sameAsMaker',
      })
      await fixture.accept(fixture.head.caller, release)
      expect(await fixture.sees(outsider.caller, client)).toBe(true)
    }
  })

  test('asks for no release when the receiver sees the client or the supervisor proposes', async () => {
    const banker = await fixture.somebody('banker')
    const seen = await fixture.t.make.client({ staff: { manager: fixture.giver.id, advisor: banker.id } })
    const own = await fixture.propose(fixture.giver.caller, chooseClients(seen), banker, { role: 'banker' })
    expect((await fixture.detail(fixture.giver.caller, own.handoverId)).release).toBeNull()
    const client = await fixture.clientOf(fixture.giver)
    const { handoverId } = await fixture.propose(fixture.head.caller, chooseClients(client), banker, { role: 'banker' })
    expect((await fixture.detail(fixture.head.caller, handoverId)).release).toBeNull()
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getApproval, reject, withdraw } from '#contract/approvals.ts'
import { listHandovers, previewHandover } from '#contract/handovers.ts'
import { switchFactorNeeded, switchTasksOff } from '#server/domain/approvals.ts'
import { firmOfHandovers, noon, refused, these, today } from './test-handovers.ts'

type Firm = Awaited<ReturnType<typeof firmOfHandovers>>
type Caller = Firm['giver']['caller']
let f: Firm
let admin: Caller
let second: Caller
let direction: Caller
beforeAll(async () => {
  f = await firmOfHandovers()
  await switchFactorNeeded(f.t.db, false)
  ;[admin, second, direction] = [await f.t.as('admin'), await f.t.as('admin'), await f.t.as('direction')]
})
beforeEach(() => {
  f.clock.now = noon
})
afterAll(() => f.t.drop())

const managerOf = async (client: Awaited<ReturnType<Firm['clientOf']>>) => (await f.linksOf(client)).at(-1)?.[0]
/** Proposed by an administrator, who answers for nobody; both approvals. */
const proposed = async (more: object = {}, to = f.taker) => {
  const client = await f.clientOf(f.giver)
  const { handoverId, approvalId, state } = await f.propose(admin, these(client), to, more)
  const { release } = await f.detail(admin, handoverId)
  return { client, handoverId, state, acceptance: approvalId, release: release!.approvalId }
}

describe('handovers by an administrator', () => {
  test('moves nothing on the receiver’s acceptance until the giver releases the clients', async () => {
    const { client, handoverId, state, acceptance, release } = await proposed()
    expect(state).toBe('pending')
    expect(await f.toldTo(f.giver.caller)).toContain('approval.waiting')
    await f.accept(f.taker.caller, acceptance)
    expect(await managerOf(client)).toBe(f.giver.id)
    expect(await f.detail(admin, handoverId)).toMatchObject({
      state: 'proposed',
      acceptedBy: f.taker.caller.username,
      release: { state: 'pending' },
    })
    for (const [who, code] of [
      [admin, 'approval.sameAsMaker'],
      [second, 'approval.directionDecides'],
      [f.taker.caller, 'notFound'],
      [f.stranger.caller, 'notFound'],
    ] as const)
      await expect(f.accept(who, release)).rejects.toMatchObject({ code })
    expect(await managerOf(client)).toBe(f.giver.id)
    await f.accept(f.giver.caller, release)
    expect(await managerOf(client)).toBe(f.taker.id)
    expect(await f.detail(admin, handoverId)).toMatchObject({
      state: 'done',
      moved: 1,
      release: { state: 'approved', decidedBy: f.giver.caller.username },
    })
  })

  test('the giver’s supervisor or direction releases a handover before its acceptance', async () => {
    for (const who of [f.head.caller, direction]) {
      const { client, handoverId, acceptance, release } = await proposed()
      await f.accept(who, release)
      expect(await managerOf(client)).toBe(f.giver.id)
      expect(await f.detail(admin, handoverId)).toMatchObject({ state: 'proposed', acceptedBy: null })
      await f.accept(f.taker.caller, acceptance)
      expect(await managerOf(client)).toBe(f.taker.id)
    }
  })

  test('a released and accepted handover waits for its later day', async () => {
    const { client, handoverId, acceptance, release } = await proposed({ effectiveOn: '2026-06-16' })
    await f.accept(f.taker.caller, acceptance)
    expect(await f.work(noon + 86_400_000)).toEqual([])
    expect(await managerOf(client)).toBe(f.giver.id)
    f.clock.now = noon
    await f.accept(f.giver.caller, release)
    expect(await f.detail(admin, handoverId)).toMatchObject({ state: 'accepted' })
    await f.work(noon + 86_400_000)
    expect(await managerOf(client)).toBe(f.taker.id)
  })

  test('a rejected or withdrawn handover moves nothing and withdraws its other approval', async () => {
    const one = await proposed()
    await f.giver.caller.call(reject, { params: { approvalId: one.release }, body: { reason: 'Son míos' } })
    expect(await f.detail(admin, one.handoverId)).toMatchObject({
      state: 'rejected',
      endReason: 'Son míos',
      endedBy: f.giver.caller.username,
    })
    await expect(f.accept(f.taker.caller, one.acceptance)).rejects.toMatchObject({ code: 'approval.decided' })
    const two = await proposed()
    await f.taker.caller.call(reject, { params: { approvalId: two.acceptance! }, body: { reason: 'No tengo sitio' } })
    expect(await f.detail(admin, two.handoverId)).toMatchObject({ state: 'rejected', endReason: 'No tengo sitio' })
    const three = await proposed()
    await admin.call(withdraw, { params: { approvalId: three.acceptance! } })
    for (const approvalId of [two.release, three.release])
      expect(await f.giver.caller.call(getApproval, { params: { approvalId } })).toMatchObject({
        state: 'withdrawn',
        mayDecide: false,
      })
    for (const { client } of [one, two, three]) expect(await managerOf(client)).toBe(f.giver.id)
  })

  test('refuses a release by a supervisor who got the giver within a day', async () => {
    const { release } = await proposed()
    const late = await f.somebody('supervisor')
    await f.t.owner.query('update dino.employee set supervisor_id = $1 where id = $2', [late.id, f.giver.id])
    await f.t.owner.query(
      `insert into dino.supervisor_move (employee_id, from_id, supervisor_id, effective_on, created_at, created_by, applied_at)
       values ($1, $2, $3, $4, $5, $6, $5)`,
      [f.giver.id, f.head.id, late.id, today, new Date(noon).toISOString(), admin.userId],
    )
    await expect(f.accept(late.caller, release)).rejects.toMatchObject({ code: 'approval.rightTooNew' })
    const own = await f.propose(late.caller, these(await f.clientOf(f.giver)), f.taker)
    expect((await f.detail(late.caller, own.handoverId)).release).toMatchObject({ state: 'pending' })
    await f.t.owner.query('delete from dino.supervisor_move')
    await f.t.owner.query('update dino.employee set supervisor_id = $1 where id = $2', [f.head.id, f.giver.id])
  })

  test('direction releases a handover of clients of several givers', async () => {
    const clients = [await f.clientOf(f.giver), await f.clientOf(f.stranger)]
    const { approvalId, handoverId } = await f.propose(admin, these(...clients), f.taker)
    const { release } = await f.detail(admin, handoverId)
    await f.accept(f.taker.caller, approvalId)
    await expect(f.accept(f.giver.caller, release!.approvalId)).rejects.toMatchObject({ status: 404 })
    await f.accept(direction, release!.approvalId)
    for (const client of clients) expect(await managerOf(client)).toBe(f.taker.id)
  })

  test('waits for the giver’s release even with the handover task switched off', async () => {
    await switchTasksOff(f.t.db, ['handover'])
    const client = await f.clientOf(f.giver)
    const { handoverId, state, approvalId } = await f.propose(admin, these(client), f.taker)
    await switchTasksOff(f.t.db, [])
    expect([state, await managerOf(client)]).toEqual(['pending', f.giver.id])
    await f.accept(f.giver.caller, approvalId)
    expect(await f.detail(admin, handoverId)).toMatchObject({ state: 'done' })
  })
})

describe('handovers by a supervisor', () => {
  test('a supervisor hands over clients of the team with only the receiver’s acceptance', async () => {
    const client = await f.clientOf(f.giver)
    const { reason: _, ...body } = f.bodyOf(these(client), f.taker)
    expect(await f.head.caller.call(previewHandover, { body })).toMatchObject({ needsRelease: false })
    expect(await admin.call(previewHandover, { body })).toMatchObject({ needsRelease: true })
    const { handoverId, approvalId } = await f.propose(f.head.caller, these(client), f.taker)
    expect((await f.detail(f.head.caller, handoverId)).release).toBeNull()
    await f.accept(f.taker.caller, approvalId)
    expect(await managerOf(client)).toBe(f.taker.id)
  })

  test('a supervisor takes clients of the team only with the giver’s or direction’s release', async () => {
    const client = await f.clientOf(f.giver)
    const { handoverId, approvalId } = await f.propose(f.head.caller, these(client), f.head)
    await f.accept(admin, approvalId)
    expect(await managerOf(client)).toBe(f.giver.id)
    const { release } = await f.detail(f.head.caller, handoverId)
    await expect(f.accept(f.head.caller, release!.approvalId)).rejects.toMatchObject({ code: 'approval.sameAsMaker' })
    await f.accept(f.giver.caller, release!.approvalId)
    expect(await managerOf(client)).toBe(f.head.id)
  })

  test('refuses acceptance of a handover whose proposer no longer leads the giver', async () => {
    const client = await f.clientOf(f.giver)
    const { approvalId } = await f.propose(f.head.caller, these(client), f.taker)
    await f.t.owner.query('update dino.employee set supervisor_id = null where id = $1', [f.giver.id])
    await expect(f.accept(f.taker.caller, approvalId)).rejects.toMatchObject(refused(409, 'approval.changedSince'))
    await f.t.owner.query('update dino.employee set supervisor_id = $1 where id = $2', [f.head.id, f.giver.id])
    expect(await managerOf(client)).toBe(f.giver.id)
  })
})

test('the list counts a handover with two approvals once', async () => {
  const { handoverId } = await proposed()
  const { rows } = await admin.call(listHandovers.page, { query: { state: 'proposed', pageSize: 100 } })
  expect(rows.filter(({ id }) => id === handoverId)).toHaveLength(1)
})

describe('clients shared with another team', () => {
  const shared = async (to: Firm['giver'], role = 'banker') => {
    const client = await f.clientOf(f.giver)
    const { handoverId, approvalId } = await f.propose(f.giver.caller, these(client), to, { role })
    const { release } = await f.detail(f.giver.caller, handoverId)
    return { client, acceptance: approvalId, release: release?.approvalId ?? null }
  }

  test('asks the supervisor when a manager shares a client with another team', async () => {
    for (const role of ['banker', 'partner']) {
      const outsider = await f.somebody(role as 'banker' | 'partner')
      const { client, acceptance, release } = await shared(outsider, role)
      expect(release).not.toBeNull()
      await f.accept(outsider.caller, acceptance)
      expect(await f.sees(outsider.caller, client)).toBe(false)
      await expect(f.accept(f.giver.caller, release)).rejects.toMatchObject({ code: 'approval.sameAsMaker' })
      await f.accept(f.head.caller, release)
      expect(await f.sees(outsider.caller, client)).toBe(true)
    }
  })

  test('asks for no release when the receiver sees the client or the supervisor proposes', async () => {
    const banker = await f.somebody('banker')
    const seen = await f.t.make.client({ staff: { manager: f.giver.id, advisor: banker.id } })
    const own = await f.propose(f.giver.caller, these(seen), banker, { role: 'banker' })
    expect((await f.detail(f.giver.caller, own.handoverId)).release).toBeNull()
    const client = await f.clientOf(f.giver)
    const { handoverId } = await f.propose(f.head.caller, these(client), banker, { role: 'banker' })
    expect((await f.detail(f.head.caller, handoverId)).release).toBeNull()
  })
})

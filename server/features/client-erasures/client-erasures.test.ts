import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectChangeRequest } from '#contract/approvals.ts'
import { logCall } from '#contract/calls.ts'
import { blockClient } from '#contract/client-blocks.ts'
import { getRetentionPeriods, listClientErasures, setRetentionPeriod } from '#contract/client-erasures.ts'
import { mergeClients } from '#contract/client-merge.ts'
import { addClientRelation } from '#contract/client-relations.ts'
import { getClient } from '#contract/clients/client.ts'
import { sendInfoForm } from '#contract/info-forms.ts'
import { addComment } from '#contract/records.ts'
import { queueClientMail } from '#server/domain/client-mail.ts'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { markDueErasures } from './mark-due-erasures.ts'
import { createErasureFixture, type ErasureFixture } from './test-erasures.ts'

const today = '2026-06-15'
const now = Date.parse('2026-06-15T10:00:00Z')

let fixture: ErasureFixture
beforeAll(async () => {
  fixture = await createErasureFixture()
})
afterAll(() => fixture.t.drop())

const fetchClient = (clientId: string) => fixture.manager.call(getClient, { params: { clientId } })

describe('a request of erasure', () => {
  test('schedules a request ten years after the last contract, and restricts the client meanwhile', async () => {
    const { id } = await fixture.makeClient({ email: 'antes@correo.example' })
    await fixture.makeClosedAccount(id, '2020-03-04')
    await fixture.t.owner.query(
      `insert into dino.consent (client_id, purpose, state) values ($1, 'marketing', 'signed'), ($1, 'information', 'signed')`,
      [id],
    )
    expect(await fixture.request(id)).toMatchObject({ state: 'scheduled', dueOn: '2030-03-04' })
    expect(await fetchClient(id)).toMatchObject({
      restrictedAt: new Date(now).toISOString().replace('.000Z', 'Z'),
      erasedAt: null,
      canOperate: { in: { allowed: false, reasons: ['restricted'] } },
    })
    expect(
      await fixture.select(`select purpose, state from dino.consent where client_id = $1 order by 1`, [id]),
    ).toEqual([
      { purpose: 'information', state: 'signed' },
      { purpose: 'marketing', state: 'withdrawn' },
    ])
    const mail = {
      clientId: id,
      template: 'paper.attached',
      recipient: 'antes@correo.example',
      idioma: 'spanish',
      facts: {},
    } as const
    const deps = { clock: () => now, getSecretBox: () => ({ encrypt: (text: string) => text }) } as never
    expect(await catchRefusalCode(fixture.t.db.transaction().execute((tx) => queueClientMail(tx, deps, mail)))).toBe(
      'client.restricted',
    )
    expect(await catchRefusalCode(fixture.propose(id))).toBe('erasure.notDue')
    expect(await catchRefusalCode(fixture.request(id))).toBe('erasure.asked')
  })

  test('makes a request due at once where there never was a contract', async () => {
    const { id } = await fixture.makeClient()
    expect(await fixture.fetch(id)).toMatchObject({
      erasure: null,
      obstacles: [],
      retention: { years: 10, endedOn: null },
    })
    expect(await fixture.request(id)).toMatchObject({ state: 'due', dueOn: today })
  })

  test('nothing new begins with a restricted client, in any way', async () => {
    const { id } = await fixture.makeClient()
    const other = await fixture.makeClient()
    const version = async (clientId: string): Promise<number> =>
      (await fixture.select('select version from dino.client where id = $1', [clientId]))[0].version
    const write = {
      call: () =>
        fixture.manager.call(logCall, {
          body: {
            contactId: null,
            clientId: id,
            reason: 'other',
            outcome: 'reached',
            feedback: '',
            observations: '',
            calledOn: today,
            calledTime: null,
            durationMinutes: 1,
            attempts: 1,
          },
        }),
      relation: () =>
        fixture.manager.call(addClientRelation, {
          params: { clientId: other.id },
          body: { otherId: id, kind: 'spouse', since: null },
        }),
      merge: async () =>
        fixture.manager.call(mergeClients, {
          params: { clientId: other.id },
          body: {
            otherId: id,
            survivorVersion: await version(other.id),
            absorbedVersion: await version(id),
            taken: [],
            reason: 'La misma persona',
          },
        }),
      form: () => fixture.manager.call(sendInfoForm, { params: { clientId: id }, body: {} }),
    }
    await fixture.request(id)
    for (const [name, attempt] of Object.entries(write))
      expect(await catchRefusalCode(attempt()), name).toBe('client.restricted')
    await fixture.withdraw(id)
    expect(await catchRefusalCode(write.call())).not.toBe('client.restricted')
  })

  test('takes a request back and lets the client operate again', async () => {
    const { id } = await fixture.makeClient()
    await fixture.request(id)
    expect(await fixture.withdraw(id)).toEqual({ state: 'withdrawn' })
    expect(await fetchClient(id)).toMatchObject({ restrictedAt: null, canOperate: { in: { allowed: true } } })
    expect(await catchRefusalCode(fixture.withdraw(id))).toBe('conflict.changed')
    expect(await fixture.request(id)).toMatchObject({ state: 'due' })
  })

  test('refuses a request while accounts, changes, an estate or a legal block are open', async () => {
    const open = await fixture.makeClient()
    const account = await fixture.t.make.account({ clientId: open.id })
    await fixture.t.make.movement(account.id, '500.00')
    expect((await fixture.fetch(open.id)).obstacles).toEqual(['openAccounts', 'moneyOwed'])
    expect(await catchRefusalCode(fixture.request(open.id))).toBe('erasure.openAccounts')

    const blocked = await fixture.makeClient()
    const { approvalId } = await fixture.manager.call(blockClient, {
      params: { clientId: blocked.id },
      body: { kind: 'legal', reason: 'Embargo', expectedEnd: null },
    })
    expect(await catchRefusalCode(fixture.request(blocked.id))).toBe('erasure.pendingChanges')
    await fixture.approve({ approvalId })
    expect(await catchRefusalCode(fixture.request(blocked.id))).toBe('erasure.legalBlock')

    const heir = await fixture.makeClient()
    await fixture.t.owner.query(
      `insert into dino.estate (client_id, died_on, registered_at, registered_by) values ($1, '2026-01-01', now(), 1)`,
      [heir.id],
    )
    expect(await catchRefusalCode(fixture.request(heir.id))).toBe('erasure.openEstate')
  })

  test('refuses a request while the person acts for another client', async () => {
    const identityNumber = '12345678Z'
    const { id } = await fixture.makeClient({ identityNumber })
    const company = await fixture.makeClient()
    await fixture.t.owner.query(
      `insert into dino.client_person (client_id, role, name, identity_number, powers, valid_from) values ($1, 'representative', 'Ella', $2, 'sole', '2019-01-01')`,
      [company.id, identityNumber],
    )
    expect((await fixture.fetch(id)).obstacles).toEqual(['actsForOthers'])
    expect(await catchRefusalCode(fixture.request(id))).toBe('erasure.actsForOthers')
    await fixture.t.owner.query(`update dino.client_person set valid_to = '2021-05-31' where client_id = $1`, [
      company.id,
    ])
    expect(await fixture.request(id)).toMatchObject({ state: 'scheduled', dueOn: '2031-05-31' })
  })

  test('takes nobody with the same generic number for the person', async () => {
    const identityNumber = 'XEXX010101000'
    const { id } = await fixture.makeClient({ identityNumber })
    const company = await fixture.makeClient()
    await fixture.t.owner.query(
      `insert into dino.client_person (client_id, role, name, identity_number, powers, valid_from) values ($1, 'representative', 'Otra', $2, 'sole', '2019-01-01')`,
      [company.id, identityNumber],
    )
    expect((await fixture.fetch(id)).obstacles).toEqual([])
  })
})

describe('carrying an erasure out', () => {
  test('asks a second person, whose rejection leaves the client as they were', async () => {
    const { id } = await fixture.makeClient({ name: 'Rechazado' })
    await fixture.request(id)
    const proposed = await fixture.propose(id)
    expect(proposed.state).toBe('pending')
    expect(await catchRefusalCode(fixture.approve(proposed, fixture.admin))).toBe('approval.sameAsMaker')
    expect(await catchRefusalCode(fixture.propose(id))).toBe('erasure.pendingChanges')
    await fixture.direction.call(rejectChangeRequest, {
      params: { approvalId: proposed.approvalId! },
      body: { reason: 'Todavía no' },
    })
    expect(await fetchClient(id)).toMatchObject({ name: 'Rechazado' })
    expect((await fixture.fetch(id)).erasure).toMatchObject({ state: 'due', approvalId: null })
  })

  test('refuses an erasure where an account was opened after it was proposed', async () => {
    const { id } = await fixture.makeClient()
    await fixture.request(id)
    const proposed = await fixture.propose(id)
    await fixture.t.make.account({ clientId: id })
    expect(await catchRefusalCode(fixture.approve(proposed))).toBe('approval.changedSince')
  })

  test('erases a client once when two approve, and refuses what is written later', async () => {
    const { id } = await fixture.makeClient({ name: 'Borrada' })
    await fixture.request(id)
    const proposed = await fixture.propose(id)
    const results = await Promise.all(
      [fixture.direction, await fixture.t.as('direction')].map((caller) =>
        catchRefusalCode(fixture.approve(proposed, caller)),
      ),
    )
    expect(results.sort()).toEqual(['approval.decided', 'done'])
    const erased = await fetchClient(id)
    expect(erased).toMatchObject({ name: 'Cliente suprimido', erasedAt: expect.any(String) })
    expect((await fixture.fetch(id)).erasure).toMatchObject({ state: 'done', reason: null })
    expect(await catchRefusalCode(fixture.request(id))).toBe('erasure.done')
    const comment = { params: { entity: 'client' as const, recordId: id }, body: { body: 'Otra nota', mentions: [] } }
    expect(await catchRefusalCode(fixture.manager.call(addComment, comment))).toBe('conflict.changed')
    await expect(
      fixture.t.db.updateTable('client').set({ name: 'Otra' }).where('id', '=', id).execute(),
    ).rejects.toMatchObject({
      code: 'AT008',
    })
  })
})

describe('the list of erasures', () => {
  test('notifies direction once of what is due by the rule in force', async () => {
    const { id } = await fixture.makeClient()
    await fixture.makeClosedAccount(id, '2018-06-14')
    expect(await fixture.request(id)).toMatchObject({ dueOn: '2028-06-14' })
    const body = { validFrom: '2026-06-01', years: 8, source: 'Una norma nueva' }
    await fixture.admin.call(setRetentionPeriod, { body })
    expect((await fixture.admin.call(getRetentionPeriods, {})).periods.map(({ years }) => years)).toEqual([8, 10])
    await markDueErasures(fixture.t.db, today, now)
    await markDueErasures(fixture.t.db, today, now)
    const { rows } = await fixture.manager.call(listClientErasures.page, { query: { state: 'due' } as never })
    expect(rows.find(({ clientId }) => clientId === id)).toMatchObject({ state: 'due', dueOn: '2026-06-14' })
    const notified = await fixture.select(
      `select count(*)::int as n from registry.notification where kind = 'clientErasures.due' and user_id = $1`,
      [fixture.direction.userId],
    )
    expect(notified).toEqual([{ n: 1 }])
    const outsider = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
    expect((await outsider.call(listClientErasures.page, { query: {} })).rows).toEqual([])
    await fixture.t.owner.query(`delete from dino.retention_period where valid_from = '2026-06-01'`)
  })

  test('erases nobody in the night', async () => {
    const { id } = await fixture.makeClient({ name: 'Sigue' })
    await fixture.request(id)
    await markDueErasures(fixture.t.db, today, now)
    expect(await fetchClient(id)).toMatchObject({ name: 'Sigue', erasedAt: null })
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContact, getContact } from '#contract/contacts.ts'
import { createFollowUp, getFollowUp, setFollowUpState } from '#contract/follow-ups.ts'
import { previewHandover } from '#contract/handovers.ts'
import { createHandoverFixture } from './test-handovers.ts'

let f: Awaited<ReturnType<typeof createHandoverFixture>>
beforeAll(async () => {
  f = await createHandoverFixture()
})
afterAll(() => f.t.drop())

const createContactOf = async (owner: typeof f.giver): Promise<string> =>
  (await owner.caller.call(createContact, { body: { name: 'Contacto', ownerId: owner.id } })).id
const findOwner = async (contactId: string) => (await f.head.caller.call(getContact, { params: { contactId } })).ownerId

test('takes the contacts along with all clients of a giver, and brings them back', async () => {
  await f.clientOf(f.giver)
  const contactId = await createContactOf(f.giver)
  const choice = { by: 'giver' as const, giverId: f.giver.id }
  const { reason: _, ...body } = f.bodyOf(choice, f.taker)
  expect((await f.head.caller.call(previewHandover, { body })).contacts).toBe(1)
  const { handoverId } = await f.handOver(f.head.caller, choice, f.taker)
  expect(await findOwner(contactId)).toBe(f.taker.id)
  await f.undo(f.head.caller, handoverId)
  expect(await findOwner(contactId)).toBe(f.giver.id)
})

test('leaves the contacts where only some clients are handed over', async () => {
  const client = await f.clientOf(f.giver)
  const contactId = await createContactOf(f.giver)
  const choice = { by: 'clients' as const, clientIds: [client.id] }
  const { reason: _, ...body } = f.bodyOf(choice, f.taker)
  expect((await f.head.caller.call(previewHandover, { body })).contacts).toBe(0)
  await f.handOver(f.head.caller, choice, f.taker)
  expect(await findOwner(contactId)).toBe(f.giver.id)
})

const createFollowUpOf = async (owner: typeof f.giver, person: { contactId?: string; clientId?: string }) => {
  const fields = {
    subject: 'Llamar',
    note: '',
    dueOn: '2026-07-01',
    priority: 'normal',
    amount: null,
    ownerId: null,
  } as const
  const body = { contactId: null, clientId: null, ...person, ...fields }
  return (await owner.caller.call(createFollowUp, { body })).id
}
const findFollowUpOwner = async (followUpId: string) =>
  (await f.head.caller.call(getFollowUp, { params: { followUpId } })).ownerId
const finishFollowUp = (followUpId: string) =>
  f.giver.caller.call(setFollowUpState, {
    params: { followUpId },
    body: { version: 1, state: 'finished', result: '' },
  })

test('takes open follow-ups along with what is handed over, and brings them back', async () => {
  const client = await f.clientOf(f.giver)
  const other = await f.clientOf(f.giver)
  const contactId = await createContactOf(f.giver)
  const open = await createFollowUpOf(f.giver, { clientId: client.id })
  const finished = await createFollowUpOf(f.giver, { clientId: client.id })
  await finishFollowUp(finished)
  const elsewhere = await createFollowUpOf(f.giver, { clientId: other.id })
  const ofContact = await createFollowUpOf(f.giver, { contactId })
  const listOwners = () => Promise.all([open, finished, elsewhere, ofContact].map(findFollowUpOwner))
  const { giver, taker } = { giver: f.giver.id, taker: f.taker.id }

  const one = await f.handOver(f.head.caller, { by: 'clients' as const, clientIds: [client.id] }, f.taker)
  expect(await listOwners()).toEqual([taker, giver, giver, giver])
  await f.undo(f.head.caller, one.handoverId)
  expect(await listOwners()).toEqual([giver, giver, giver, giver])

  const all = await f.handOver(f.head.caller, { by: 'giver' as const, giverId: giver }, f.taker)
  expect(await listOwners()).toEqual([taker, giver, taker, taker])
  await f.undo(f.head.caller, all.handoverId)
  expect(await listOwners()).toEqual([giver, giver, giver, giver])
})

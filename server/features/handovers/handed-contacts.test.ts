import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContact, getContact } from '#contract/contacts.ts'
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

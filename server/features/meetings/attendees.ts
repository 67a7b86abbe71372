import { type Kysely, sql } from 'kysely'
import type { Attendee } from '#contract/meetings.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { assertClientsUnrestricted } from '#server/domain/find-client.ts'
import { selectVisibleClients, selectVisibleContacts, worksHereSql } from '#server/domain/visibility.ts'

type AttendeeValues = {
  employeeId: string | null
  contactId: string | null
  clientId: string | null
  name: string | null
  email: string | null
}
const nobody: AttendeeValues = { employeeId: null, contactId: null, clientId: null, name: null, email: null }

type Person = { contactId: string | null; clientId: string | null }

const listIds = (attendees: readonly Attendee[], kind: 'employee' | 'contact' | 'client'): string[] => [
  ...new Set(attendees.flatMap((one) => (one.kind === kind ? [one.id] : []))),
]

const assertAllFound = (found: number, ids: readonly string[]): void => {
  if (found < ids.length) throw buildRefusal('request.invalid', { fields: { attendees: 'unknown' } })
}

/** Contacts who are clients by now take part as both. */
const findContacts = async (tx: Kysely<DB>, ctx: Ctx, ids: readonly string[]): Promise<Person[]> => {
  if (ids.length === 0) return []
  const found = await selectVisibleContacts({ db: tx, scopes: ctx.scopes })
    .where('ct.id', 'in', ids)
    .select(['ct.id as contactId', 'ct.clientId'])
    .execute()
  assertAllFound(found.length, ids)
  return found
}

const findClients = async (tx: Kysely<DB>, { person: { rights } }: Ctx, ids: readonly string[]): Promise<Person[]> => {
  if (ids.length === 0) return []
  const found = rights.may('bt_Clientes', 'view')
    ? await selectVisibleClients({ db: tx, scopes: rights.getScopes('bt_Clientes', 'view') })
        .where('c.clientId', 'in', ids)
        .select('c.clientId')
        .execute()
    : []
  assertAllFound(found.length, ids)
  return found.map(({ clientId }) => ({ contactId: null, clientId }))
}

/** Colleagues take part whosever they are. */
const assertColleagues = async (tx: Kysely<DB>, ctx: Ctx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const found = await tx
    .selectFrom('employee as e')
    .where('e.id', 'in', ids)
    .where(worksHereSql(ctx.businessDate))
    .select('e.id')
    .execute()
  assertAllFound(found.length, ids)
}

/** One row for each, whatever they were named as. */
const withoutRepeats = (people: readonly Person[]): Person[] => {
  const kept: Person[] = []
  for (const person of people) {
    const isKept = kept.some(
      ({ contactId, clientId }) =>
        (contactId !== null && contactId === person.contactId) || (clientId !== null && clientId === person.clientId),
    )
    if (!isKept) kept.push(person)
  }
  return kept
}

type MeetingPeople = { ownerId: string; person: Person; attendees: readonly Attendee[]; keeps: readonly Person[] }

/**
 * Who takes part in a meeting: its owner, whom it is about, and the others that were named. Those of `keeps` took part before, and are kept
 * whether or not the caller sees them. Throws `request.invalid` where one of them is unknown to the caller, `approval.ownRecord` for a relative
 * of theirs, `client.restricted` where a client's data is only kept.
 */
export const listAttendeeValues = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { ownerId, person, attendees, keeps }: MeetingPeople,
): Promise<AttendeeValues[]> => {
  const isKept = (one: Attendee): boolean =>
    keeps.some(
      ({ contactId, clientId }) =>
        (one.kind === 'contact' && one.id === contactId) || (one.kind === 'client' && one.id === clientId),
    )
  const fresh = attendees.filter((one) => !isKept(one))
  const employeeIds = listIds(attendees, 'employee').filter((id) => id !== ownerId)
  await assertColleagues(tx, ctx, employeeIds)
  const added = [
    ...(await findContacts(tx, ctx, listIds(fresh, 'contact'))),
    ...(await findClients(tx, ctx, listIds(fresh, 'client'))),
  ]
  const addedClients = added.flatMap(({ clientId }) => clientId ?? [])
  if (addedClients.length > 0) {
    await assertNoRelatedClients(tx, ctx, addedClients)
    await assertClientsUnrestricted(tx, addedClients)
  }
  const kept = keeps.filter(({ contactId, clientId }) =>
    attendees.some(
      (one) => (one.kind === 'contact' && one.id === contactId) || (one.kind === 'client' && one.id === clientId),
    ),
  )
  const about = person.contactId === null && person.clientId === null ? [] : [person]
  const guests = new Map(
    attendees.flatMap((one) => (one.kind === 'guest' ? [[one.email.toLowerCase(), one] as const] : [])),
  )
  return [
    ...[ownerId, ...employeeIds].map((employeeId) => ({ ...nobody, employeeId })),
    ...withoutRepeats([...about, ...kept, ...added]).map((one) => ({ ...nobody, ...one })),
    ...[...guests.values()].map(({ name, email }) => ({ ...nobody, name, email })),
  ]
}

/** What tells attendees apart. */
const attendeeKeySql = sql`coalesce('e' || a.employee_id, 'c' || a.client_id, 'k' || a.contact_id, lower(a.email))`
const toKey = ({ employeeId, contactId, clientId, email }: AttendeeValues): string =>
  employeeId !== null
    ? `e${employeeId}`
    : clientId !== null
      ? `c${clientId}`
      : contactId !== null
        ? `k${contactId}`
        : email!.toLowerCase()

/** Makes these the attendees of a meeting. Who took part before keeps their answer. Gives who was there and isn't any more, and who is new. */
export const setAttendees = async (
  tx: Kysely<DB>,
  { meetingId, ownerId, values }: { meetingId: string; ownerId: string; values: readonly AttendeeValues[] },
): Promise<{ added: AttendeeValues[]; removed: AttendeeValues[] }> => {
  const { rows: before } = await sql<AttendeeValues & { key: string }>`
    select ${attendeeKeySql} as key, a.employee_id as "employeeId", a.contact_id as "contactId", a.client_id as "clientId", a.name, a.email
      from meeting_attendee a where a.meeting_id = ${meetingId}`.execute(tx)
  const known = new Set(before.map(({ key }) => key))
  const expectedKeys = new Set(values.map(toKey))
  const removed = before.filter(({ key }) => !expectedKeys.has(key))
  const added = values.filter((one) => !known.has(toKey(one)))
  if (removed.length > 0)
    await sql`delete from meeting_attendee a where a.meeting_id = ${meetingId} and ${attendeeKeySql} = any(${removed.map(({ key }) => key)}::text[])`.execute(
      tx,
    )
  if (added.length > 0)
    await tx
      .insertInto('meetingAttendee')
      .values(
        added.map((one) => ({
          ...one,
          meetingId,
          startsAt: sql<string>`(select m.starts_at from meeting m where m.id = ${meetingId})`,
        })),
      )
      .execute()
  await tx
    .updateTable('meetingAttendee')
    .set({ answer: 'accepted' })
    .where('meetingId', '=', meetingId)
    .where('employeeId', '=', ownerId)
    .where('answer', '<>', 'accepted')
    .execute()
  return { added, removed }
}

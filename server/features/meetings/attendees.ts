import { type Kysely, sql } from 'kysely'
import type { Attendee } from '#contract/meetings.ts'
import type { DB } from '#db/types.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { assertClientsUnrestricted } from '#server/domain/find-client.ts'
import { selectVisibleClients, selectVisibleContacts, worksHereSql } from '#server/domain/visibility.ts'

export type AttendeeValues = {
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

type AttendeeChange = {
  /** A meeting, or several of a series: they get the same attendees. The first is that which the caller has in mind. */
  meetings: readonly { id: string; startsAt: string }[]
  ownerId: string
  values: readonly AttendeeValues[]
  /** Called with attendees of the first meeting, before they go. */
  onRemove?: (attendeeIds: readonly string[]) => Promise<void>
}

/** What tells attendees apart. */
const attendeeKeySql = sql<string>`coalesce('e' || a.employee_id, 'c' || a.client_id, 'k' || a.contact_id, lower(a.email))`
/** Says who it is: two attendees with one key are the same person. As `attendeeKeySql` says it of a row. */
export const toAttendeeKey = ({ employeeId, contactId, clientId, email }: AttendeeValues): string =>
  employeeId !== null
    ? `e${employeeId}`
    : clientId !== null
      ? `c${clientId}`
      : contactId !== null
        ? `k${contactId}`
        : email!.toLowerCase()

/** Of those who take part in some of these meetings one place each, but for whoever is named by one of the keys. */
export const findRemovedAttendeeIds = async (
  tx: Kysely<DB>,
  meetingIds: readonly string[],
  keys: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct on (${attendeeKeySql}) a.id::text from meeting_attendee a
     where a.meeting_id = any(${meetingIds}::bigint[]) and ${attendeeKeySql} <> all(${keys}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Who is invited, as `toAttendeeKey` names them. */
export const listAttendeeKeys = async (tx: Kysely<DB>, meetingId: string): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select ${attendeeKeySql} as key from meeting_attendee a where a.meeting_id = ${meetingId}`.execute(tx)
  return rows.map(({ key }) => key)
}

/** Makes these the attendees of meetings. Who took part before keeps their answer. Gives the staff who are new in the first. */
export const setAttendees = async (
  tx: Kysely<DB>,
  { meetings, ownerId, values, onRemove }: AttendeeChange,
): Promise<string[]> => {
  const ids = meetings.map(({ id }) => id)
  const { rows: before } = await sql<{ id: string; meetingId: string; key: string }>`
    select a.id::text, a.meeting_id::text as "meetingId", ${attendeeKeySql} as key from meeting_attendee a where a.meeting_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  const expectedKeys = new Set(values.map(toAttendeeKey))
  const removed = before.filter(({ key }) => !expectedKeys.has(key))
  const ofFirst = removed.filter(({ meetingId }) => meetingId === ids[0]).map(({ id }) => id)
  if (ofFirst.length > 0) await onRemove?.(ofFirst)
  await sql`delete from meeting_attendee where id = any(${removed.map(({ id }) => id)}::bigint[])`.execute(tx)
  const known = new Set(before.map(({ meetingId, key }) => `${meetingId} ${key}`))
  const added = meetings.flatMap(({ id, startsAt }) =>
    values
      .filter((one) => !known.has(`${id} ${toAttendeeKey(one)}`))
      .map((one) => ({ ...one, meetingId: id, startsAt })),
  )
  await sql`
    insert into meeting_attendee (meeting_id, starts_at, employee_id, contact_id, client_id, name, email)
    select n.meeting_id, n.starts_at, n.employee_id, n.contact_id, n.client_id, n.name, n.email
      from jsonb_to_recordset(${toJsonRecords(added)}::jsonb)
        as n(meeting_id bigint, starts_at timestamptz, employee_id bigint, contact_id bigint, client_id bigint, name text, email text)`.execute(
    tx,
  )
  await tx
    .updateTable('meetingAttendee')
    .set({ answer: 'accepted' })
    .where('meetingId', 'in', ids)
    .where('employeeId', '=', ownerId)
    .where('answer', '<>', 'accepted')
    .execute()
  return added.flatMap(({ meetingId, employeeId }) => (meetingId === ids[0] && employeeId ? [employeeId] : []))
}

import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/meetings.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { assertEligibleOwner } from '#server/domain/change-agenda-row.ts'
import { listAttendeeValues, setAttendees } from './attendees.ts'
import { assertConsentForStage } from './contact-stage.ts'
import { notifyAttendees, queueInvitations } from './invite-attendees.ts'
import {
  assertPlanned,
  changeLockedMeeting,
  isAfter,
  type LockedMeeting,
  type MeetingTimes,
  toMeetingTimes,
} from './lock-meeting.ts'
import { lockSiblings, moveSiblings, type Sibling, touchSiblings } from './series.ts'

/** Another time asks everybody again; colleagues are told. */
const askAgain = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { meetingIds, times, at }: { meetingIds: readonly string[]; times: MeetingTimes; at: string },
): Promise<void> => {
  await sql`
    update meeting_attendee a set answer = 'pending', answered_at = null, comment = '', proposed_starts_at = null, proposed_ends_at = null
      from meeting m where m.id = any(${meetingIds}::bigint[]) and a.meeting_id = m.id and a.employee_id is distinct from m.employee_id`.execute(
    tx,
  )
  const [meetingId] = meetingIds
  if (isAfter(times.startsAt, at)) await notifyAttendees(tx, ctx, { meetingId: meetingId!, kind: 'meeting.moved' })
}

/** Contacts and clients who take part already: the caller needn't see them. */
const findPeople = (tx: Kysely<DB>, meetingId: string) =>
  tx
    .selectFrom('meetingAttendee')
    .where('meetingId', '=', meetingId)
    .where((eb) => eb.or([eb('contactId', 'is not', null), eb('clientId', 'is not', null)]))
    .select(['contactId', 'clientId'])
    .execute()

type ChangeBody = ParsedRequest<typeof contract.changeMeeting>['body']

const assertFieldsAllowed = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { contactId, clientId, stage, ownerId }: LockedMeeting,
  body: ChangeBody,
): Promise<void> => {
  if (body.stage !== null && contactId === null && clientId === null)
    throw buildRefusal('request.invalid', { fields: { stage: 'invalid' } })
  if (body.stage !== stage) await assertConsentForStage(tx, { contactId, clientId }, body.stage)
  if (body.ownerId !== ownerId) await assertEligibleOwner(tx, ctx, body.ownerId)
}

/** The words, the owner and the attendees of a meeting and of those that go along with it. Times are written for themselves. */
const writeFields = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  {
    meeting,
    siblings,
    body,
    at,
    deps,
  }: { meeting: LockedMeeting; siblings: readonly Sibling[]; body: ChangeBody; at: string; deps: EndpointDeps },
): Promise<string[]> => {
  const { id, contactId, clientId } = meeting
  const { subject, stage, place, link, note, invites, ownerId, attendees } = body
  const keeps = await findPeople(tx, id)
  const values = await listAttendeeValues(tx, ctx, { ownerId, person: { contactId, clientId }, attendees, keeps })
  const also = siblings.map((one) => one.id)
  await tx
    .updateTable('meeting')
    .set({ subject, stage, place, link, note, invites, employeeId: ownerId })
    .$if(ownerId !== meeting.ownerId, (meetings) => meetings.set({ handoverId: null, handedFrom: null }))
    .where('id', 'in', [id, ...also])
    .execute()
  const changed = await tx
    .selectFrom('meeting')
    .where('id', 'in', [id, ...also])
    .select(['id', 'startsAt'])
    .execute()
  return setAttendees(tx, {
    meetings: changed.sort((one) => (one.id === id ? -1 : 1)),
    ownerId,
    values,
    onRemove: async (attendeeIds) => {
      if (meeting.invites && isAfter(meeting.startsAt, at))
        await queueInvitations(tx, ctx, deps, { meetingId: id, also, method: 'cancel', attendeeIds, at })
    },
  })
}

const writeTimes = (tx: Kysely<DB>, meetingId: string, times: MeetingTimes) =>
  tx
    .updateTable('meeting')
    .set({ ...times, sequence: sql`sequence + 1` })
    .where('id', '=', meetingId)
    .execute()

/** Changes a planned meeting, and with it those of its series that `scope` names. */
export const changeMeeting = async (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.changeMeeting>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.changeMeeting>> => {
  return changeLockedMeeting(ctx, request, async (tx, meeting) => {
    assertPlanned(meeting)
    const { body } = request
    const times = toMeetingTimes(ctx, body)
    await assertFieldsAllowed(tx, ctx, meeting, body)
    const at = new Date(deps.clock()).toISOString()
    const siblings = await lockSiblings(tx, ctx, meeting, body.scope)
    const { id: meetingId } = meeting
    await writeTimes(tx, meetingId, times)
    await moveSiblings(tx, ctx, siblings, { before: meeting.startsAt, times: body })
    await touchSiblings(tx, siblings)
    const employeeIds = await writeFields(tx, ctx, { meeting, siblings, body, at, deps })
    const isAhead = isAfter(times.startsAt, at)
    if (isAhead) await notifyAttendees(tx, ctx, { meetingId, kind: 'meeting.invited', employeeIds })
    const also = siblings.map(({ id }) => id)
    if (Date.parse(times.startsAt) !== Date.parse(meeting.startsAt))
      await askAgain(tx, ctx, { meetingIds: [meetingId, ...also], times, at })
    if (body.invites && isAhead) await queueInvitations(tx, ctx, deps, { meetingId, also, method: 'request', at })
    return 'meeting.changed'
  })
}

/** Moves a planned meeting, and with it those of its series that `scope` names: by as many days, to the same time of day. */
export const moveMeeting = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.moveMeeting>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.moveMeeting>> =>
  changeLockedMeeting(ctx, request, async (tx, meeting) => {
    assertPlanned(meeting)
    const times = toMeetingTimes(ctx, request.body)
    const at = new Date(deps.clock()).toISOString()
    const siblings = await lockSiblings(tx, ctx, meeting, request.body.scope)
    const { id: meetingId } = meeting
    await writeTimes(tx, meetingId, times)
    await moveSiblings(tx, ctx, siblings, { before: meeting.startsAt, times: request.body })
    await touchSiblings(tx, siblings)
    const also = siblings.map(({ id }) => id)
    await askAgain(tx, ctx, { meetingIds: [meetingId, ...also], times, at })
    if (meeting.invites && isAfter(times.startsAt, at))
      await queueInvitations(tx, ctx, deps, { meetingId, also, method: 'request', at })
    return 'meeting.moved'
  })

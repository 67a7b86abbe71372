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
  type LockedMeeting,
  type MeetingTimes,
  toMeetingTimes,
} from './lock-meeting.ts'
import { listAhead, lockSiblings, moveSiblings, type Sibling, touchSiblings } from './series.ts'

const isMoved = (meeting: LockedMeeting, { startsAt, endsAt }: MeetingTimes): boolean =>
  Date.parse(startsAt) !== Date.parse(meeting.startsAt) || Date.parse(endsAt) !== Date.parse(meeting.endsAt)

/** Another time asks everybody again; colleagues are told of the first that is still to come. */
const askAgain = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { meetingIds, leadId }: { meetingIds: readonly string[]; leadId: string | undefined },
): Promise<void> => {
  await sql`
    update meeting_attendee a set answer = 'pending', answered_at = null, comment = '', proposed_starts_at = null, proposed_ends_at = null
      from meeting m where m.id = any(${meetingIds}::bigint[]) and a.meeting_id = m.id and a.employee_id is distinct from m.employee_id`.execute(
    tx,
  )
  if (leadId !== undefined) await notifyAttendees(tx, ctx, { meetingId: leadId, kind: 'meeting.moved' })
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

type FieldsChange = {
  meeting: LockedMeeting
  siblings: readonly Sibling[]
  body: ChangeBody
  at: string
  deps: EndpointDeps
  ahead: readonly string[]
}

/** The words, the owner and the attendees of a meeting and of those that go along with it. Times are written for themselves. */
const writeFields = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { meeting, siblings, body, at, deps, ahead }: FieldsChange,
): Promise<string[]> => {
  const { id, contactId, clientId } = meeting
  const { subject, stage, place, link, note, invites, ownerId, attendees } = body
  const keeps = await findPeople(tx, id)
  const values = await listAttendeeValues(tx, ctx, { ownerId, person: { contactId, clientId }, attendees, keeps })
  const also = siblings.map((one) => one.id)
  const [leadId, ...others] = ahead
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
    meetings: changed.sort((one) => (one.id === (leadId ?? id) ? -1 : 1)),
    ownerId,
    values,
    onRemove: async (attendeeIds) => {
      if (meeting.invites && leadId !== undefined)
        await queueInvitations(tx, ctx, deps, { meetingId: leadId, also: others, method: 'cancel', attendeeIds, at })
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
    // Of others that were moved by themselves each keeps its own time while only words are changed.
    if (isMoved(meeting, times)) await moveSiblings(tx, ctx, siblings, { before: meeting.startsAt, times: body })
    await touchSiblings(tx, siblings)
    const meetingIds = [meetingId, ...siblings.map(({ id }) => id)] as const
    const ahead = await listAhead(tx, meetingIds, at)
    const [leadId, ...also] = ahead
    const employeeIds = await writeFields(tx, ctx, { meeting, siblings, body, at, deps, ahead })
    if (leadId !== undefined)
      await notifyAttendees(tx, ctx, { meetingId: leadId, kind: 'meeting.invited', employeeIds })
    if (Date.parse(times.startsAt) !== Date.parse(meeting.startsAt)) await askAgain(tx, ctx, { meetingIds, leadId })
    if (body.invites && leadId !== undefined)
      await queueInvitations(tx, ctx, deps, { meetingId: leadId, also, method: 'request', at })
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
    const meetingIds = [meetingId, ...siblings.map(({ id }) => id)] as const
    const [leadId, ...also] = await listAhead(tx, meetingIds, at)
    await askAgain(tx, ctx, { meetingIds, leadId })
    if (meeting.invites && leadId !== undefined)
      await queueInvitations(tx, ctx, deps, { meetingId: leadId, also, method: 'request', at })
    return 'meeting.moved'
  })

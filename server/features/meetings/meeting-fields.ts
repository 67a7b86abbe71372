import { type Kysely, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/meetings.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertEligibleOwner } from '#server/domain/change-agenda-row.ts'
import { type AttendeeValues, listAttendeeValues, setAttendees } from './attendees.ts'
import { assertConsentForStage } from './contact-stage.ts'
import { notifyAttendees } from './invite-attendees.ts'
import type { LockedMeeting } from './lock-meeting.ts'

export type ChangeBody = ParsedRequest<typeof contract.changeMeeting>['body']

/** Throws `request.invalid` for a stage of nobody, and refuses a stage without its consent and an owner who can't have meetings. */
export const assertFieldsAllowed = async (
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

/** Who takes part from now on. Contacts and clients who did already needn't be seen by the caller. */
export const findAttendeeValues = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { id, contactId, clientId }: LockedMeeting,
  { ownerId, attendees }: ChangeBody,
): Promise<AttendeeValues[]> => {
  const keeps = await tx
    .selectFrom('meetingAttendee')
    .where('meetingId', '=', id)
    .where((eb) => eb.or([eb('contactId', 'is not', null), eb('clientId', 'is not', null)]))
    .select(['contactId', 'clientId'])
    .execute()
  return listAttendeeValues(tx, ctx, { ownerId, person: { contactId, clientId }, attendees, keeps })
}

type FieldsChange = {
  meeting: LockedMeeting
  /** It, and those of its series that go along. */
  meetingIds: readonly string[]
  body: ChangeBody
  values: readonly AttendeeValues[]
  /** The one of which attendees are told. */
  leadId: string | undefined
  onRemove?: (attendeeIds: readonly string[]) => Promise<void>
}

/** The words, the owner and the attendees of meetings; gives the staff who are new. Times are written for themselves. */
export const writeFields = async (
  tx: Kysely<DB>,
  { meeting, meetingIds, body, values, leadId, onRemove }: FieldsChange,
): Promise<string[]> => {
  const { subject, stage, place, link, note, invites, ownerId } = body
  await tx
    .updateTable('meeting')
    .set({ subject, stage, place, link, note, invites, employeeId: ownerId })
    .$if(ownerId !== meeting.ownerId, (meetings) => meetings.set({ handoverId: null, handedFrom: null }))
    .where('id', 'in', meetingIds)
    .execute()
  const changed = await tx.selectFrom('meeting').where('id', 'in', meetingIds).select(['id', 'startsAt']).execute()
  return setAttendees(tx, {
    meetings: changed.sort((one) => (one.id === (leadId ?? meeting.id) ? -1 : 1)),
    ownerId,
    values,
    ...(onRemove && { onRemove }),
  })
}

/** Another time asks everybody again; colleagues are told of the first that is still to come. */
export const resetAttendeeReplies = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  {
    meetingIds,
    leadId,
    kind = 'meeting.moved',
  }: { meetingIds: readonly string[]; leadId: string | undefined; kind?: 'meeting.moved' | 'meeting.repeated' },
): Promise<void> => {
  await sql`
    update meeting_attendee a set answer = 'pending', answered_at = null, comment = '', proposed_starts_at = null, proposed_ends_at = null
      from meeting m where m.id = any(${meetingIds}::bigint[]) and a.meeting_id = m.id and a.employee_id is distinct from m.employee_id`.execute(
    tx,
  )
  if (leadId !== undefined) await notifyAttendees(tx, ctx, { meetingId: leadId, kind })
}

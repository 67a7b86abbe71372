import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { MeetingStage } from '#contract/meetings/words.ts'
import type * as contract from '#contract/meetings.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { lockAgendaPerson } from '#server/domain/agenda-person.ts'
import { assertEligibleOwner, auditAgendaRow } from '#server/domain/change-agenda-row.ts'
import { listAttendeeValues, setAttendees } from './attendees.ts'
import { assertConsentForStage } from './contact-stage.ts'
import { notifyAttendees, queueInvitations } from './invite-attendees.ts'
import { isAfter, type MeetingPerson, type MeetingTimes, toMeetingTimes } from './lock-meeting.ts'
import { createSeries, expandSeries } from './series.ts'

const aboutNobody: MeetingPerson = { contactId: null, clientId: null }

/** Whom the meeting is about; a review is about somebody. */
const lockPerson = (
  tx: Kysely<DB>,
  ctx: Ctx,
  named: MeetingPerson,
  stage: MeetingStage | null,
): Promise<MeetingPerson> => {
  const isNobody = named.contactId === null && named.clientId === null
  if (isNobody && stage === null) return Promise.resolve(aboutNobody)
  return lockAgendaPerson(tx, ctx, named)
}

type Occurrence = MeetingTimes & { seriesId?: string; seriesAt?: string }

/** One meeting, or all of a series. */
const listOccurrences = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { rule, times, at }: { rule: string | null; times: MeetingTimes; at: string },
): Promise<Occurrence[]> => {
  const first = toMeetingTimes(ctx, times)
  if (rule === null) return [first]
  const occurrences = expandSeries(ctx, { rule, times })
  const seriesId = await createSeries(tx, ctx, { rule, startsAt: occurrences[0]!.startsAt, at })
  return occurrences.map((one) => ({ ...one, seriesId, seriesAt: one.startsAt }))
}

/** Plans a meeting, or notes one that was; with a rule each of its occurrences. Answers the first. */
export const createMeeting = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.createMeeting>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.createMeeting>> => {
  return ctx.db.transaction().execute(async (tx) => {
    const { contactId, clientId, ownerId, attendees, startsAt, endsAt, rule, ...fields } = body
    const at = new Date(deps.clock()).toISOString()
    const person = await lockPerson(tx, ctx, { contactId, clientId }, fields.stage)
    await assertConsentForStage(tx, person, fields.stage)
    const employeeId = await assertEligibleOwner(tx, ctx, ownerId ?? ctx.person.membership.employeeId)
    const values = await listAttendeeValues(tx, ctx, { ownerId: employeeId, person, attendees, keeps: [] })
    const occurrences = await listOccurrences(tx, ctx, { rule, times: { startsAt, endsAt }, at })
    const made = await tx
      .insertInto('meeting')
      .values(
        occurrences.map((occurrence) => ({
          ...person,
          ...fields,
          ...occurrence,
          employeeId,
          createdBy: ctx.person.userId,
          createdAt: at,
        })),
      )
      .returning(['id', 'startsAt'])
      .execute()
    const addedStaff = await setAttendees(tx, { meetings: made, ownerId: employeeId, values })
    const { id } = made[0]!
    // What is noted after it was is no invitation.
    const [first, ...others] = made.filter((one) => isAfter(one.startsAt, at))
    if (first) {
      await notifyAttendees(tx, ctx, { meetingId: first.id, kind: 'meeting.invited', employeeIds: addedStaff })
      const isWholeSeries = rule !== null && first.id === id
      const invitation = { meetingId: first.id, also: others.map((one) => one.id), isWholeSeries }
      if (fields.invites) await queueInvitations(tx, ctx, deps, { ...invitation, method: 'request', at })
    }
    const after = { day: startsAt.slice(0, 10), ...(rule !== null && { count: made.length }) }
    await auditAgendaRow(tx, ctx, { action: 'meeting.created', after }, person, { entity: 'meeting', id })
    return { id }
  })
}

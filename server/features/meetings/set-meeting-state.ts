import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { MeetingState } from '#contract/meetings/words.ts'
import type * as contract from '#contract/meetings.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { findNextReviewDays, getNextStage } from '#server/domain/review-cadence.ts'
import { advanceContact, assertConsentForStage, revertContactStage } from './contact-stage.ts'
import { notifyAttendees, queueInvitations } from './invite-attendees.ts'
import { assertMeetingPlanned, changeLockedMeeting, type LockedMeeting, type MeetingAction } from './lock-meeting.ts'
import { listAhead, lockSiblings } from './series.ts'

const stateActions: Record<MeetingState, MeetingAction> = {
  held: 'meeting.held',
  no_show: 'meeting.missed',
  canceled: 'meeting.canceled',
  scheduled: 'meeting.reopened',
}

type StateBody = ParsedRequest<typeof contract.setMeetingState>['body']

/** What a state asks for: a review says what came of it, a cancelled meeting why; nothing was held before it began, nor all of a series at once. */
const assertClosable = (meeting: LockedMeeting, { state, result, scope }: StateBody, now: number): void => {
  if (state !== 'canceled' && scope !== 'this') throw buildRefusal('request.invalid', { fields: { scope: 'invalid' } })
  if (state === 'scheduled') return
  assertMeetingPlanned(meeting)
  const needsResult = state === 'canceled' || (state === 'held' && meeting.stage !== null)
  if (needsResult && result.length < 3) throw buildRefusal('request.invalid', { fields: { result: 'required' } })
  if (state !== 'canceled' && Date.parse(meeting.startsAt) > now) throw buildRefusal('meeting.notYet')
}

/** The contact that a review takes to its stage, or brings back from it. Gives what the meeting remembers of that. */
const settleStage = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { contactId, clientId, stage, stageBefore }: LockedMeeting,
  { state, now }: { state: MeetingState; now: string },
): Promise<string | null> => {
  if (contactId === null || stage === null) return null
  if (state === 'held') {
    await assertConsentForStage(tx, { contactId, clientId }, stage)
    return advanceContact(tx, ctx, { contactId, stage, now })
  }
  if (stageBefore !== null) await revertContactStage(tx, ctx, { contactId, stage, before: stageBefore, now })
  return null
}

type NextReview = ResponseBody<typeof contract.setMeetingState>['nextReview']

/** Which review comes after this one, and when; null for what is no review. */
const findNextReview = async (tx: Kysely<DB>, ctx: Ctx, meeting: LockedMeeting): Promise<NextReview> => {
  const { contactId, clientId, stage, day } = meeting
  if (stage === null) return null
  const [on] = await findNextReviewDays(tx, ctx, [{ contactId, clientId, stage, heldOn: day }])
  return { stage: getNextStage(stage), on: on! }
}

/** That it is cancelled, or planned again, is told while it is still to come. */
const notifyState = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { id, invites, state: before }: LockedMeeting,
  { state, at, siblings, deps }: { state: MeetingState; at: string; siblings: readonly string[]; deps: EndpointDeps },
): Promise<void> => {
  const isCanceled = state === 'canceled'
  const [meetingId, ...also] = await listAhead(tx, [id, ...siblings], at)
  if (meetingId === undefined || !(isCanceled || before === 'canceled')) return
  await notifyAttendees(tx, ctx, { meetingId, kind: isCanceled ? 'meeting.canceled' : 'meeting.invited' })
  const method = isCanceled ? 'cancel' : 'request'
  if (invites) await queueInvitations(tx, ctx, deps, { meetingId, also, method, at })
}

/** What is closed is planned again before it is closed otherwise. Others of its series can be cancelled along with it. */
export const setMeetingState = async (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.setMeetingState>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.setMeetingState>> => {
  let nextReview: NextReview = null
  const changed = await changeLockedMeeting(ctx, request, async (tx, meeting) => {
    const { state, result, scope } = request.body
    if (state === meeting.state) return null
    assertClosable(meeting, request.body, deps.clock())
    const now = new Date(deps.clock()).toISOString()
    const stageBefore = await settleStage(tx, ctx, meeting, { state, now })
    if (state === 'held') nextReview = await findNextReview(tx, ctx, meeting)
    const closed =
      state === 'scheduled'
        ? { result: '', closedAt: null, closedBy: null }
        : { result, closedAt: now, closedBy: ctx.person.userId }
    const also = (await lockSiblings(tx, ctx, meeting, { scope, at: now })).map(({ id }) => id)
    await tx
      .updateTable('meeting')
      .set({ state, stageBefore, nextReviewOn: nextReview?.on ?? null, ...closed, sequence: sql`sequence + 1` })
      .where('id', '=', meeting.id)
      .execute()
    if (also.length > 0)
      await tx
        .updateTable('meeting')
        .set({ state, ...closed, sequence: sql`sequence + 1`, version: sql`version + 1` })
        .where('id', 'in', also)
        .execute()
    await notifyState(tx, ctx, meeting, { state, at: now, siblings: also, deps })
    return stateActions[state]
  })
  return { ...changed, nextReview }
}

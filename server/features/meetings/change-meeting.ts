import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type * as contract from '#contract/meetings.ts'
import type { DB } from '#db/types.ts'
import { toLocalDateTime } from '#rules/zoned-time.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { changeRule } from './change-rule.ts'
import { notifyAttendees, queueInvitations } from './invite-attendees.ts'
import {
  assertMeetingPlanned,
  changeLockedMeeting,
  type LockedMeeting,
  type MeetingAction,
  type MeetingTimes,
  toMeetingTimes,
} from './lock-meeting.ts'
import {
  assertFieldsAllowed,
  type ChangeBody,
  findAttendeeValues,
  resetAttendeeReplies,
  writeFields,
} from './meeting-fields.ts'
import { listAhead, lockSiblings, moveSiblings, type Sibling, setMeetingTimes, touchSiblings } from './series.ts'

const isMoved = (meeting: LockedMeeting, { startsAt, endsAt }: MeetingTimes): boolean =>
  Date.parse(startsAt) !== Date.parse(meeting.startsAt) || Date.parse(endsAt) !== Date.parse(meeting.endsAt)

const writeTimes = (tx: Kysely<DB>, meetingId: string, times: MeetingTimes) =>
  tx
    .updateTable('meeting')
    .set({ ...times, sequence: sql`sequence + 1` })
    .where('id', '=', meetingId)
    .execute()

type Change = { meeting: LockedMeeting; body: ChangeBody; at: string; deps: EndpointDeps }

/** Of a meeting, and of those of its series that `scope` names, everything but how they repeat. */
const changeFields = async (tx: Kysely<DB>, ctx: Ctx, { meeting, body, at, deps }: Change): Promise<MeetingAction> => {
  const times = toMeetingTimes(ctx, body)
  const siblings = await lockSiblings(tx, ctx, meeting, { scope: body.scope, at })
  await writeTimes(tx, meeting.id, times)
  // Of others that were moved by themselves each keeps its own time while only words are changed.
  if (isMoved(meeting, times)) await moveSiblings(tx, ctx, siblings, { before: meeting.startsAt, times: body })
  await touchSiblings(tx, siblings)
  const meetingIds = [meeting.id, ...siblings.map(({ id }) => id)]
  const [leadId, ...also] = await listAhead(tx, meetingIds, at)
  const values = await findAttendeeValues(tx, ctx, meeting, body)
  const employeeIds = await writeFields(tx, {
    meeting,
    meetingIds,
    body,
    values,
    leadId,
    onRemove: async (attendeeIds) => {
      if (meeting.invites && leadId !== undefined)
        await queueInvitations(tx, ctx, deps, { meetingId: leadId, also, method: 'cancel', attendeeIds, at })
    },
  })
  if (leadId !== undefined) await notifyAttendees(tx, ctx, { meetingId: leadId, kind: 'meeting.invited', employeeIds })
  if (Date.parse(times.startsAt) !== Date.parse(meeting.startsAt))
    await resetAttendeeReplies(tx, ctx, { meetingIds, leadId })
  if (body.invites && leadId !== undefined)
    await queueInvitations(tx, ctx, deps, { meetingId: leadId, also, method: 'request', at })
  return 'meeting.changed'
}

/** Changes a planned meeting, and with it those of its series that `scope` names; with a rule how they repeat. */
export const changeMeeting = async (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.changeMeeting>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.changeMeeting>> => {
  return changeLockedMeeting(ctx, request, async (tx, meeting) => {
    const { body } = request
    assertMeetingPlanned(meeting)
    await assertFieldsAllowed(tx, ctx, meeting, body)
    const change = { meeting, body, at: new Date(deps.clock()).toISOString(), deps }
    return body.rule === null ? changeFields(tx, ctx, change) : changeRule(tx, ctx, { ...change, rule: body.rule })
  })
}

type MoveBody = ParsedRequest<typeof contract.moveMeeting>['body']
type MovedMeetings = ResponseBody<typeof contract.moveMeeting>['others']

/** Those that were named are as whoever names them saw them. */
const lockNamed = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  meeting: LockedMeeting,
  named: MoveBody['others'],
): Promise<Sibling[]> => {
  const found = new Map((await lockSiblings(tx, ctx, meeting, { scope: 'all' })).map((one) => [one.id, one]))
  return named.map(({ id, version }) => {
    const sibling = found.get(id)
    if (sibling?.version !== version) throw buildRefusal('conflict.changed')
    return sibling
  })
}

/** Moves the others along: by as many days as the one, or each to where it is told to be. Gives them as they were. */
const moveOthers = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  meeting: LockedMeeting,
  { body, at }: { body: MoveBody; at: string },
): Promise<{ siblings: Sibling[]; others: MovedMeetings }> => {
  const { timeZone } = tenantFacts[ctx.prefix]
  const isNamed = body.others.length > 0
  const siblings = isNamed
    ? await lockNamed(tx, ctx, meeting, body.others)
    : await lockSiblings(tx, ctx, meeting, { scope: body.scope, at })
  if (isNamed)
    await setMeetingTimes(
      tx,
      body.others.map(({ id, ...times }) => ({ id, ...toMeetingTimes(ctx, times) })),
    )
  else await moveSiblings(tx, ctx, siblings, { before: meeting.startsAt, times: body })
  await touchSiblings(tx, siblings)
  const others = siblings.map(({ id, version, startsAt, endsAt }) => ({
    id,
    version: version + 1,
    startsAt: toLocalDateTime(startsAt, timeZone),
    endsAt: toLocalDateTime(endsAt, timeZone),
  }))
  return { siblings, others }
}

/** Moves a planned meeting, and with it others of its series: those that `scope` names by as many days, to the same time of day. */
export const moveMeeting = async (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.moveMeeting>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.moveMeeting>> => {
  let others: MovedMeetings = []
  const changed = await changeLockedMeeting(ctx, request, async (tx, meeting) => {
    assertMeetingPlanned(meeting)
    const times = toMeetingTimes(ctx, request.body)
    const at = new Date(deps.clock()).toISOString()
    const moved = await moveOthers(tx, ctx, meeting, { body: request.body, at })
    others = moved.others
    const { id: meetingId } = meeting
    await writeTimes(tx, meetingId, times)
    const meetingIds = [meetingId, ...moved.siblings.map(({ id }) => id)]
    const [leadId, ...also] = await listAhead(tx, meetingIds, at)
    await resetAttendeeReplies(tx, ctx, { meetingIds, leadId })
    if (meeting.invites && leadId !== undefined)
      await queueInvitations(tx, ctx, deps, { meetingId: leadId, also, method: 'request', at })
    return 'meeting.moved'
  })
  return { ...changed, others }
}

import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { MeetingStage, MeetingState } from '#contract/meetings/words.ts'
import type * as contract from '#contract/meetings.ts'
import type { DB } from '#db/types.ts'
import { toInstant } from '#rules/zoned-time.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { lockAgendaPerson } from '#server/domain/agenda-person.ts'
import { assertEligibleOwner, auditAgendaRow, changeAgendaRow } from '#server/domain/change-agenda-row.ts'
import { isOwnerVisibleSql } from '#server/domain/visibility.ts'
import { listAttendeeValues, setAttendees } from './attendees.ts'
import { advanceContact, assertConsentForStage, returnContact } from './contact-stage.ts'

type Times = { startsAt: string; endsAt: string }
type Person = { contactId: string | null; clientId: string | null }

const longestMeetingMs = 24 * 3_600_000

/** The moments of a meeting. It ends after it begins, within a day: fields `endsAt`. */
const toMeetingTimes = ({ prefix }: Pick<Ctx, 'prefix'>, { startsAt, endsAt }: Times): Times => {
  const { timeZone } = tenantFacts[prefix]
  const times = { startsAt: toInstant(startsAt, timeZone), endsAt: toInstant(endsAt, timeZone) }
  const length = Date.parse(times.endsAt) - Date.parse(times.startsAt)
  if (length <= 0) throw buildRefusal('request.invalid', { fields: { endsAt: 'afterStart' } })
  if (length > longestMeetingMs) throw buildRefusal('request.invalid', { fields: { endsAt: 'withinDay' } })
  return times
}

const aboutNobody: Person = { contactId: null, clientId: null }

/** Whom the meeting is about; a review is about somebody. */
const lockPerson = (tx: Kysely<DB>, ctx: Ctx, named: Person, stage: MeetingStage | null): Promise<Person> => {
  const isNobody = named.contactId === null && named.clientId === null
  if (isNobody && stage === null) return Promise.resolve(aboutNobody)
  return lockAgendaPerson(tx, ctx, named)
}

export const createMeeting = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.createMeeting>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.createMeeting>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { contactId, clientId, ownerId, attendees, startsAt, endsAt, ...fields } = body
    const times = toMeetingTimes(ctx, { startsAt, endsAt })
    const person = await lockPerson(tx, ctx, { contactId, clientId }, fields.stage)
    await assertConsentForStage(tx, person, fields.stage)
    const employeeId = await assertEligibleOwner(tx, ctx, ownerId ?? ctx.person.membership.employeeId)
    const values = await listAttendeeValues(tx, ctx, { ownerId: employeeId, person, attendees, keeps: [] })
    const { id } = await tx
      .insertInto('meeting')
      .values({
        ...person,
        ...fields,
        ...times,
        employeeId,
        createdBy: ctx.person.userId,
        createdAt: new Date(deps.clock()).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setAttendees(tx, { meetingId: id, ownerId: employeeId, values })
    const after = { day: startsAt.slice(0, 10) }
    await auditAgendaRow(tx, ctx, { action: 'meeting.created', after }, person, { entity: 'meeting', id })
    return { id }
  })

type MeetingRequest = { params: { meetingId: string }; body: { version: number } }
type LockedMeeting = Person & {
  id: string
  version: number
  ownerId: string
  stage: MeetingStage | null
  stageBefore: string | null
  state: MeetingState
  startsAt: string
  day: string
}
type MeetingAction = `meeting.${'changed' | 'moved' | 'held' | 'missed' | 'canceled' | 'reopened'}`

const lockMeeting = (tx: Kysely<DB>, ctx: Ctx, meetingId: string): Promise<LockedMeeting | undefined> =>
  tx
    .selectFrom('meeting as m')
    .where('m.id', '=', meetingId)
    .where(isOwnerVisibleSql(ctx, sql`m.employee_id`))
    .select(['m.id', 'm.version', 'm.contactId', 'm.clientId', 'm.stageBefore', 'm.startsAt'])
    .select(['m.employeeId as ownerId', sql<MeetingStage | null>`m.stage`.as('stage')])
    .select(sql<MeetingState>`m.state`.as('state'))
    .select(sql<string>`(m.starts_at at time zone ${tenantFacts[ctx.prefix].timeZone})::date`.as('day'))
    .forNoKeyUpdate()
    .executeTakeFirst()

/** A write on a meeting whose owner is in reach. 404, `approval.ownRecord`, `conflict.changed`. */
const changeLockedMeeting = (
  ctx: Ctx,
  { params, body: { version } }: MeetingRequest,
  change: (tx: Kysely<DB>, meeting: LockedMeeting) => Promise<MeetingAction | null>,
): Promise<{ version: number }> =>
  changeAgendaRow(ctx, {
    table: 'meeting',
    version,
    lock: (tx) => lockMeeting(tx, ctx, params.meetingId),
    change: async (tx, meeting) => {
      const action = await change(tx, meeting)
      return action && { action, after: { day: meeting.day } }
    },
  })

const assertPlanned = ({ state }: LockedMeeting): void => {
  if (state !== 'scheduled') throw buildRefusal('meeting.closed')
}

export const changeMeeting = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.changeMeeting>,
): Promise<ResponseBody<typeof contract.changeMeeting>> =>
  changeLockedMeeting(ctx, request, async (tx, meeting) => {
    assertPlanned(meeting)
    const { version: _, ownerId, attendees, startsAt, endsAt, ...fields } = request.body
    const times = toMeetingTimes(ctx, { startsAt, endsAt })
    const { contactId, clientId } = meeting
    const person = { contactId, clientId }
    if (fields.stage !== null && contactId === null && clientId === null)
      throw buildRefusal('request.invalid', { fields: { stage: 'invalid' } })
    if (fields.stage !== meeting.stage) await assertConsentForStage(tx, person, fields.stage)
    const isHandedOn = ownerId !== meeting.ownerId
    if (isHandedOn) await assertEligibleOwner(tx, ctx, ownerId)
    const keeps = await tx
      .selectFrom('meetingAttendee')
      .where('meetingId', '=', meeting.id)
      .where((eb) => eb.or([eb('contactId', 'is not', null), eb('clientId', 'is not', null)]))
      .select(['contactId', 'clientId'])
      .execute()
    const values = await listAttendeeValues(tx, ctx, { ownerId, person, attendees, keeps })
    await tx
      .updateTable('meeting')
      .set({
        ...fields,
        ...times,
        employeeId: ownerId,
        sequence: sql`sequence + 1`,
        ...(isHandedOn && { handoverId: null, handedFrom: null }),
      })
      .where('id', '=', meeting.id)
      .execute()
    await setAttendees(tx, { meetingId: meeting.id, ownerId, values })
    return 'meeting.changed'
  })

export const moveMeeting = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.moveMeeting>,
): Promise<ResponseBody<typeof contract.moveMeeting>> =>
  changeLockedMeeting(ctx, request, async (tx, meeting) => {
    assertPlanned(meeting)
    const moved = await tx
      .updateTable('meeting')
      .set({ ...toMeetingTimes(ctx, request.body), sequence: sql`sequence + 1` })
      .where('id', '=', meeting.id)
      .executeTakeFirst()
    return moved.numUpdatedRows > 0n ? 'meeting.moved' : null
  })

const stateActions: Record<MeetingState, MeetingAction> = {
  held: 'meeting.held',
  no_show: 'meeting.missed',
  canceled: 'meeting.canceled',
  scheduled: 'meeting.reopened',
}

/** What a state asks of its words: a review says what came of it, a cancelled meeting why. */
const assertResult = ({ stage }: LockedMeeting, state: MeetingState, result: string): void => {
  const needsResult = state === 'canceled' || (state === 'held' && stage !== null)
  if (needsResult && result.length < 3) throw buildRefusal('request.invalid', { fields: { result: 'required' } })
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
  if (stageBefore !== null) await returnContact(tx, ctx, { contactId, stage, before: stageBefore, now })
  return null
}

/** What is closed is planned again before it is closed otherwise. */
export const setMeetingState = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.setMeetingState>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.setMeetingState>> =>
  changeLockedMeeting(ctx, request, async (tx, meeting) => {
    const { state, result } = request.body
    if (state === meeting.state) return null
    const now = new Date(deps.clock()).toISOString()
    const isClosing = state !== 'scheduled'
    if (isClosing) {
      assertPlanned(meeting)
      assertResult(meeting, state, result)
      if (state !== 'canceled' && Date.parse(meeting.startsAt) > deps.clock()) throw buildRefusal('meeting.notYet')
    }
    const stageBefore = await settleStage(tx, ctx, meeting, { state, now })
    const closed = isClosing
      ? { result, closedAt: now, closedBy: ctx.person.userId }
      : { result: '', closedAt: null, closedBy: null }
    await tx
      .updateTable('meeting')
      .set({ state, stageBefore, ...closed, sequence: sql`sequence + 1` })
      .where('id', '=', meeting.id)
      .execute()
    return stateActions[state]
  })

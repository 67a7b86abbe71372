import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { MeetingStage, MeetingState } from '#contract/meetings/words.ts'
import type * as contract from '#contract/meetings.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { dayStartSql } from '#server/core/day-start.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql, isOneOfWordsSql } from '#server/core/one-of.ts'
import { fullNameSql, userNameSql } from '#server/core/person-name.ts'
import { matchesColleagueName } from '#server/domain/staff-search.ts'
import { worksHereSql } from '#server/domain/visibility.ts'
import {
  isAboutClientSql,
  isAboutContactSql,
  isAttendedInReachSql,
  isMeetingPageVisibleSql,
  localTimeSql,
  mayChangeMeetingSql,
} from './meeting-scope.ts'

type MeetingFilters = ParsedRequest<typeof contract.listMeetings.count>['query']

export const meetingSorts: Record<(typeof contract.listMeetings.sortable)[number], string> = { startsAt: 'm.starts_at' }

/** Those about a contact follow the contact, those about a client the client; any others whoever takes part. */
const isMeetingVisibleSql = (
  ctx: Ctx,
  { contact, client }: Pick<MeetingFilters, 'contact' | 'client'>,
): RawBuilder<SqlBool> => {
  if (contact) return isAboutContactSql(ctx, sql`${contact}::bigint`)
  if (client) return isAboutClientSql(ctx, sql<string>`${client}::bigint`)
  return isAttendedInReachSql(ctx)
}

const queryMatchingMeetings = (ctx: Ctx, filters: MeetingFilters) => {
  const { state, stage, owner, contact, client, from, to, unresolved = false } = filters
  return ctx.db
    .selectFrom('meeting as m')
    .where(isMeetingVisibleSql(ctx, { contact, client }))
    .$if(!!state, (rows) => rows.where(isOneOfWordsSql(sql`m.state::text`, state!)))
    .$if(!!stage, (rows) => rows.where(isOneOfWordsSql(sql`m.stage::text`, stage!)))
    .$if(!!owner, (rows) => rows.where(isOneOfSql(sql`m.employee_id`, owner!)))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`m.starts_at >= ${dayStartSql(ctx, sql`${from}::date`)}`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`m.starts_at < ${dayStartSql(ctx, sql`${to}::date + 1`)}`))
    .$if(unresolved, (rows) =>
      rows
        .where('m.state', '=', 'scheduled')
        .where(sql<SqlBool>`m.ends_at < ${dayStartSql(ctx, sql`${ctx.businessDate}::date`)}`),
    )
}

type MeetingRows = ReturnType<typeof queryMatchingMeetings>

/** A meeting as lists and its own page show it. */
export const selectMeetingColumns = (ctx: Ctx, rows: MeetingRows) =>
  rows
    .leftJoin('contact as x', 'x.id', 'm.contactId')
    .leftJoin('client as c', 'c.id', 'm.clientId')
    .innerJoin('employee as e', 'e.id', 'm.employeeId')
    .select([
      'm.id',
      'm.subject',
      'm.contactId',
      'm.clientId',
      'm.place',
      'm.link',
      'm.note',
      'm.result',
      'm.version',
      'm.seriesId',
    ])
    .select(['e.id as ownerId', 'e.cvl as ownerCvl', fullNameSql('e').as('ownerName')])
    .select([
      localTimeSql(ctx, 'm.starts_at').as('startsAt'),
      localTimeSql(ctx, 'm.ends_at').as('endsAt'),
      mayChangeMeetingSql(ctx).as('isChangeable'),
      sql<MeetingStage | null>`m.stage`.as('stage'),
      sql<MeetingState>`m.state`.as('state'),
      sql<string | null>`coalesce(${fullNameSql('c')}, ${fullNameSql('x')})`.as('personName'),
    ])

export const selectMeetings = (ctx: Ctx, filters: MeetingFilters) =>
  selectMeetingColumns(ctx, queryMatchingMeetings(ctx, filters))

export const countMeetings = (ctx: Ctx, filters: MeetingFilters) =>
  queryMatchingMeetings(ctx, filters).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()

/** Who takes part: its owner first, then colleagues, then those from outside. */
const findAttendees = async (ctx: Ctx, meetingId: string) => {
  const rows = await ctx.db
    .selectFrom('meetingAttendee as a')
    .leftJoin('employee as w', 'w.id', 'a.employeeId')
    .leftJoin('contact as x', 'x.id', 'a.contactId')
    .leftJoin('client as c', 'c.id', 'a.clientId')
    .where('a.meetingId', '=', meetingId)
    .select(['a.employeeId', 'a.contactId', 'a.clientId', 'a.email', 'a.answer', 'a.comment'])
    .select([
      localTimeSql(ctx, 'a.proposed_starts_at').as('proposedStartsAt'),
      localTimeSql(ctx, 'a.proposed_ends_at').as('proposedEndsAt'),
    ])
    .select(sql<string>`coalesce(${fullNameSql('w')}, ${fullNameSql('c')}, ${fullNameSql('x')}, a.name)`.as('name'))
    .orderBy(sql`a.employee_id is null`)
    .orderBy('a.id')
    .execute()
  return rows.map(({ proposedStartsAt, proposedEndsAt, ...attendee }) => ({
    ...attendee,
    proposed: proposedStartsAt && proposedEndsAt ? { startsAt: proposedStartsAt, endsAt: proposedEndsAt } : null,
  }))
}

/** One meeting that the caller sees; 404 elsewhere. */
export const findMeeting = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof contract.getMeeting>,
): Promise<ResponseBody<typeof contract.getMeeting>> => {
  const found = await selectMeetingColumns(
    ctx,
    ctx.db.selectFrom('meeting as m').where('m.id', '=', params.meetingId).where(isMeetingPageVisibleSql(ctx)),
  )
    .select([
      'm.invites',
      'm.createdAt',
      'm.closedAt',
      sql<string | null>`(select r.rule from meeting_series r where r.id = m.series_id)`.as('rule'),
      sql<string | null>`${userNameSql('m.created_by')}`.as('createdByName'),
      sql<string | null>`${userNameSql('m.closed_by')}`.as('closedByName'),
    ])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return { ...found, attendees: await findAttendees(ctx, found.id) }
}

const maxColleagues = 20

/** Of all that work here: a colleague of another team takes part too. */
export const findColleagues = async (
  ctx: Ctx,
  { query: { q } }: ParsedRequest<typeof contract.findColleagues>,
): Promise<ResponseBody<typeof contract.findColleagues>> => {
  const colleagues = await ctx.db
    .selectFrom('employee as e')
    .where(worksHereSql(ctx.businessDate))
    .where(matchesColleagueName(q))
    .select(['e.id', 'e.cvl', fullNameSql('e').as('name')])
    .orderBy('e.surname')
    .orderBy('e.id')
    .limit(maxColleagues)
    .execute()
  return { colleagues }
}

import { type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { getAgenda } from '#contract/meetings.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { findBankClosure, getNationalHolidays } from '#rules/holidays.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { dayStartSql } from '#server/core/day-start.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { isOwnerVisibleSql } from '#server/domain/visibility.ts'
import { selectMeetingColumns } from './meetings.queries.ts'

type AgendaQuery = ParsedRequest<typeof getAgenda>['query']
type Agenda = ResponseBody<typeof getAgenda>

/** So many of each are drawn, in a week and in more days: a calendar with more is no calendar. */
const maxWeekEntries = 400
const maxEntries = 1000
const getMaxEntries = ({ days }: AgendaQuery): number => (days <= 7 ? maxWeekEntries : maxEntries)

/** Whose days are shown: of those in reach, one or all. Somebody out of reach has none. */
type Whose = { employeeId: string | null } | 'reach'

const findWhose = ({ person }: Ctx, { owner, team = false }: AgendaQuery): Whose =>
  team ? 'reach' : { employeeId: owner ?? person.membership.employeeId }

const isInDaysSql = (ctx: Ctx, { from, days }: AgendaQuery, column: 'm.starts_at' | 'a.starts_at') => {
  // No meeting is longer than a day.
  const start = dayStartSql(ctx, sql`${from}::date`)
  const end = dayStartSql(ctx, sql`${from}::date + ${days}::int`)
  return sql<SqlBool>`${sql.ref(column)} > ${start} - interval '24 hours' and ${sql.ref(column)} < ${end}`
}

const findAgendaMeetings = (ctx: Ctx, query: AgendaQuery, whose: Whose) => {
  const of =
    whose === 'reach'
      ? sql<SqlBool>`a.employee_id is not null`
      : sql<SqlBool>`a.employee_id = ${whose.employeeId}::bigint and a.answer <> 'declined'`
  const attended =
    whose === 'reach' && ctx.scopes.every(({ all }) => all)
      ? sql<SqlBool>`true`
      : sql<SqlBool>`m.id in (select a.meeting_id from meeting_attendee a
          where ${of} and ${isInDaysSql(ctx, query, 'a.starts_at')} and ${isOwnerVisibleSql(ctx, sql`a.employee_id`)})`
  // Chosen first, so that whom each is about is looked up for those alone: how many a few days have, statistics don't tell.
  const chosen = ctx.db
    .selectFrom('meeting as m')
    .where(isInDaysSql(ctx, query, 'm.starts_at'))
    .where(sql<SqlBool>`m.ends_at > ${dayStartSql(ctx, sql`${query.from}::date`)}`)
    .where(sql<SqlBool>`m.state <> 'canceled'`)
    .where(attended)
    .select('m.id')
    .orderBy('m.startsAt')
    .orderBy('m.id')
    .limit(getMaxEntries(query) + 1)
  const rows = ctx.db.selectFrom('meeting as m').where('m.id', '=', sql<string>`any(array(${chosen}))`)
  return selectMeetingColumns(ctx, rows).orderBy('m.startsAt').orderBy('m.id').execute()
}

const findAgendaFollowUps = (ctx: Ctx, query: AgendaQuery, whose: Whose) => {
  const { from, days } = query
  return ctx.db
    .selectFrom('followUp as f')
    .leftJoin('contact as x', 'x.id', 'f.contactId')
    .leftJoin('client as c', 'c.id', 'f.clientId')
    .innerJoin('employee as e', 'e.id', 'f.employeeId')
    .where('f.state', '=', 'in_progress')
    .where('f.dueOn', '>=', from)
    .where(sql<SqlBool>`f.due_on < ${from}::date + ${days}::int`)
    .where(isOwnerVisibleSql(ctx, sql`f.employee_id`))
    .$if(whose !== 'reach', (rows) =>
      rows.where(sql<SqlBool>`f.employee_id = ${(whose as { employeeId: string | null }).employeeId}::bigint`),
    )
    .select(['f.id', 'f.dueOn', 'f.subject', fullNameSql('e').as('ownerName')])
    .select(sql<string>`coalesce(${fullNameSql('c')}, ${fullNameSql('x')})`.as('personName'))
    .orderBy('f.dueOn')
    .orderBy('f.id')
    .limit(getMaxEntries(query) + 1)
    .execute()
}

/** Working days of the week on which offices, or only banks, are closed. */
const listHolidays = ({ prefix }: Ctx, { from, days }: AgendaQuery): Agenda['holidays'] => {
  const { country } = tenantFacts[prefix]
  const first = parseDay(from)
  return Array.from({ length: days }, (_, n) => first + n).flatMap((day): Agenda['holidays'] => {
    const on = toIsoDate(day)
    if (getNationalHolidays(country, Number(on.slice(0, 4))).has(day)) return [{ on, rests: 'office' }]
    return findBankClosure(country, day) === 'holiday' ? [{ on, rests: 'bank' }] : []
  })
}

/** The days of a calendar: of one member of staff in reach, or of all. Nobody's where that one is out of reach. */
export const findAgenda = async (ctx: Ctx, { query }: ParsedRequest<typeof getAgenda>): Promise<Agenda> => {
  const whose = findWhose(ctx, query)
  const most = getMaxEntries(query)
  const [meetings, followUps] = await Promise.all([
    findAgendaMeetings(ctx, query, whose),
    findAgendaFollowUps(ctx, query, whose),
  ])
  return {
    meetings: meetings.slice(0, most).map(({ note: _n, result: _r, link: _l, ownerCvl: _c, ...meeting }) => meeting),
    followUps: followUps.slice(0, most),
    holidays: listHolidays(ctx, query),
    more: meetings.length > most || followUps.length > most,
  }
}

import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type * as contract from '#contract/meetings.ts'
import { endOfCalendar, parseDay, toIsoDate } from '#rules/calendar.ts'
import { findFreeSlots, type Interval } from '#rules/free-slots.ts'
import { nextWorkingDay } from '#rules/holidays.ts'
import { toInstant, toLocalDateTime } from '#rules/zoned-time.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildGoogleDeps, findColleagueBusy } from '#server/domain/google-connections.ts'
import { isOwnerVisibleSql, worksHereSql } from '#server/domain/visibility.ts'

type SlotQuery = ParsedRequest<typeof contract.findSlots>['query']

const minuteMs = 60_000
const maxSlots = 40

/** Days on which somebody is away, both ends in. */
type Absence = { fromOn: string; toOn: string }

/** The hours in which everybody works: no weekends, no holidays of the country, nobody away. */
const listWindows = ({ prefix }: Ctx, query: SlotQuery, absences: readonly Absence[]): Interval[] => {
  const { country, timeZone } = tenantFacts[prefix]
  const first = parseDay(query.from)
  const days = Array.from({ length: query.days }, (_, n) => first + n).filter((day) => day < endOfCalendar)
  return days.flatMap((day): Interval[] => {
    const on = toIsoDate(day)
    const isAway = absences.some(({ fromOn, toOn }) => on >= fromOn && on <= toOn)
    if (isAway || nextWorkingDay(country, day) !== day) return []
    const from = Date.parse(toInstant(`${on}T${query.earliest}`, timeZone))
    const to = Date.parse(toInstant(`${on}T${query.latest}`, timeZone))
    return from < to ? [{ from, to }] : []
  })
}

/** The meeting that is moved, where its owner is in reach: what is free without one of others would tell who takes part in it. */
const findMoved = async (ctx: Ctx, { without }: SlotQuery): Promise<string | undefined> => {
  if (without === undefined) return undefined
  const found = await ctx.db
    .selectFrom('meeting as m')
    .where('m.id', '=', without)
    .where(isOwnerVisibleSql(ctx, sql`m.employee_id`))
    .select('m.id')
    .executeTakeFirst()
  return found?.id
}

/** When any of them takes part in a meeting that they haven't declined. What it is about is told nobody. */
const findBusy = async (
  ctx: Ctx,
  { employees }: SlotQuery,
  { from, to }: Interval,
  moved: string | undefined,
): Promise<Interval[]> => {
  const { rows } = await sql<{ from: string; to: string }>`
    select m.starts_at as "from", m.ends_at as "to" from meeting_attendee a join meeting m on m.id = a.meeting_id
     where a.employee_id = any(${employees}::bigint[]) and a.answer <> 'declined' and m.state in ('scheduled', 'held')
       and a.starts_at > ${new Date(from).toISOString()}::timestamptz - interval '25 hours' and a.starts_at < ${new Date(to).toISOString()}
       and m.id is distinct from ${moved ?? null}::bigint`.execute(ctx.db)
  return rows.map((one) => ({ from: Date.parse(one.from), to: Date.parse(one.to) }))
}

const findAbsences = (ctx: Ctx, { employees, from, days }: SlotQuery): Promise<Absence[]> =>
  ctx.db
    .selectFrom('substitution')
    .where('absentId', 'in', employees)
    .where('endedAt', 'is', null)
    .where('toOn', '>=', from)
    .where(sql<boolean>`from_on < ${from}::date + ${days}::int`)
    .select(['fromOn', 'toOn'])
    .execute()

/** Names of those who work here, by their ids. Refuses where one doesn't. */
const findColleagueNames = async (ctx: Ctx, employees: readonly string[]): Promise<Map<string, string>> => {
  const known = await ctx.db
    .selectFrom('employee as e')
    .where('e.id', 'in', employees)
    .where(worksHereSql(ctx.businessDate))
    .select(['e.id', naturalNameSql('e').as('name')])
    .execute()
  const names = new Map(known.map(({ id, name }) => [id, name]))
  if (names.size < new Set(employees).size) throw buildRefusal('request.invalid', { fields: { employees: 'unknown' } })
  return names
}

/** The first stretches in which all of these colleagues are free, from now on: by the agenda, by absences, and by Google as far as it is known. */
export const findSlots = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof contract.findSlots>,
  http: HttpContext,
): Promise<ResponseBody<typeof contract.findSlots>> => {
  const names = await findColleagueNames(ctx, query.employees)
  const { timeZone } = tenantFacts[ctx.prefix]
  const windows = listWindows(ctx, query, await findAbsences(ctx, query))
  if (windows.length === 0) return { slots: [], more: false, withoutGoogle: [], notConnectedToGoogle: [] }
  const buffer = query.buffer * minuteMs
  // What ends just before the first hour, or begins just after the last, is in the way of a buffer.
  const interval = { from: windows[0]!.from - buffer, to: windows.at(-1)!.to + buffer }
  const moved = await findMoved(ctx, query)
  const google = buildGoogleDeps(http)
  const [busy, byGoogle] = await Promise.all([
    findBusy(ctx, query, interval, moved),
    findColleagueBusy(ctx, google, { employees: query.employees, interval, withoutMeeting: moved }),
  ])
  const unknown = google.google ? [...names].filter(([id]) => !byGoogle.busy.has(id)) : []
  // Where Google fails, nobody knows what it would have told of those who never connected theirs.
  const isReadable = (id: string): boolean => byGoogle.connected.has(id) || byGoogle.problem !== null
  const withoutGoogle = unknown.filter(([id]) => isReadable(id)).map(([, name]) => name)
  const notConnectedToGoogle = unknown.filter(([id]) => !isReadable(id)).map(([, name]) => name)
  const found = findFreeSlots({
    windows,
    // Nobody is free in the past.
    busy: [...busy, ...[...byGoogle.busy.values()].flat(), { from: 0, to: google.now - buffer }],
    length: query.minutes * minuteMs,
    buffer,
    step: query.step * minuteMs,
  })
  const slots: { startsAt: string; endsAt: string }[] = []
  for (const { from, to } of found) {
    if (slots.length === maxSlots) return { slots, more: true, withoutGoogle, notConnectedToGoogle }
    slots.push({ startsAt: toLocalDateTime(from, timeZone), endsAt: toLocalDateTime(to, timeZone) })
  }
  return { slots, more: false, withoutGoogle, notConnectedToGoogle }
}

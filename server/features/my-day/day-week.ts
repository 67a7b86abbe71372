import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { getDayWeek } from '#contract/my-day.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import { getBirthdays } from '#rules/birthdays.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { findBankClosure } from '#rules/holidays.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { dayStartSql } from '#server/core/day-start.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { selectOwnPeople } from '#server/domain/own-clients.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { localDaySql } from '#server/reports/local-time-column.ts'

const weekDays = 7
/** More than anybody's clients have in a week. */
const maxBirthdays = 1000

type Counted = { on: string; count: number }
const countSql = sql<number>`count(*)::int`

/** By the day on which they begin, by the firm's clock. */
const countMeetings = (ctx: Ctx, employeeId: string): Promise<Counted[]> => {
  const daySql = localDaySql(ctx, 'a.startsAt')
  return (
    ctx.db
      .selectFrom('meetingAttendee as a')
      .innerJoin('meeting as m', 'm.id', 'a.meetingId')
      .where('a.employeeId', '=', employeeId)
      .where('a.answer', '<>', 'declined')
      .where('m.state', '<>', 'canceled')
      .where(sql<boolean>`a.starts_at >= ${dayStartSql(ctx, sql`${ctx.businessDate}::date`)}`)
      .where(sql<boolean>`a.starts_at < ${dayStartSql(ctx, sql`${ctx.businessDate}::date + ${sql.lit(weekDays)}`)}`)
      .select([daySql.as('on'), countSql.as('count')])
      // By the first column: said twice, its zone would be two parameters.
      .groupBy(sql`1`)
      .execute()
  )
}

const countFollowUps = (ctx: Ctx, employeeId: string): Promise<Counted[]> =>
  ctx.db
    .selectFrom('followUp as f')
    .where('f.employeeId', '=', employeeId)
    .where('f.state', '=', 'in_progress')
    .where('f.dueOn', '>=', ctx.businessDate)
    .where(sql<boolean>`f.due_on < ${ctx.businessDate}::date + ${sql.lit(weekDays)}`)
    .select([sql<string>`f.due_on::text`.as('on'), countSql.as('count')])
    .groupBy('f.dueOn')
    .execute()

/** Of all whom the caller sees, as the list of maturities counts them. */
const sumMaturities = (ctx: Ctx): Promise<(Counted & { amount: string })[]> =>
  selectVisibleClients(ctx)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .where('a.status', '=', 'active')
    .where('a.expiresOn', '>=', ctx.businessDate)
    .where(sql<boolean>`a.expires_on < ${ctx.businessDate}::date + ${sql.lit(weekDays)}`)
    .select([sql<string>`a.expires_on::text`.as('on'), countSql.as('count')])
    .select(sql<string>`sum(b.balance)::numeric(18, 2)`.as('amount'))
    .groupBy('a.expiresOn')
    .execute()

type Birthday = { monthDay: string; clientId: string; name: string }

const findBirthdays = (ctx: Ctx, employeeId: string, days: readonly string[]): Promise<Birthday[]> => {
  const monthDaySql = sql<string>`to_char(client.birth_date, 'MM-DD')`
  return selectOwnPeople(ctx, employeeId)
    .where(sql<boolean>`${monthDaySql} = any(${days.flatMap((day) => getBirthdays(day).monthDays)}::text[])`)
    .select(['c.clientId', monthDaySql.as('monthDay'), naturalNameSql('client').as('name')])
    .orderBy('c.clientId')
    .limit(maxBirthdays)
    .execute()
}

/** Of each module what its permissions show; nothing of the others. */
export const findDayWeek = async (
  ctx: Ctx,
  _input: ParsedRequest<typeof getDayWeek>,
): Promise<ResponseBody<typeof getDayWeek>> => {
  const { rights, membership } = ctx.person
  const { employeeId } = membership
  const { country } = tenantFacts[ctx.prefix]
  const first = parseDay(ctx.businessDate)
  const days = Array.from({ length: weekDays }, (_, n) => toIsoDate(first + n))
  const askFor = <Row>(module: ModuleKey, find: (scoped: Ctx) => Promise<Row[]>): Promise<Row[]> =>
    rights.may(module, 'view') ? find({ ...ctx, scopes: rights.getScopes(module, 'view') }) : Promise.resolve([])
  const askOwn = <Row>(module: ModuleKey, find: (scoped: Ctx, employeeId: string) => Promise<Row[]>): Promise<Row[]> =>
    employeeId === null ? Promise.resolve([]) : askFor(module, (scoped) => find(scoped, employeeId))
  const [meetings, followUps, maturities, birthdays] = await Promise.all([
    askOwn('bt_AgendaComercial', countMeetings),
    askOwn('bt_AgendaComercial', countFollowUps),
    askFor('bt_Vencimientos', sumMaturities),
    askOwn('bt_Clientes', (scoped, id) => findBirthdays(scoped, id, days)),
  ])
  const countOn = (rows: readonly Counted[], on: string): number => rows.find((row) => row.on === on)?.count ?? 0
  return {
    employeeId,
    days: days.map((on, n) => ({
      on,
      isRest: findBankClosure(country, first + n) !== null,
      meetings: countOn(meetings, on),
      followUps: countOn(followUps, on),
      maturities: countOn(maturities, on),
      maturing: maturities.find((row) => row.on === on)?.amount ?? '0.00',
      birthdays: birthdays
        .filter(({ monthDay }) => getBirthdays(on).monthDays.includes(monthDay))
        .map(({ clientId, name }) => ({ clientId, name })),
    })),
  }
}

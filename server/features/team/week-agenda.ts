import { sql } from 'kysely'
import type { WeekAgenda } from '#contract/team.ts'
import { parseDay, toIsoDate, weekday } from '#rules/calendar.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { dayStartSql } from '#server/core/day-start.ts'
import { isOwnerVisibleSql } from '#server/domain/visibility.ts'

/** Monday and Sunday of the week of a day. */
const getWeek = (today: string): { from: string; through: string } => {
  const monday = parseDay(today) - ((weekday(parseDay(today)) + 6) % 7)
  return { from: toIsoDate(monday), through: toIsoDate(monday + 6) }
}

type WeekRow = Omit<WeekAgenda, 'from' | 'through'> & { id: string }

/** The agenda of these people in the week that runs, one statement; of those alone whose agenda the caller sees. Counts what the lists of the agenda count. */
export const findWeekAgendas = async (
  ctx: Ctx,
  people: readonly string[],
): Promise<ReadonlyMap<string, WeekAgenda>> => {
  const { rights } = ctx.person
  if (!rights.may('bt_AgendaComercial', 'view')) return new Map()
  const scopes = rights.getScopes('bt_AgendaComercial', 'view')
  const { from, through } = getWeek(ctx.businessDate)
  const { rows } = await sql<WeekRow>`
    select e.id::text,
           (select count(*)::int from meeting m where m.employee_id = e.id and m.state <> 'canceled'
               and m.starts_at >= ${dayStartSql(ctx, sql`${from}::date`)}
               and m.starts_at < ${dayStartSql(ctx, sql`${through}::date + 1`)}) as meetings,
           (select count(*)::int from call l where l.employee_id = e.id and l.deactivated_at is null
               and l.called_at >= ${from}::date and l.called_at < ${through}::date + 1) as calls,
           (select count(*)::int from follow_up f where f.employee_id = e.id and f.state = 'in_progress'
               and f.due_on between ${from}::date and ${through}::date) as "followUps",
           (select count(*)::int from follow_up f where f.employee_id = e.id and f.state = 'in_progress'
               and f.due_on < ${ctx.businessDate}::date) as overdue
      from employee e where e.id = any(${[...people]}::bigint[]) and ${isOwnerVisibleSql({ scopes }, sql`e.id`)}`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, ...counts }) => [id, { from, through, ...counts }]))
}

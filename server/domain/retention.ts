import { sql } from 'kysely'
import { addMonths, getMonthEnd, parseDay, toIsoDate } from '#rules/calendar.ts'
import { toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { calculatePercent } from '#rules/percent.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { selectMaturedPostings } from './matured-postings.ts'
import { isManagedBy } from './visibility.ts'

export type MaturedWindow = { from: string; through: string }

/** The twelve months that a renewal rate is of: those that end with the month, or today. */
export const getMaturedWindow = (month: string | undefined, today: string): MaturedWindow =>
  month === undefined || month >= today.slice(0, 7)
    ? getTwelveMonthsUpTo(today)
    : { from: toIsoDate(addMonths(parseDay(`${month}-01`), -11)), through: getMonthEnd(`${month}-01`) }

/** The twelve months up to a day. */
export const getTwelveMonthsUpTo = (day: string): MaturedWindow => ({
  from: toIsoDate(addMonths(parseDay(day), -12)),
  through: day,
})

export type Retention = {
  matured: string
  renewed: string
  /** Per cent with one decimal; null where nothing matured. */
  retention: string | null
}

/** Of what matured in each of these windows, what went on into another account, by the books; of the clients of some people, or of all in reach. */
export const findRetentions = async (
  ctx: Pick<Ctx, 'db' | 'scopes'>,
  people: readonly string[] | null,
  windows: readonly MaturedWindow[],
): Promise<Retention[]> => {
  const since = windows.map(({ from }) => from)
  const through = windows.map((window) => window.through)
  const postings = selectMaturedPostings(ctx, [...since].sort()[0]!)
    .$if(people !== null, (rows) => rows.where((eb) => isManagedBy(eb, people ?? [])))
    .select(['a.closedOn', 'l.bookingDate'])
    .select([
      sql<string>`case when l.ledger = ${sql.lit(ledgers.capital)} then l.amount else 0 end`.as('matured'),
      sql<string>`case when j.kind = 'transfer' then l.amount else 0 end`.as('renewed'),
    ])
  const { rows } = await sql<{ matured: string; renewed: string }>`
    with posted as materialized (${postings})
    select coalesce(sum(m.matured), 0)::numeric(18, 2)::text as matured, coalesce(sum(m.renewed), 0)::numeric(18, 2)::text as renewed
      from unnest(${since}::date[], ${through}::date[]) with ordinality w (since, through, at)
      left join posted m on m.closed_on >= w.since and m.booking_date between w.since and w.through
     group by w.at order by w.at`.execute(ctx.db)
  return rows.map(({ matured, renewed }) => ({
    matured,
    renewed,
    retention: calculatePercent(toCents(renewed), toCents(matured)),
  }))
}

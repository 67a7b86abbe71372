import { type Kysely, sql } from 'kysely'
import type { getMonths } from '#contract/accounting.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { asDecimal, centsOf } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findChecks, nextToClose } from './close-checks.ts'
import { type Figures, findFigures, noFigures } from './ledger-sums.ts'
import { dayBefore, endOf, findClosedThrough, monthOf, monthsBetween } from './period.ts'

const closings = ['month.close', 'month.reopen'] as const

/** The closing or reopening that waits for its second person. */
export const findWaiting = async (db: Kysely<DB>): Promise<string | null> => {
  const found = await db
    .selectFrom('approval')
    .where('task', 'in', closings)
    .where('state', '=', 'pending')
    .select('id')
    .executeTakeFirst()
  return found?.id ?? null
}

/** The closings of a year's months that still hold. */
const findCloses = async ({ db }: Pick<Ctx, 'db'>, year: number) => {
  const rows = await db
    .selectFrom('monthClose as c')
    .leftJoin(sql<{ userId: string; fullName: string }>`registry.people_named(null)`.as('n'), 'n.userId', 'c.closedBy')
    .where('c.reopenedAt', 'is', null)
    .where('c.month', '>=', `${year}-01-01`)
    .where('c.month', '<=', `${year}-12-01`)
    .select(['c.month', 'c.closedAt', 'n.fullName as closedByName'])
    .execute()
  return new Map(rows.map(({ month, ...close }) => [month, close]))
}

const findSpan = async ({ db }: Pick<Ctx, 'db'>) => {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(booking_date)::text as first, max(booking_date)::text as last from journal`.execute(db)
  return rows[0]!
}

const sumsOf = (figures: readonly Figures[]) => {
  const sum = (key: 'moneyIn' | 'moneyOut' | 'interest' | 'withheld') =>
    asDecimal(
      figures.reduce((cents, one) => cents + centsOf(one[key]), 0n),
      2,
    )
  return { moneyIn: sum('moneyIn'), moneyOut: sum('moneyOut'), interest: sum('interest'), withheld: sum('withheld') }
}

export const findMonths = async (ctx: Ctx, { query }: Parsed<typeof getMonths>): Promise<Answer<typeof getMonths>> => {
  const { db, businessDate } = ctx
  const [span, closedThrough, waiting] = await Promise.all([findSpan(ctx), findClosedThrough(db), findWaiting(db)])
  const first = span.first ?? businessDate
  const last = span.last !== null && span.last > businessDate ? span.last : businessDate
  const years = [...new Set(monthsBetween(first, last).map((month) => Number(month.slice(0, 4))))].reverse()
  const year = query.year ?? Number(businessDate.slice(0, 4))
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const shown = monthsBetween(first > from ? first : from, last < to ? last : to).reverse()
  const [figures, closes] = await Promise.all([findFigures(db, from, to), findCloses(ctx, year)])
  const lastOver = monthOf(dayBefore(monthOf(businessDate)))
  const next = span.first === null ? null : nextToClose(closedThrough, lastOver)
  return {
    ...{ year, years, closedThrough, waiting },
    months: shown.map((month) => {
      const isClosed = closedThrough !== null && endOf(month) <= closedThrough
      const close = closes.get(month)
      return {
        month,
        state: isClosed ? 'closed' : endOf(month) < businessDate ? 'open' : 'running',
        ...(figures.get(month) ?? noFigures),
        // It is closed only where the last look found nothing.
        differences: close ? 0 : null,
        closedAt: close?.closedAt ?? null,
        closedByName: close?.closedByName ?? null,
      }
    }),
    sums: sumsOf([...figures.values()]),
    next:
      next === null
        ? null
        : { month: next, checks: await findChecks(db, { month: next, today: businessDate, closedThrough }) },
    last: closedThrough === null ? null : monthOf(closedThrough),
  }
}

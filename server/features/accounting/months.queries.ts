import { type Kysely, sql } from 'kysely'
import type { listAccountingMonths } from '#contract/accounting.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { getMonthEnd } from '#rules/calendar.ts'
import { formatScaledDecimal, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findClosedThrough, getDayBefore, listMonthsBetween, toMonthStart } from './accounting-period.ts'
import { emptyMonthlyFigures, findMonthlyLedgerFigures, type MonthlyFigures } from './ledger-sums.ts'
import { findCloseChecks, getNextMonthToClose } from './month-close-checks.ts'

const monthTasks = ['month.close', 'month.reopen'] as const

/** The closing or reopening that waits for its second person. */
export const findPendingMonthChange = async (db: Kysely<DB>): Promise<string | null> => {
  const found = await db
    .selectFrom('approval')
    .where('task', 'in', monthTasks)
    .where('state', '=', 'pending')
    .select('id')
    .executeTakeFirst()
  return found?.id ?? null
}

/** The closings of a year's months that still hold. */
const findMonthCloses = async ({ db }: Pick<Ctx, 'db'>, year: number) => {
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

const findJournalDateRange = async ({ db }: Pick<Ctx, 'db'>) => {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(booking_date)::text as first, max(booking_date)::text as last from journal`.execute(db)
  return rows[0]!
}

const sumMonthlyFigures = (figures: readonly MonthlyFigures[]) => {
  const sum = (key: 'moneyIn' | 'moneyOut' | 'interest' | 'withheld') =>
    formatScaledDecimal(
      figures.reduce((cents, one) => cents + toCents(one[key]), 0n),
      2,
    )
  return { moneyIn: sum('moneyIn'), moneyOut: sum('moneyOut'), interest: sum('interest'), withheld: sum('withheld') }
}

export const findAccountingMonths = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof listAccountingMonths>,
): Promise<ResponseBody<typeof listAccountingMonths>> => {
  const { db, businessDate } = ctx
  const [span, closedThrough, pendingMonth] = await Promise.all([
    findJournalDateRange(ctx),
    findClosedThrough(db),
    findPendingMonthChange(db),
  ])
  const first = span.first ?? businessDate
  const last = span.last !== null && span.last > businessDate ? span.last : businessDate
  const years = [...new Set(listMonthsBetween(first, last).map((month) => Number(month.slice(0, 4))))].reverse()
  const year = query.year ?? Number(businessDate.slice(0, 4))
  const from = `${year}-01-01`
  const to = `${year}-12-31`
  const listedMonths = listMonthsBetween(first > from ? first : from, last < to ? last : to).reverse()
  const [figures, closes] = await Promise.all([findMonthlyLedgerFigures(db, from, to), findMonthCloses(ctx, year)])
  const lastOver = toMonthStart(getDayBefore(toMonthStart(businessDate)))
  const next = span.first === null ? null : getNextMonthToClose(closedThrough, lastOver)
  return {
    year,
    years,
    closedThrough,
    waiting: pendingMonth,
    months: listedMonths.map((month) => {
      const isClosed = closedThrough !== null && getMonthEnd(month) <= closedThrough
      const close = closes.get(month)
      return {
        month,
        state: isClosed ? 'closed' : getMonthEnd(month) < businessDate ? 'open' : 'running',
        ...(figures.get(month) ?? emptyMonthlyFigures),
        // It is closed only where the last look found nothing.
        differences: close ? 0 : null,
        closedAt: close?.closedAt ?? null,
        closedByName: close?.closedByName ?? null,
      }
    }),
    sums: sumMonthlyFigures([...figures.values()]),
    next:
      next === null
        ? null
        : { month: next, checks: await findCloseChecks(db, { month: next, today: businessDate, closedThrough }) },
    last: closedThrough === null ? null : toMonthStart(closedThrough),
  }
}

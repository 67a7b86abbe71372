import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { FigureKey } from '#contract/figures/keys.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import type { DayRange } from '#rules/figure-period.ts'
import { isOnDayOfYearSql, nextBirthdaySql } from './client-figures.ts'
import type { FigureRequest } from './figure-scope.ts'

const bornSql = sql`t.day`

/** Clients of the whole firm by a day of theirs: `day`, `part`, `count`, `amount`. */
const selectClientDays = ({ what, day, isIn }: Record<'what' | 'day' | 'isIn', RawBuilder<unknown>>) => sql`
  select ${day} as day, case when t.is_company then 'company' else 'person' end as part, t.clients as count, 0 as amount
    from total_day_client t where t.what = ${what} and ${isIn}`

/**
 * Terms of the whole firm that end in the range. Those that are over are kept by day, but for accounts that wait to be counted anew: in the same statement
 * these are taken off and counted as they are. Those that still run are few.
 */
const selectMaturityDays = ({ ctx, from, to }: FigureRequest): RawBuilder<unknown> => {
  const isIn = (day: string) => sql`${sql.ref(day)} between ${from}::date and ${to}::date`
  // Terms of days that are over and still run are very few, which no statistics tell: each balance is read by its key, and not all of them.
  const [balance, coming] =
    to <= ctx.businessDate
      ? [sql`(select b.balance from account_balance b where b.account_id = a.id)`, sql``]
      : [sql`b.balance`, sql` join account_balance b on b.account_id = a.id`]
  return sql`
    select t.day, t.part, t.accounts as count, t.amount from total_day_maturity t where ${isIn('t.day')}
     union all
    select c.day, c.part, -1, -c.amount from maturity_counted c where c.account_id in (select account_id from maturity_due) and ${isIn('c.day')}
     union all
    select m.day, m.part, 1, m.amount from maturity_parts(array(select distinct account_id from maturity_due)) m where ${isIn('m.day')}
     union all
    select a.expires_on, 'coming', 1, ${balance} from account a${coming} where a.status = 'active' and ${isIn('a.expires_on')}`
}

/** Capital that waits at the end of the range: today by the state of its accounts, on a day of the past by the firm's clock. */
const selectWaitingDays = ({ ctx, to }: FigureRequest): RawBuilder<unknown> => {
  const dayAfter = sql`((${to}::date + 1)::timestamp at time zone ${tenantFacts[ctx.prefix].timeZone})`
  const isIn = to < ctx.businessDate ? sql`t.day <= ${to}::date and t.moment < ${dayAfter}` : sql`t.day = 'infinity'`
  return sql`
    select null::date as day, 'awaiting' as part, sum(t.accounts) as count, coalesce(sum(t.amount), 0) as amount from total_waiting t where ${isIn}`
}

/** In a range of a year or more everybody has a birthday, but who was born in its last year perhaps. */
const hasBirthdaySql = ({ from, to }: DayRange): RawBuilder<SqlBool> => {
  const first = sql<SqlBool>`${nextBirthdaySql(bornSql, from)} <= ${to}::date`
  const yearBefore = toIsoDate(addMonths(parseDay(to), -12))
  return yearBefore < from ? first : sql<SqlBool>`(${bornSql} < ${yearBefore}::date or ${first})`
}

const dayRows = {
  pendingCapital: selectWaitingDays,
  registeredClients: ({ from, to }) =>
    selectClientDays({
      what: sql`'registered'`,
      day: sql`t.day`,
      isIn: sql`t.day between ${from}::date and ${to}::date`,
    }),
  expiredIds: ({ to }) =>
    selectClientDays({ what: sql`'document_ends'`, day: sql`t.day`, isIn: sql`t.day < ${to}::date` }),
  birthdayClients: (range) => {
    const isIn = sql`${isOnDayOfYearSql(bornSql, range)} and ${hasBirthdaySql(range)}`
    return selectClientDays({ what: sql`'born'`, day: nextBirthdaySql(bornSql, range.from), isIn })
  },
  expirations: selectMaturityDays,
} satisfies Partial<Record<FigureKey, (request: FigureRequest) => RawBuilder<unknown>>>

export const isKeptByDay = (figure: FigureKey): figure is keyof typeof dayRows => figure in dayRows

/** Whether rows have a day by which they can be grouped: capital that waits is one amount. */
export const hasDays = (figure: keyof typeof dayRows): boolean => figure !== 'pendingCapital'

/** What such a figure of the whole firm comes to in a range: `product_id`, which is null, `month`, null where that isn't wanted, `part`, `count`, `amount`. */
export const sumKeptDays = (
  figure: keyof typeof dayRows,
  request: FigureRequest,
  by: 'none' | 'month',
): RawBuilder<unknown> => sql`
  select null::bigint as product_id, ${by === 'month' ? sql`date_trunc('month', s.day)::date` : sql`null::date`} as month, s.part, sum(s.count) as count,
         sum(s.amount) as amount
    from (${dayRows[figure](request)}) s group by 2, 3 having sum(s.count) <> 0`

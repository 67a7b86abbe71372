import { type RawBuilder, sql } from 'kysely'
import type { FigureKey } from '#contract/figures/keys.ts'
import type { DayRange } from '#rules/figure-period.ts'
import { isOnDayOfYearSql, nextBirthdaySql } from './client-figures.ts'

const bornSql = sql`t.day`

/** Clients of the whole firm by a day of theirs: `day`, `part`, `count`, `amount`. */
const selectClientDays = ({ what, day, isIn }: Record<'what' | 'day' | 'isIn', RawBuilder<unknown>>) => sql`
  select ${day} as day, case when t.is_company then 'company' else 'person' end as part, t.clients as count, 0 as amount
    from total_day_client t where t.what = ${what} and ${isIn}`

/**
 * Terms of the whole firm that end in the range. Those that are over are kept by day, but for accounts that wait to be counted anew: in the same statement
 * these are taken off and counted as they are. Those that still run are few.
 */
const selectMaturityDays = ({ from, to }: DayRange): RawBuilder<unknown> => {
  const isIn = (day: string) => sql`${sql.ref(day)} between ${from}::date and ${to}::date`
  return sql`
    select t.day, t.part, t.accounts as count, t.amount from total_day_maturity t where ${isIn('t.day')}
     union all
    select c.day, c.part, -1, -c.amount from maturity_counted c where c.account_id in (select account_id from maturity_due) and ${isIn('c.day')}
     union all
    select m.day, m.part, 1, m.amount from maturity_parts(array(select distinct account_id from maturity_due)) m where ${isIn('m.day')}
     union all
    select a.expires_on, 'coming', 1, b.balance
      from account a join account_balance b on b.account_id = a.id where a.status = 'active' and ${isIn('a.expires_on')}`
}

const dayRows = {
  registeredClients: ({ from, to }) =>
    selectClientDays({
      what: sql`'registered'`,
      day: sql`t.day`,
      isIn: sql`t.day between ${from}::date and ${to}::date`,
    }),
  expiredIds: ({ to }) =>
    selectClientDays({ what: sql`'document_ends'`, day: sql`t.day`, isIn: sql`t.day < ${to}::date` }),
  birthdayClients: (range) => {
    const day = nextBirthdaySql(bornSql, range.from)
    const isIn = sql`${isOnDayOfYearSql(bornSql, range)} and ${day} <= ${range.to}::date`
    return selectClientDays({ what: sql`'born'`, day, isIn })
  },
  expirations: selectMaturityDays,
} satisfies Partial<Record<FigureKey, (range: DayRange) => RawBuilder<unknown>>>

export const isKeptByDay = (figure: FigureKey): figure is keyof typeof dayRows => figure in dayRows

/** What such a figure of the whole firm comes to in a range: `product_id`, which is null, `month`, `part`, `count`, `amount`. */
export const sumKeptDays = (figure: keyof typeof dayRows, range: DayRange): RawBuilder<unknown> => sql`
  select null::bigint as product_id, date_trunc('month', s.day)::date as month, s.part, sum(s.count) as count, sum(s.amount) as amount
    from (${dayRows[figure](range)}) s group by 2, 3 having sum(s.count) <> 0`

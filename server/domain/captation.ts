import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DayRange } from '#rules/figure-period.ts'
import { splitIntoMonths } from '#rules/month-ranges.ts'
import type { Ctx } from '#server/core/ctx.ts'

/** On which days, both in, and credited to whom: null where it is anybody in reach. */
export type CaptationRequest = {
  ctx: Pick<Ctx, 'scopes' | 'businessDate'>
  people: readonly string[] | null
  from: string
  to: string
}

/** Of parts `t`: new money, or what was withdrawn and cancelled. A contribution that follows a payout is neither. */
const captationDirections = {
  in: sql<SqlBool>`t.is_new`,
  out: sql<SqlBool>`t.kind <> 'contribution'`,
} as const
export type CaptationDirection = keyof typeof captationDirections

const directionSql = sql<CaptationDirection>`case when t.is_new then 'in' else 'out' end`

/** Everybody to whom it may be credited, once for each condition; null where only the zone of a client tells. */
const listCreditConditions = ({ ctx, people }: CaptationRequest): (readonly string[])[] | null => {
  const limited = ctx.scopes.filter(({ all }) => !all)
  if (limited.some(({ zoneId }) => zoneId !== null)) return null
  return [...limited.map(({ staffIds }) => staffIds), ...(people === null ? [] : [people])]
}

const isOneOfSql = (column: RawBuilder<unknown>, ids: readonly string[]) =>
  sql<SqlBool>`${column} = any(${[...ids]}::bigint[])`

const joinConditions = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** Whose the part `t` of the client `c` is: of whoever was credited with it, wherever the client is now; in a zone by the client. */
const isCreditedSql = ({ ctx, people }: CaptationRequest): RawBuilder<SqlBool> => {
  const employee = sql`t.employee_id`
  return joinConditions([
    ...ctx.scopes
      .filter(({ all }) => !all)
      .map(({ staffIds, zoneId }) =>
        zoneId === null
          ? isOneOfSql(employee, staffIds)
          : sql<SqlBool>`(${isOneOfSql(employee, staffIds)} or c.zone_id = ${zoneId})`,
      ),
    ...(people === null ? [] : [isOneOfSql(employee, people)]),
  ])
}

export type CaptationRow = {
  id: string
  journalId: string
  accountId: string
  clientId: string
  day: string
  part: string
  amount: string
  direction: CaptationDirection
  /** Null of nobody. */
  employeeId: string | null
  role: string
  /** Per cent of the journal. */
  share: string
}

/** The rows of captation: a part of a journal for each person who is credited. `condition` is about the part `t`. */
const selectParts = (request: CaptationRequest, condition: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`
  select t.journal_id * 1000 + t.n as id, t.journal_id, t.account_id, a.client_id, t.booking_date as day, t.type::text as part, t.amount,
         ${directionSql} as direction, t.employee_id, t.role::text as role, t.share
    from captation t
    join account a on a.id = t.account_id
    join client_list c on c.client_id = a.client_id
   where t.booking_date between ${request.from}::date and ${request.to}::date and ${condition} and ${isCreditedSql(request)}`

export const selectCaptationRows = (request: CaptationRequest): RawBuilder<unknown> =>
  selectParts(request, captationDirections.in)

/** What was withdrawn and cancelled, credited the same way. */
export const selectCaptationOutRows = (request: CaptationRequest): RawBuilder<unknown> =>
  selectParts(request, captationDirections.out)

/** Both of them. */
export const selectNetCaptationRows = (request: CaptationRequest): RawBuilder<unknown> =>
  selectParts(request, sql<SqlBool>`(${captationDirections.in} or ${captationDirections.out})`)

/** New money, and what was withdrawn and cancelled, with the direction of each. */
export const selectCaptationInAndOut = (request: CaptationRequest) =>
  sql<CaptationRow>`(${selectNetCaptationRows(request)})`

/** Whether the contribution of that journal was no new money when it was booked. */
export const isReinvestedSql = (journalId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from captation t where t.journal_id = ${journalId} and not t.is_new)`

const betweenSql = (column: string, { from, to }: DayRange) =>
  sql`${sql.ref(column)} between ${from}::date and ${to}::date`

type CreditConditions = readonly (readonly string[])[]

const isCreditedToSql = (conditions: CreditConditions): RawBuilder<SqlBool> =>
  joinConditions(conditions.map((ids) => isOneOfSql(sql`t.employee_id`, ids)))

/** What the totals of months don't hold: what isn't folded yet, and the parts themselves where only some days of a month count. */
const selectBesideMonths = (request: CaptationRequest, conditions: CreditConditions): RawBuilder<unknown> => {
  const { months, more, less } = splitIntoMonths(request, request.ctx.businessDate)
  const credited = isCreditedToSql(conditions)
  const sumDays = (range: DayRange, sign: '1' | '-1') => sql`
    select coalesce(t.employee_id, 0) as employee_id, date_trunc('month', t.booking_date)::date as month, t.kind, t.is_new, t.type,
           ${sql.lit(Number(sign))} * t.amount as amount, ${sql.lit(Number(sign))} as parts
      from captation t where ${betweenSql('t.booking_date', range)} and ${credited}`
  const sources = [
    ...(months
      ? [
          sql`select t.employee_id, date_trunc('month', t.booking_date)::date as month, t.kind, t.is_new, t.type, t.amount, t.parts
                from captation_delta t where ${betweenSql('t.booking_date', months)} and ${credited}`,
        ]
      : []),
    ...more.map((range) => sumDays(range, '1')),
    ...less.map((range) => sumDays(range, '-1')),
  ]
  return sql.join(sources, sql` union all `)
}

/** From the totals of people by month, and what these don't hold. */
const sumByMonths = (request: CaptationRequest, conditions: CreditConditions): RawBuilder<unknown> => {
  const { months } = splitIntoMonths(request, request.ctx.businessDate)
  const beside = selectBesideMonths(request, conditions)
  return months
    ? sql`select t.employee_id, t.month, t.kind, t.is_new, t.type, t.amount, t.parts
            from total_month_captation t where ${betweenSql('t.month', months)} and ${isCreditedToSql(conditions)}
           union all ${beside}`
    : beside
}

/** Of the whole firm: from its totals by day, with what isn't folded yet. */
const sumByDays = (range: DayRange): RawBuilder<unknown> => sql`
  select null::bigint as employee_id, date_trunc('month', t.day)::date as month, t.kind, t.is_new, t.type, t.amount, t.parts
    from total_day_captation t where ${betweenSql('t.day', range)}
   union all
  select null, date_trunc('month', t.booking_date)::date, t.kind, t.is_new, t.type, t.amount, t.parts
    from captation_delta t where ${betweenSql('t.booking_date', range)}`

type CaptationSum = {
  /** 0 of nobody; of no use unless it is asked for by person. */
  employeeId: string
  month: string
  direction: CaptationDirection
  part: string
  count: number
  amount: string
}

/** What captation is made of by person, month and type, as columns of parts: from kept totals, but for a zone, whose clients alone tell. Not yet added up. */
const selectCaptationSource = (request: CaptationRequest, by: 'month' | 'person'): RawBuilder<unknown> => {
  const conditions = listCreditConditions(request)
  return conditions === null
    ? sql`select coalesce(r.employee_id, 0) as employee_id, date_trunc('month', r.day)::date as month, r.direction = 'in' as is_new,
                 r.part::captation_type as type, r.amount, 1 as parts
            from ${selectCaptationInAndOut(request)} r`
    : sql`select t.employee_id, t.month, t.is_new, t.type, t.amount, t.parts
              from (${by === 'month' && conditions.length === 0 ? sumByDays(request) : sumByMonths(request, conditions)}) t
             where ${captationDirections.in} or ${captationDirections.out}`
}

/** What captation comes to by month, direction and type, and by person where that matters: the same sums as those of the rows. Words are made of sums alone. */
export const selectCaptationSums = (request: CaptationRequest, by: 'month' | 'person') => {
  const person = by === 'person' ? sql`t.employee_id` : sql`0::bigint`
  return sql<CaptationSum>`(
    select ${person} as employee_id, t.month, ${directionSql} as direction, t.type::text as part, sum(t.parts)::int as count,
           sum(t.amount)::numeric(18, 2) as amount
      from (${selectCaptationSource(request, by)}) t group by 1, t.month, t.is_new, t.type having sum(t.parts) <> 0)`
}

/** Of parts `t`: new money, and what was withdrawn and cancelled, as two columns. */
const creditColumns = sql`case when t.is_new then t.amount else 0 end as gross, case when t.is_new then 0 else t.amount end as "out", t.parts`

/** What is credited to whom in which month, `gross` and `out`, of so many `parts`: from kept totals, but for a zone, whose clients alone tell. Not yet added up. */
const selectCredits = (request: CaptationRequest): RawBuilder<unknown> => {
  const conditions = listCreditConditions(request)
  if (conditions === null)
    return sql`select t.employee_id, t.month, ${creditColumns} from (${selectCaptationSource(request, 'person')}) t`
  const { months } = splitIntoMonths(request, request.ctx.businessDate)
  const beside = sql`select t.employee_id, t.month, ${creditColumns}
    from (${selectBesideMonths(request, conditions)}) t where ${captationDirections.in} or ${captationDirections.out}`
  return months
    ? sql`select t.employee_id, t.month, t.gross, t."out", t.parts
            from total_month_credit t where ${betweenSql('t.month', months)} and ${isCreditedToSql(conditions)}
           union all ${beside}`
    : beside
}

const creditSums = sql`sum(r.gross)::numeric(18, 2) as gross, sum(r."out")::numeric(18, 2) as "out"`
type CaptationSums = { gross: string; out: string }

/** To whom a range is credited; `personId` is null of what is credited to nobody. */
export const selectCaptationByPerson = (request: CaptationRequest) =>
  sql<CaptationSums & { personId: string | null }>`(
  select nullif(r.employee_id, 0) as person_id, ${creditSums}
    from (${selectCredits(request)}) r group by r.employee_id having sum(r.parts) <> 0)`

/** A range by person, with what is of one of its months, and month by month: `month` is null of a person. The totals are read once. */
export const selectCaptationByPersonAndMonth = (request: CaptationRequest, month: string) => {
  const ofMonth = (column: 'gross' | 'out') =>
    sql`coalesce(sum(${sql.ref(`r.${column}`)}) filter (where r.month = ${month}::date), 0)::numeric(18, 2)`
  return sql<CaptationSums & { personId: string | null; month: string | null; monthGross: string; monthOut: string }>`(
  select nullif(r.employee_id, 0) as person_id, r.month, ${creditSums}, ${ofMonth('gross')} as month_gross, ${ofMonth('out')} as month_out
    from (${selectCredits(request)}) r
   group by grouping sets ((r.employee_id), (r.month)) having sum(r.parts) <> 0)`
}

/** A range month by month, with those months in which something was credited. */
export const selectCaptationByMonth = (request: CaptationRequest) =>
  sql<CaptationSums & { month: string }>`(
  select r.month, ${creditSums} from (${selectCredits(request)}) r group by r.month having sum(r.parts) <> 0)`

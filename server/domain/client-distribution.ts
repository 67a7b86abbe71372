import { type Expression, type RawBuilder, sql } from 'kysely'
import { selectCapitalRows } from './account-figures.ts'
import { selectClientRows, selectCurrentClientRows } from './client-figures.ts'
import type { FigureRequest } from './figure-scope.ts'

/** These clients with the capital that they had on the day, divided by a rule; `k` is the client, `s` the capital. */
const selectDividedClients = (
  request: FigureRequest,
  clients: Expression<unknown>,
  part: RawBuilder<string>,
): Expression<unknown> => sql`
  select n.id, n.account_id, n.client_id, n.day, ${part} as part, coalesce(s.capital, 0)::numeric(18, 2) as amount
    from (${clients}) n
    join client k on k.id = n.client_id
    left join (select client_id, sum(amount) as capital from (${selectCapitalRows(request)}) a group by client_id) s on s.client_id = n.client_id`

/** By how much capital each has. */
export const selectSizeRows = (request: FigureRequest): Expression<unknown> =>
  selectDividedClients(
    request,
    selectClientRows(request),
    sql<string>`case when coalesce(s.capital, 0) <= 0 then 'sizeNone' when s.capital < 10000 then 'size10' when s.capital < 50000 then 'size50'
      when s.capital < 100000 then 'size100' when s.capital < 500000 then 'size500' else 'sizeMore' end`,
  )

/** By their age on the day: told to whoever looks after them today, as a birthday is. */
export const selectAgeRows = (request: FigureRequest): Expression<unknown> => {
  const age = sql`extract(year from age(${request.to}::date, k.birth_date))`
  return selectDividedClients(
    request,
    selectCurrentClientRows(request),
    sql<string>`case when k.kind = 'company' then 'ageCompany' when k.birth_date is null then 'ageUnknown' when ${age} < 30 then 'ageUnder30'
      when ${age} < 45 then 'age30' when ${age} < 60 then 'age45' when ${age} < 75 then 'age60' else 'age75' end`,
  )
}

/** By how long each had been a client on the day: told to whoever looks after them today, as a registration is. */
export const selectTenureRows = (request: FigureRequest): Expression<unknown> => {
  const years = sql`extract(year from age(${request.to}::date, n.day))`
  return selectDividedClients(
    request,
    selectCurrentClientRows(request),
    sql<string>`case when ${years} < 1 then 'tenureUnder1' when ${years} < 3 then 'tenure1' when ${years} < 5 then 'tenure3'
      when ${years} < 10 then 'tenure5' else 'tenure10' end`,
  )
}

/** The capital in the middle of those who have any, of the rows of `clientSizes`; null where nobody has. */
export const findMedianSize = async (request: FigureRequest): Promise<string | null> => {
  const { rows } = await sql<{ median: string | null }>`
    select avg(amount)::numeric(18, 2)::text as median from (
      select amount, row_number() over (order by amount) as place, count(*) over () as clients
        from (${selectSizeRows(request)}) r where amount > 0) m
     where place in ((clients + 1) / 2, (clients + 2) / 2)`.execute(request.ctx.db)
  return rows[0]!.median
}

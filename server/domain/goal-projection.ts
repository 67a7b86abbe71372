import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ContactStage, openContactStages } from '#contract/contacts/stages.ts'
import type * as contract from '#contract/goals.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, sumCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { RecordScope } from '#server/core/rights.ts'
import { maturedSumSql, renewedSumSql, selectMaturedPostings } from './matured-postings.ts'
import { isOwnerVisibleSql, selectVisibleClients } from './visibility.ts'

/** Whose year: of some people, or of everybody in reach. */
type Projected = { ctx: Ctx; people: readonly string[] | null; year: number }

/** What a projection is read from. */
const projectionModules = ['bt_AgendaComercial', 'bt_Clientes'] as const

const isOneOf = (column: string, people: readonly string[] | null): RawBuilder<SqlBool> =>
  people === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${[...people]}::bigint[])`

/** Open contacts of these people by stage, with the probability of each. */
const findStages = async ({ ctx, people }: Projected, scopes: readonly RecordScope[]) => {
  const { rows } = await sql<{
    stage: ContactStage
    count: number
    amount: string
    probability: number
    expected: string
  }>`
    select s.stage, coalesce(x.count, 0)::int as count, coalesce(x.amount, 0)::numeric(18, 2) as amount, s.probability,
           (coalesce(x.amount, 0) * s.probability / 100)::numeric(18, 2) as expected
      from goal_rule r cross join lateral unnest(${[...openContactStages]}::text[], r.probabilities) with ordinality s (stage, probability, place)
      left join (select ct.stage, count(*) as count, sum(ct.amount) as amount from contact ct
                  where ct.deleted_at is null and ct.client_id is null and ${isOneOf('ct.employee_id', people)}
                    and ${isOwnerVisibleSql({ scopes }, sql`ct.employee_id`)} group by ct.stage) x on x.stage = s.stage
     order by s.place`.execute(ctx.db)
  return rows
}

/** What matures by the end of the year of the clients whom these people manage, and what of the last twelve months went on. */
const findMaturities = async (
  { ctx: { db, businessDate: today }, people, year }: Projected,
  scopes: readonly RecordScope[],
) => {
  const ctx = { db, scopes }
  const from = toIsoDate(addMonths(parseDay(today), -12))
  const [due, past] = await Promise.all([
    selectVisibleClients(ctx)
      .where(isOneOf('c.manager_id', people))
      .innerJoin('account as a', 'a.clientId', 'c.clientId')
      .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
      .where('a.status', '=', 'active')
      .where(sql<SqlBool>`a.expires_on > ${today}::date and a.expires_on <= ${`${year}-12-31`}::date`)
      .select(sql<string>`coalesce(sum(b.principal), 0)::numeric(18, 2)`.as('maturing'))
      .executeTakeFirstOrThrow(),
    selectMaturedPostings(ctx, from)
      .where(isOneOf('c.manager_id', people))
      .where('l.bookingDate', '<=', today)
      .select([maturedSumSql.as('matured'), renewedSumSql.as('renewed')])
      .executeTakeFirstOrThrow(),
  ])
  const { rows } = await sql<{ retention: string | null; retained: string }>`
    select (100 * ${past.renewed}::numeric / nullif(${past.matured}::numeric, 0))::numeric(12, 1) as retention,
           coalesce(${due.maturing}::numeric * ${past.renewed}::numeric / nullif(${past.matured}::numeric, 0), 0)::numeric(18, 2) as retained`.execute(
    db,
  )
  return { maturing: due.maturing, ...rows[0]! }
}

/** Each part by itself, and all of them; null of another year than this, and for whom contacts or clients aren't to see. */
export const findGoalProjection = async (
  subject: Projected,
  achieved: string,
): Promise<contract.Goal['projection']> => {
  const { businessDate, scopes, person } = subject.ctx
  if (subject.year !== Number(businessDate.slice(0, 4))) return null
  if (projectionModules.some((module) => !person.rights.may(module, 'view'))) return null
  const [contacts, clients] = projectionModules.map((module) => [...scopes, ...person.rights.getScopes(module, 'view')])
  const [stages, maturities] = await Promise.all([findStages(subject, contacts!), findMaturities(subject, clients!)])
  const pipeline = centsToAmount(sumCents(stages.map(({ expected }) => expected)))
  return { total: centsToAmount(sumCents([achieved, pipeline, maturities.retained])), pipeline, stages, ...maturities }
}

import { type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getMaturityOverview, listMaturities, MaturityReason } from '#contract/maturities.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { matchesAccountSearch } from '#server/domain/account-search.ts'
import { expectedMaturityReasonsSql, maturityInstructionSql } from '#server/domain/maturity-reasons.ts'
import { maturityJournalSource } from '#server/domain/renewal.ts'
import { buildTrend, trendDaysSql } from '#server/domain/trend.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

export type MaturityFilters = ParsedRequest<typeof listMaturities.count>['query']

export const maturitySorts: Record<(typeof listMaturities.sortable)[number], string> = {
  expiresOn: 'a.expires_on',
  balance: 'amount',
}

const wasCalledSql = sql<SqlBool>`exists (select from maturity_call k where k.account_id = a.id)`

const buildReasonsSql = (today: string) =>
  sql<MaturityReason[]>`case when m.account_id is null then ${expectedMaturityReasonsSql(today)} else m.reasons end`

/** The accounts of visible clients that match: those whose term is not over yet, or those that are parked. */
export const queryMatchingMaturities = (
  ctx: Ctx,
  { view, within, search, instruction: instructionFilter, called, stopped }: MaturityFilters,
) =>
  selectVisibleClients(ctx)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('maturity as m', 'm.accountId', 'a.id')
    .$if(view === 'parked', (rows) => rows.where('m.outcome', '=', 'parked').where('m.releasedAt', 'is', null))
    .$if(view !== 'parked', (rows) =>
      rows
        .where('a.status', '=', 'active')
        .where(sql<SqlBool>`a.expires_on <= ${ctx.businessDate}::date + ${Number(within ?? 90)}::int`),
    )
    .$if(!!instructionFilter, (rows) => rows.where(isOneOfSql(maturityInstructionSql, instructionFilter!)))
    .$if(called !== undefined, (rows) => rows.where(sql<SqlBool>`${wasCalledSql} = ${called}`))
    .$if(stopped !== undefined, (rows) =>
      rows.where(sql<SqlBool>`(${buildReasonsSql(ctx.businessDate)} <> '{}') = ${stopped}`),
    )
    .$if(!!search, (rows) => rows.where(matchesAccountSearch(ctx, search!)))

const maturityAmountSql = sql<string>`case when m.account_id is null then b.balance else m.payable end`
const buildLastCallSql = (column: 'called_on' | 'note') =>
  sql<
    string | null
  >`(select k.${sql.ref(column)} from maturity_call k where k.account_id = a.id order by k.called_on desc, k.id desc limit 1)`

const selectMaturityColumns = (ctx: Ctx, filters: MaturityFilters) =>
  queryMatchingMaturities(ctx, filters)
    .leftJoin('employee as manager', 'manager.id', 'c.managerId')
    .select(['a.id', 'a.number as accountNumber', 'a.rate', 'client.id as clientId', 'client.cvl as clientCvl'])
    .select(['client.phone', fullNameSql<string | null>('manager').as('managerName')])
    .select(sql<number>`a.expires_on - ${ctx.businessDate}::date`.as('daysLeft'))
    .select([fullNameSql('client').as('clientName'), 'p.name as productName', maturityInstructionSql.as('instruction')])
    .select([
      sql<string>`a.expires_on`.as('expiresOn'),
      maturityAmountSql.as('balance'),
      maturityAmountSql.as('amount'),
    ])
    .select([buildLastCallSql('called_on').as('lastCallOn'), buildLastCallSql('note').as('lastCallNote')])

export const selectMaturities = (ctx: Ctx, filters: MaturityFilters) =>
  selectMaturityColumns(ctx, filters).select(buildReasonsSql(ctx.businessDate).as('reasons'))

/** For a file: the reasons as one text. */
export const selectMaturitiesForFile = (ctx: Ctx, filters: MaturityFilters) =>
  selectMaturityColumns(ctx, filters).select(
    sql<string | null>`nullif(array_to_string(${buildReasonsSql(ctx.businessDate)}, ' '), '')`.as('reasons'),
  )

export const countMaturities = (ctx: Ctx, filters: MaturityFilters) =>
  queryMatchingMaturities(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(${maturityAmountSql}), 0)::numeric(18, 2)`.as('balance'),
    ])
    .executeTakeFirstOrThrow()

/** The posting `l` takes what waited in the payable into another account. */
const isRenewedLaterSql = sql`l.ledger = ${sql.lit(ledgers.payable)} and j.source = ${maturityJournalSource} and m.released_at is not null and m.renewed_id is not null`

type MaturedSums = { month: string; isInWindow: boolean; matured: string; renewed: string }

/** What matured and what of it went on into another account, month by month for two years, by the books. */
const findMaturedMonths = (ctx: Ctx): Promise<MaturedSums[]> => {
  const from = sql`(date_trunc('month', ${ctx.businessDate}::date) - interval '24 months')::date`
  const window = sql`(${ctx.businessDate}::date - interval '12 months')::date`
  return selectVisibleClients(ctx)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('posting as l', 'l.accountId', 'a.id')
    .innerJoin('journal as j', 'j.id', 'l.journalId')
    .where('a.status', '=', 'expired')
    .leftJoin('maturity as m', 'm.accountId', 'a.id')
    .where(sql<SqlBool>`a.closed_on >= ${from} and l.booking_date >= ${from} and l.amount > 0`)
    .where(sql<SqlBool>`(l.ledger = ${sql.lit(ledgers.capital)} or (${isRenewedLaterSql}))`)
    .where('j.kind', 'in', ['transfer', 'maturity'])
    .select([
      sql<string>`date_trunc('month', l.booking_date)::date`.as('month'),
      sql<boolean>`a.closed_on >= ${window} and l.booking_date >= ${window}`.as('isInWindow'),
      sql<string>`coalesce(sum(l.amount) filter (where l.ledger = ${sql.lit(ledgers.capital)}), 0)::numeric(18, 2)`.as(
        'matured',
      ),
      sql<string>`coalesce(sum(l.amount) filter (where j.kind = 'transfer'), 0)::numeric(18, 2)`.as('renewed'),
    ])
    .groupBy(sql`1, 2`)
    .execute()
}

const sumMatured = (months: readonly MaturedSums[]) => {
  const matured = months.reduce((sum, month) => sum + toCents(month.matured), 0n)
  const renewed = months.reduce((sum, month) => sum + toCents(month.renewed), 0n)
  return {
    matured: centsToAmount(matured),
    renewed: centsToAmount(renewed),
    retention: matured > 0n ? formatScaledDecimal((renewed * 2000n + matured) / (2n * matured), 1) : null,
  }
}

/** The end of a month is the first day of the next, and twelve months are those that begin in the year before it. */
const isWithinYearUpTo = (month: string, through: string): boolean =>
  month <= through && month > `${Number(through.slice(0, 4)) - 1}${through.slice(4)}`

/** Of what matured in the last twelve months, what went on into another account; and the same at the end of each month before. */
export const findMaturityDesk = async (ctx: Ctx): Promise<ResponseBody<typeof getMaturityOverview>> => {
  const [months, { rows: days }] = await Promise.all([
    findMaturedMonths(ctx),
    sql<{ through: string }>`${trendDaysSql(ctx.businessDate)} order by through`.execute(ctx.db),
  ])
  const now = sumMatured(months.filter(({ isInWindow }) => isInWindow))
  const ends = days.slice(0, -1).map(({ through }) => ({
    through,
    value: sumMatured(months.filter(({ month }) => isWithinYearUpTo(month, through))).retention,
  }))
  return { ...now, trend: buildTrend([...ends, { through: ctx.businessDate, value: now.retention }]) }
}

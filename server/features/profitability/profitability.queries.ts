import { type RawBuilder, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { ProfitabilityGrouping } from '#contract/profitability/kinds.ts'
import type { listProfitability, ProfitabilityRow } from '#contract/profitability.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { resolvePeople, resolvePeriod } from '#server/domain/figure-scope.ts'
import { matchesEachWord } from '#server/domain/match-words.ts'
import { type MarginAccounts, type MarginRequest, selectAccountMargins } from './account-margins.ts'

type Filters = ParsedRequest<typeof listProfitability.count>['query']
type StudyFilters = Pick<Filters, 'range' | 'from' | 'to' | 'of' | 'view'>

/**
 * Whose accounts and when: those that both the study and the list of clients let the caller see, up to today. 404 for whom they don't see, and where
 * they see no clients.
 */
export const resolveMarginRequest = async (ctx: Ctx, filters: StudyFilters): Promise<MarginRequest> => {
  const { rights } = ctx.person
  if (!rights.may('bt_Clientes', 'view')) throw buildRefusal('notFound')
  const people = await resolvePeople(ctx, filters)
  const { from, to } = resolvePeriod(ctx, filters)
  const seen = { ...ctx, scopes: [...ctx.scopes, ...rights.getScopes('bt_Clientes', 'view')] }
  return { ctx: seen, people, from, through: to < ctx.businessDate ? to : ctx.businessDate }
}

const toAccounts = ({ product, manager, client }: Filters): MarginAccounts => ({ product, manager, client })

const groupKeys: Record<ProfitabilityGrouping, RawBuilder<unknown>> = {
  product: sql`m.product_id`,
  manager: sql`coalesce(m.manager_id, 0)`,
  client: sql`m.client_id`,
  account: sql`m.id`,
}

/** Per cent with two decimals; null where there is nothing to compare with. */
const shareSql = sql<string | null>`(100 * sum(m.transfer_income - m.interest - m.costs) filter (where not m.is_unrated)
  / nullif(sum(m.average_balance) filter (where not m.is_unrated), 0))::numeric(18, 2)`

const sumSql = (column: string, condition: 'rated' | 'unrated' = 'rated'): RawBuilder<string> =>
  sql<string>`coalesce(sum(${sql.ref(`m.${column}`)}) filter (where m.is_unrated = ${sql.lit(condition === 'unrated')}), 0)::numeric(18, 2)`

const marginSql = sql<string>`coalesce(sum(m.transfer_income - m.interest - m.costs) filter (where not m.is_unrated), 0)::numeric(18, 2)`

/** Sums of the accounts `m`: of those with a transfer rate, and beside them what the others have. */
const sumColumns = [
  sql<number>`count(*)::int`.as('accounts'),
  sumSql('average_balance').as('averageBalance'),
  sumSql('interest').as('interest'),
  sumSql('costs').as('costs'),
  shareSql.as('marginShare'),
  sql<number>`(count(*) filter (where m.is_unrated))::int`.as('unratedAccounts'),
  sumSql('average_balance', 'unrated').as('unratedBalance'),
] as const

const selectMargins = async (ctx: Ctx, filters: Filters) => {
  const margins = selectAccountMargins(await resolveMarginRequest(ctx, filters), toAccounts(filters))
  const { rated } = filters
  return rated === undefined
    ? margins
    : sql`select * from (${margins}) r where r.is_unrated = ${sql.lit(rated === 'no')}`
}

type GroupRow = Omit<ProfitabilityRow, 'name' | 'clientName' | 'productName'>

const selectGroups = async (ctx: Ctx, filters: Filters) => {
  const key = groupKeys[filters.by ?? 'product']
  const isRated = sql`count(*) filter (where not m.is_unrated) > 0`
  return ctx.db
    .selectFrom(sql<Record<string, unknown>>`(${await selectMargins(ctx, filters)})`.as('m'))
    .groupBy(key)
    .select(sql<string>`${key}`.as('id'))
    .select([...sumColumns])
    .select([
      sql<string | null>`case when ${isRated} then ${sumSql('transfer_income')} end`.as('transferIncome'),
      sql<string | null>`case when ${isRated} then ${marginSql} end`.as('margin'),
    ])
}

/** A row for each group, with its names. */
export const selectProfitability = async (ctx: Ctx, filters: Filters) => {
  const { by = 'product', search } = filters
  const none = sql<string | null>`null::text`
  const groups = await selectGroups(ctx, filters)
  const named = ctx.db
    .selectFrom(sql<GroupRow>`(${groups})`.as('g'))
    .leftJoin('product as p', (join) =>
      by === 'product' ? join.onRef('p.id', '=', 'g.id') : join.on(sql<boolean>`false`),
    )
    .leftJoin('employee as e', (join) =>
      by === 'manager' ? join.onRef('e.id', '=', 'g.id') : join.on(sql<boolean>`false`),
    )
    .leftJoin('account as a', (join) =>
      by === 'account' ? join.onRef('a.id', '=', 'g.id') : join.on(sql<boolean>`false`),
    )
    .leftJoin('product as ap', 'ap.id', 'a.productId')
    .leftJoin('client as k', (join) =>
      by === 'client'
        ? join.onRef('k.id', '=', 'g.id')
        : by === 'account'
          ? join.onRef('k.id', '=', 'a.clientId')
          : join.on(sql<boolean>`false`),
    )
    .selectAll('g')
    .select([
      by === 'product'
        ? sql<string | null>`p.name`.as('name')
        : by === 'manager'
          ? fullNameSql<string | null>('e').as('name')
          : by === 'client'
            ? fullNameSql<string | null>('k').as('name')
            : sql<string | null>`a.number`.as('name'),
      (by === 'account' ? fullNameSql<string | null>('k') : none).as('clientName'),
      (by === 'account' ? sql<string | null>`ap.name` : none).as('productName'),
    ])
  // Nobody knows what these are worth: they stand below whatever is known.
  const toSorted = (column: string) => sql`coalesce(${sql.ref(column)}, '-infinity'::numeric)`
  const rows = ctx.db
    .selectFrom(named.as('t'))
    .selectAll('t')
    .select([
      toSorted('t.margin').as('sortedMargin'),
      toSorted('t.margin_share').as('sortedShare'),
      toSorted('t.transfer_income').as('sortedIncome'),
    ])
  const matches = search ? matchesEachWord(search, ['t.name', 't.client_name', 't.product_name']) : undefined
  return matches ? rows.where(matches) : rows
}

/** How many groups, and the sums of all their accounts. */
export const countProfitability = async (ctx: Ctx, filters: Filters) => {
  const key = groupKeys[filters.by ?? 'product']
  const { search } = filters
  const base = ctx.db.selectFrom(sql<Record<string, unknown>>`(${await selectMargins(ctx, filters)})`.as('m'))
  const matching = search
    ? base.where(sql<boolean>`${key} in (select t.id from (${await selectProfitability(ctx, filters)}) t)`)
    : base
  return matching
    .select(sql<number>`count(distinct ${key})::int`.as('total'))
    .select([...sumColumns])
    .select([
      sumSql('transfer_income').as('transferIncome'),
      marginSql.as('margin'),
      sumSql('interest', 'unrated').as('unratedInterest'),
      sumSql('costs', 'unrated').as('unratedCosts'),
    ])
    .executeTakeFirstOrThrow()
}

export const profitabilitySorts: Record<(typeof listProfitability.sortable)[number], string> = {
  margin: 'sorted_margin',
  marginShare: 'sorted_share',
  averageBalance: 't.average_balance',
  transferIncome: 'sorted_income',
  interest: 't.interest',
  costs: 't.costs',
  name: 't.name',
}

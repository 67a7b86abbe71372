import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ExternalKind, noExternalProduct } from '#contract/external-positions/kinds.ts'
import type { listExternalByInstitution, listExternalByProduct } from '#contract/external-positions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { externalAmountSql, externalInstitutionSql } from '#server/domain/external-positions.ts'
import { queryMatchingPositions, type SharedFilters } from './external-positions.queries.ts'

export const productGroupSorts: Record<(typeof listExternalByProduct.sortable)[number], string> = {
  net: 'net',
  productName: 'product_name',
  institution: 'institution',
  positions: 'positions',
  clients: 'clients',
}

export const institutionGroupSorts: Record<(typeof listExternalByInstitution.sortable)[number], string> = {
  net: 'net',
  institution: 'institution',
  positions: 'positions',
  clients: 'clients',
}

/** Those that are open, which alone add up. */
const queryOpenPositions = (ctx: Ctx, filters: SharedFilters) =>
  queryMatchingPositions(ctx, filters).where('x.closedOn', 'is', null)

const sumAmountSql = (which: RawBuilder<SqlBool> = sql`true`) =>
  sql<string>`coalesce(sum(${externalAmountSql}) filter (where ${which}), 0)::numeric(18, 2)`
const figures = [
  sql<number>`count(*)::int`.as('positions'),
  sumAmountSql(sql`${externalAmountSql} > 0`).as('assets'),
  sumAmountSql(sql`${externalAmountSql} < 0`).as('debts'),
  sumAmountSql().as('net'),
] as const
const clientCountSql = sql<number>`count(distinct x.client_id)::int`.as('clients')

const productKindSql = sql<ExternalKind | null>`ep.kind`.as('kind')
const productIdSql = sql<string>`coalesce(x.product_id::text, ${sql.lit(noExternalProduct)})`

export const selectProductGroups = (ctx: Ctx, filters: SharedFilters) =>
  queryOpenPositions(ctx, filters)
    .groupBy(['x.productId', 'ep.name', 'ep.institution', 'ep.kind'])
    .select([productIdSql.as('id'), 'ep.name as productName', 'ep.institution', productKindSql, clientCountSql])
    .select(figures)

export const countProductGroups = (ctx: Ctx, filters: SharedFilters) =>
  queryOpenPositions(ctx, filters)
    .select(sql<number>`count(distinct ${productIdSql})::int`.as('total'))
    .select(figures)
    .executeTakeFirstOrThrow()

/** As `toInstitutionFilter` writes it. */
const institutionFilterSql = sql<string>`replace(replace(${externalInstitutionSql}, '%', '%25'), ',', '%2C')`

export const selectInstitutionGroups = (ctx: Ctx, filters: SharedFilters) =>
  queryOpenPositions(ctx, filters)
    .groupBy(externalInstitutionSql)
    .select([institutionFilterSql.as('id'), externalInstitutionSql.as('institution'), clientCountSql])
    .select(figures)

export const countInstitutionGroups = (ctx: Ctx, filters: SharedFilters) =>
  queryOpenPositions(ctx, filters)
    .select(sql<number>`count(distinct ${externalInstitutionSql})::int`.as('total'))
    .select(figures)
    .executeTakeFirstOrThrow()

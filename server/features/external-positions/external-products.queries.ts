import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { ExternalKind } from '#contract/external-positions/kinds.ts'
import type { listExternalProducts } from '#contract/external-positions/products.ts'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfSql } from '#server/core/one-of.ts'

type ProductFilters = ParsedRequest<typeof listExternalProducts.count>['query']

export const externalProductSorts: Record<(typeof listExternalProducts.sortable)[number], string> = {
  institution: 'ep.institution',
  name: 'ep.name',
}

/** Some hundreds of rows: no index would be quicker. What is typed has lost its accents. */
const matchesSearchSql = (search: string): RawBuilder<SqlBool> =>
  sql`translate(lower(ep.institution || ' ' || ep.name), 'áàâãäéèêëíìîïóòôõöúùûüñç', 'aaaaaeeeeiiiiooooouuuunc') like ${`%${toSearchText(search).replace(/[\\%_]/g, '\\$&')}%`}`

const isClosedSql = sql<boolean>`ep.closed_at is not null`

const queryMatchingProducts = ({ db }: Ctx, { search, kind, closed }: ProductFilters) =>
  db
    .selectFrom('externalProduct as ep')
    .$if(!!search, (rows) => rows.where(matchesSearchSql(search!)))
    .$if(!!kind, (rows) => rows.where(isOneOfSql(sql`ep.kind`, kind!)))
    .$if(closed !== undefined, (rows) => rows.where(sql<SqlBool>`${isClosedSql} = ${closed}`))

export const selectExternalProducts = (ctx: Ctx, filters: ProductFilters) =>
  queryMatchingProducts(ctx, filters).select([
    'ep.id',
    'ep.institution',
    sql<ExternalKind>`ep.kind`.as('kind'),
    'ep.name',
    'ep.terms',
    isClosedSql.as('isClosed'),
    'ep.version',
  ])

export const countExternalProducts = (ctx: Ctx, filters: ProductFilters) =>
  queryMatchingProducts(ctx, filters).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()

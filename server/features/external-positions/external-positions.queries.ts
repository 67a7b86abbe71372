import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import {
  type ExternalClosingReason,
  noExternalProduct,
  parseInstitutionFilter,
} from '#contract/external-positions/kinds.ts'
import type { listExternalByProduct, listExternalPositions } from '#contract/external-positions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { matchesClientSearchRow, matchesClientText } from '#server/domain/client-text-search.ts'
import {
  externalAmountSql,
  externalInstitutionSql,
  externalKindSql,
  externalLastAmountSql,
  externalStateSql,
} from '#server/domain/external-positions.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

type PositionFilters = ParsedRequest<typeof listExternalPositions.count>['query']
/** What narrows positions and their groups alike. */
export type SharedFilters = ParsedRequest<typeof listExternalByProduct.count>['query']

export const positionSorts: Record<(typeof listExternalPositions.sortable)[number], string> = {
  clientName: 'c.name_sort',
  institution: 'institution',
  since: 'x.since',
  valuedOn: 'x.valued_on',
  amount: 'amount_sort',
}

/** The positions `x` of visible clients, each with its product `ep` if it has one, as far as they match what all lists have in common. */
export const queryMatchingPositions = (ctx: Ctx, { search, institution, kind, manager }: SharedFilters) =>
  selectVisibleClients(ctx)
    .innerJoin('externalPosition as x', 'x.clientId', 'c.clientId')
    .leftJoin('externalProduct as ep', 'ep.id', 'x.productId')
    .$if(!!institution, (rows) =>
      rows.where(isOneOfSql(externalInstitutionSql, institution!.map(parseInstitutionFilter))),
    )
    .$if(!!kind, (rows) => rows.where(isOneOfSql(externalKindSql, kind!)))
    .$if(!!manager, (rows) => rows.where('c.managerId', 'in', manager!))
    .$if(!!search, (rows) => rows.where(matchesClientSearchRow(matchesClientText(ctx, search!))))

/** Of these products, or of none where that is among them. */
const isOfProductsSql = (products: readonly string[]): RawBuilder<SqlBool> => {
  const ids = products.filter((product) => product !== noExternalProduct)
  return sql<SqlBool>`(x.product_id = any(${ids}::bigint[]) or ${products.length > ids.length} and x.product_id is null)`
}

const queryListedPositions = (ctx: Ctx, { product, state, from, to, valuedBefore, ...shared }: PositionFilters) =>
  queryMatchingPositions(ctx, shared)
    .$if(!!product, (rows) => rows.where(isOfProductsSql(product!)))
    .$if(!!state, (rows) => rows.where(isOneOfSql(externalStateSql, state!)))
    .$if(!!from, (rows) => rows.where('x.since', '>=', from!))
    .$if(!!to, (rows) => rows.where('x.since', '<=', to!))
    .$if(!!valuedBefore, (rows) =>
      rows.where((eb) => eb.or([eb('x.valuedOn', '<', valuedBefore!), eb('x.valuedOn', 'is', null)])),
    )

const closingReasonSql = sql<ExternalClosingReason | null>`x.closing_reason`.as('closingReason')

/** What is said of one position, wherever it is shown. */
export const selectPositionColumns = (rows: ReturnType<typeof queryMatchingPositions>) =>
  rows
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('employee as m', 'm.id', 'c.managerId')
    .select(['x.id', 'x.productId', 'ep.name as productName', 'x.description', 'x.since', 'x.closedOn', 'x.version'])
    .select(['client.id as clientId', 'client.cvl as clientCvl', fullNameSql('client').as('clientName')])
    .select([fullNameSql<string | null>('m').as('managerName'), closingReasonSql, 'x.valuedOn'])
    .select([externalInstitutionSql.as('institution'), externalKindSql.as('kind'), externalStateSql.as('state')])
    .select([externalAmountSql.as('amount'), externalLastAmountSql.as('lastAmount')])

export const selectPositions = (ctx: Ctx, filters: PositionFilters) =>
  selectPositionColumns(queryListedPositions(ctx, filters))
    // What counts nothing stands between what is had and what is owed.
    .select(sql<string>`coalesce(${externalAmountSql}, 0)`.as('amountSort'))

export const countPositions = (ctx: Ctx, filters: PositionFilters) =>
  queryListedPositions(ctx, filters)
    .select(sql<number>`count(*)::int`.as('total'))
    .select(sql<string>`coalesce(sum(${externalAmountSql}), 0)::numeric(18, 2)`.as('amount'))
    .executeTakeFirstOrThrow()

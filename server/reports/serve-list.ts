import type { SelectQueryBuilder } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { ListContract, Paging, Sorting } from '#contract/core/list.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { orderBy, pageOf } from '#server/core/paging.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { type Exported, exportList } from './export-list.ts'

type Filters<L extends ListContract> = Parsed<L['count']>['query']
type Totals<L extends ListContract> = Answer<L['count']> extends { totals: infer T } ? T : never
type Row<L extends ListContract> = Answer<L['page']> extends { rows: (infer R)[] } ? R : never

type ListSource<L extends ListContract, DB, TB extends keyof DB, O, T> = {
  /** The rows that match, with what a row shows; in no order yet. */
  select: (ctx: Ctx, filters: Filters<L>, params: Parsed<L['page']>['params']) => SelectQueryBuilder<DB, TB, O>
  /** How many match, and their sums, in one statement. */
  count: (ctx: Ctx, filters: Filters<L>, params: Parsed<L['page']>['params']) => Promise<{ total: number } & Totals<L>>
  /** The column of each sort. */
  sortColumns: Record<L['sortable'][number], string>
  /** The column that is unique: it ends every order, so that no row can stand on two pages. */
  key: string
  /** The columns as a file has them. */
  file: Pick<Exported<L['exportRows'], keyof Row<L> & string, T>, 'texts' | 'title' | 'columns' | 'audited'>
}

/** The filters of a query, without its order, its paging, and what names a file. */
const filtersOf = <L extends ListContract>(query: Record<string, unknown> = {}): Filters<L> => {
  const { page, pageSize, knownTotal, sort, direction, format, columns, ...filters } = query
  return filters as Filters<L>
}

/**
 * Serves a list from one declaration: its page, its count with the sums, and its export, which reads the same rows in the same order.
 * A list that works columns out on request, or reads its pages otherwise, serves its three calls by hand.
 */
export const serveList = <const L extends ListContract, DB, TB extends keyof DB, O extends Row<L>, T>(
  list: L,
  { select, count, sortColumns, key, file }: ListSource<L, DB, TB, O, T>,
): Route[] => {
  type Params = Parsed<L['page']>['params']
  return [
    serve(list.page, async (ctx, { query, params }) => {
      const rows = await pageOf(select(ctx, filtersOf<L>(query), params as Params), query as Paging, sortColumns, key)
      return { rows } as Answer<L['page']>
    }),
    serve(list.count, async (ctx, { query, params }) => {
      const { total, ...totals } = await count(ctx, filtersOf<L>(query), params as Params)
      return { total, totals } as Answer<L['count']>
    }),
    exportList(list.exportRows as L['exportRows'], {
      ...file,
      total: async (ctx, { query, params }) => (await count(ctx, filtersOf<L>(query), params as Params)).total,
      rows: async (ctx, { query, params }) =>
        select(ctx, filtersOf<L>(query), params as Params).orderBy(orderBy(query as Sorting, sortColumns, key)),
    }),
  ]
}

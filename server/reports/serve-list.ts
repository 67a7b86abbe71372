import type { SelectQueryBuilder } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { ListContract, Paging, Sorting } from '#contract/core/list.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { orderBy, pageOf } from '#server/core/paging.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { type Exported, exportList } from './export-list.ts'

type Filters<L extends ListContract> = Parsed<L['count']>['query']
/** A list without sums has none to give beside its total. */
type Totals<L extends ListContract> =
  Answer<L['count']> extends { totals: infer T } ? (T extends Record<string, never> ? unknown : T) : never
type Row<L extends ListContract> = Answer<L['page']> extends { rows: (infer R)[] } ? R : never

type Select<L extends ListContract, Rows> = (
  ctx: Ctx,
  filters: Filters<L>,
  params: Parsed<L['page']>['params'],
) => Rows | Promise<Rows>

type ListSource<L extends ListContract, DB, TB extends keyof DB, O, F, T> = {
  /** The rows that match, with what a row shows; in no order yet. */
  select: Select<L, SelectQueryBuilder<DB, TB, O>>
  /** The same rows where a file says something otherwise than the screen, as an instant, which it shows on the firm's clock. */
  selectForFile?: Select<L, SelectQueryBuilder<DB, TB, F>>
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
export const serveList = <const L extends ListContract, DB, TB extends keyof DB, O extends Row<L>, F, T>(
  list: L,
  { select, selectForFile, count, sortColumns, key, file }: ListSource<L, DB, TB, O, F, T>,
): Route[] => {
  type Params = Parsed<L['page']>['params']
  return [
    serve(list.page, async (ctx, { query, params }) => {
      const matching = await select(ctx, filtersOf<L>(query), params as Params)
      return { rows: await pageOf(matching, query as Paging, sortColumns, key) } as Answer<L['page']>
    }),
    serve(list.count, async (ctx, { query, params }) => {
      const { total, ...totals } = await count(ctx, filtersOf<L>(query), params as Params)
      return { total, totals } as Answer<L['count']>
    }),
    exportList(list.exportRows as L['exportRows'], {
      ...file,
      total: async (ctx, { query, params }) => (await count(ctx, filtersOf<L>(query), params as Params)).total,
      rows: async (ctx, { query, params }) => {
        const [filters, order] = [filtersOf<L>(query), orderBy(query as Sorting, sortColumns, key)]
        return selectForFile
          ? (await selectForFile(ctx, filters, params as Params)).orderBy(order)
          : (await select(ctx, filters, params as Params)).orderBy(order)
      },
    }),
  ]
}

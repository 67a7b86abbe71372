import type { SelectQueryBuilder } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListContract, ListPaging, ListSorting } from '#contract/core/list.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildOrderBy, fetchPage } from '#server/core/paging.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { buildListExportRoute, type ListExport } from './export-list.ts'

type ListFilters<L extends ListContract> = ParsedRequest<L['count']>['query']
/** A list without sums has none to give beside its total. */
type ListTotals<L extends ListContract> =
  ResponseBody<L['count']> extends { totals: infer T } ? (T extends Record<string, never> ? unknown : T) : never
type ListRow<L extends ListContract> = ResponseBody<L['page']> extends { rows: (infer R)[] } ? R : never

type ListSelect<L extends ListContract, Rows> = (
  ctx: Ctx,
  filters: ListFilters<L>,
  params: ParsedRequest<L['page']>['params'],
) => Rows | Promise<Rows>

type ListSource<L extends ListContract, DB, TB extends keyof DB, O, F, T> = {
  /** The rows that match, with what a row shows; in no order yet. */
  select: ListSelect<L, SelectQueryBuilder<DB, TB, O>>
  /** The same rows where a file says something otherwise than the screen, as an instant, which it shows on the firm's clock. */
  selectForFile?: ListSelect<L, SelectQueryBuilder<DB, TB, F>>
  /** How many match, and their sums, in one statement. */
  count: (
    ctx: Ctx,
    filters: ListFilters<L>,
    params: ParsedRequest<L['page']>['params'],
  ) => Promise<{ total: number } & ListTotals<L>>
  /** The column of each sort. */
  sortColumns: Record<L['sortable'][number], string>
  /** The column that is unique: it ends every order, so that no row can stand on two pages. */
  key: string
  /** The columns as a file has them. */
  file: Pick<ListExport<L['exportRows'], keyof ListRow<L> & string, T>, 'texts' | 'title' | 'columns' | 'audited'>
}

/** The filters of a query, without its order, its paging, and what names a file. */
const getListFilters = <L extends ListContract>(query: Record<string, unknown> = {}): ListFilters<L> => {
  const { page, pageSize, knownTotal, sort, direction, format, columns, ...filters } = query
  return filters as ListFilters<L>
}

/**
 * Serves a list from one declaration: its page, its count with the sums, and its export, which reads the same rows in the same order.
 * A list that works columns out on request, or reads its pages otherwise, serves its three calls by hand.
 */
export const buildListRoutes = <const L extends ListContract, DB, TB extends keyof DB, O extends ListRow<L>, F, T>(
  list: L,
  { select, selectForFile, count, sortColumns, key, file }: ListSource<L, DB, TB, O, F, T>,
): Route[] => {
  type Params = ParsedRequest<L['page']>['params']
  return [
    buildRoute(list.page, async (ctx, { query, params }) => {
      const matching = await select(ctx, getListFilters<L>(query), params as Params)
      return { rows: await fetchPage(matching, query as ListPaging, sortColumns, key) } as ResponseBody<L['page']>
    }),
    buildRoute(list.count, async (ctx, { query, params }) => {
      const { total, ...totals } = await count(ctx, getListFilters<L>(query), params as Params)
      return { total, totals } as ResponseBody<L['count']>
    }),
    buildListExportRoute(list.exportRows as L['exportRows'], {
      ...file,
      total: async (ctx, { query, params }) => (await count(ctx, getListFilters<L>(query), params as Params)).total,
      rows: async (ctx, { query, params }) => {
        const [filters, order] = [getListFilters<L>(query), buildOrderBy(query as ListSorting, sortColumns, key)]
        return selectForFile
          ? (await selectForFile(ctx, filters, params as Params)).orderBy(order)
          : (await select(ctx, filters, params as Params)).orderBy(order)
      },
    }),
  ]
}

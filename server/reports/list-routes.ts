import type { CompiledQuery, SelectQueryBuilder } from 'kysely'
import type { EndpointSpec, ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListContract, ListPaging, ListSorting } from '#contract/core/list.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { createFilterDayResolver } from '#server/core/filter-days.ts'
import { buildOrderBy, fetchPage } from '#server/core/paging.ts'
import { buildRoute, type EndpointDeps, type Route } from '#server/core/routes.ts'
import { buildListExportRoute, type ComputedColumn, type ListExport } from './export-list.ts'
import { buildExportColumns, type ColumnOverride } from './list-columns.ts'

type ListFilters<L extends ListContract> = ParsedRequest<L['count']>['query']
/** A list without sums has none to give beside its total. */
type ListTotals<L extends ListContract> =
  ResponseBody<L['count']> extends { totals: infer T } ? (T extends Record<string, never> ? unknown : T) : never
type ListSort<L extends ListContract> = L['sortable'][number]
type ListRow<L extends ListContract> = ResponseBody<L['page']> extends { rows: (infer R)[] } ? R : never

/** What a list depends on beside its filters. */
export type ListRequest<L extends ListContract> = {
  /** Of the path. */
  params: ParsedRequest<L['page']>['params']
  deps: EndpointDeps
}
type Awaitable<T> = T | Promise<T>

type ListSelect<L extends ListContract, Rows> = (
  ctx: Ctx,
  filters: ListFilters<L>,
  request: ListRequest<L>,
) => Awaitable<Rows>

/** One query serves page and file. */
type QuerySource<L extends ListContract, DB, TB extends keyof DB, O, F> = {
  /** The rows that match, with what a row shows; in no order yet. */
  select: ListSelect<L, SelectQueryBuilder<DB, TB, O>>
  /** The same rows where a file says something otherwise than the screen, as an instant, which it shows on the firm's clock. */
  selectForFile?: ListSelect<L, SelectQueryBuilder<DB, TB, F>>
  /** The column of each sort. */
  sortColumns: Record<ListSort<L>, string>
  /** The column that is unique: it ends every order, so that no row can stand on two pages. */
  key: string
  findPage?: never
  selectAll?: never
}

/** A page is read otherwise than a file: its rows are chosen in an index first, for example. */
type PageSource<L extends ListContract, O> = {
  findPage: (
    ctx: Ctx,
    filters: ListFilters<L>,
    paging: ListPaging<ListSort<L>>,
    request: ListRequest<L>,
  ) => Promise<readonly O[]>
  /** All that match, for a file, in the order asked for. */
  selectAll: (
    ctx: Ctx,
    filters: ListFilters<L>,
    sorting: ListSorting<ListSort<L>>,
    request: ListRequest<L>,
  ) => Awaitable<{ compile: () => CompiledQuery }>
  select?: never
  selectForFile?: never
}

type ListSource<L extends ListContract, DB, TB extends keyof DB, O, F, T> = (
  | QuerySource<L, DB, TB, O, F>
  | PageSource<L, O>
) & {
  /** How many match, and their sums, in one statement. */
  count: ListSelect<L, { total: number } & ListTotals<L>>
  /** Columns that are worked out for a batch of rows by their ids, where they are asked for. */
  onRequest?: Readonly<Record<string, ComputedColumn>>
  file: Pick<ListExport<L['exportRows'], string, T>, 'texts' | 'title' | 'audited' | 'remark'> & {
    columns?: { readonly [K in keyof L['columns']]?: ColumnOverride<T> }
  }
} & ([O] extends [ListRow<L>]
    ? { toRow?: never }
    : {
        /** What the query can't say of a row. */
        toRow: (row: O, ctx: Pick<Ctx, 'prefix'>) => ListRow<L>
      })

/** The filters of a query, without its order, its paging, what is worked out on request, and what names a file. */
const getListFilters = (query: Record<string, unknown> = {}): object => {
  const { page, pageSize, knownTotal, include, sort, direction, format, columns, filterText, ...filters } = query
  return filters
}

type AnyRow = Record<string, unknown>
type AnyRequest = ListRequest<ListContract>
type AnySelect<Rows> = (ctx: Ctx, filters: object, request: AnyRequest) => Awaitable<Rows>

/** A source whose types the machinery no longer needs to know. */
type AnySource = {
  select: AnySelect<SelectQueryBuilder<never, never, AnyRow>>
  selectForFile?: AnySelect<SelectQueryBuilder<never, never, AnyRow>>
  sortColumns: Record<string, string>
  key: string
  findPage?: (ctx: Ctx, filters: object, paging: ListPaging, request: AnyRequest) => Promise<readonly AnyRow[]>
  selectAll?: (
    ctx: Ctx,
    filters: object,
    sorting: ListSorting,
    request: AnyRequest,
  ) => Awaitable<{ compile: () => CompiledQuery }>
  count: AnySelect<{ total: number } & AnyRow>
  toRow?: (row: AnyRow, ctx: Ctx) => AnyRow
  onRequest?: Readonly<Record<string, ComputedColumn>>
  file: Pick<ListExport<EndpointSpec, string, unknown>, 'texts' | 'title' | 'audited' | 'remark'> & {
    columns?: Readonly<Record<string, ColumnOverride<unknown>>>
  }
}

const findPageRows = async (
  ctx: Ctx,
  { findPage, select, sortColumns, key }: AnySource,
  query: ListPaging,
  request: AnyRequest,
) => {
  const filters = getListFilters(query)
  if (findPage) return findPage(ctx, filters, query, request)
  return fetchPage(await select(ctx, filters, request), query, sortColumns, key)
}

const queryFileRows = async (ctx: Ctx, source: AnySource, query: ListSorting, request: AnyRequest) => {
  const filters = getListFilters(query)
  if (source.selectAll) return source.selectAll(ctx, filters, query, request)
  const { select, selectForFile, sortColumns, key } = source
  const order = buildOrderBy(query, sortColumns, key)
  return selectForFile
    ? (await selectForFile(ctx, filters, request)).orderBy(order)
    : (await select(ctx, filters, request)).orderBy(order)
}

/** What is worked out where it is asked for, for the rows of a page alone. */
const addRequestedColumn = async (
  ctx: Ctx,
  rows: readonly Record<string, unknown>[],
  include: string,
  compute: ComputedColumn,
) => {
  const found = await compute(
    ctx,
    rows.map(({ id }) => String(id)),
  )
  return rows.map((row) => ({ ...row, [include]: found.get(String(row.id)) }))
}

/**
 * Serves a list from one declaration: its page, its count with the sums, and its export, which has the columns of the contract. A file reads
 * the same rows in the same order as the pages, but where these are read otherwise (`findPage`).
 */
export const buildListRoutes = <const L extends ListContract, DB, TB extends keyof DB, O, F, T>(
  list: L,
  declared: ListSource<L, DB, TB, O, F, T>,
): Route[] => {
  const source = declared as unknown as AnySource
  const { count, toRow, onRequest, file } = source
  const resolveFilters = createFilterDayResolver(list.filters)
  const resolveDays = (query: object | undefined, ctx: Ctx) =>
    resolveFilters({ ...query }, ctx) as Record<string, unknown>
  const toRequest = (params: unknown, { deps }: { deps: EndpointDeps }) => ({ params, deps }) as AnyRequest
  const page = buildRoute(list.page as ListContract['page'], async (ctx, { query, params }, raw) => {
    const { include, ...paging } = resolveDays(query, ctx) as ListPaging & { include?: string }
    const found = await findPageRows(ctx, source, paging, toRequest(params, raw))
    const rows = toRow ? found.map((row) => toRow(row, ctx)) : found
    const compute = include && onRequest?.[include]
    return { rows: compute ? await addRequestedColumn(ctx, rows, include, compute) : rows }
  })
  return [
    { ...page, list },
    buildRoute(list.count as ListContract['count'], async (ctx, { query, params }, raw) => {
      const { total, ...totals } = await count(ctx, getListFilters(resolveDays(query, ctx)), toRequest(params, raw))
      return { total, totals }
    }),
    buildListExportRoute(list.exportRows as ListContract['exportRows'], {
      ...(onRequest && { onRequest }),
      ...file,
      columns: buildExportColumns(list, file.texts, file.columns),
      total: async (ctx, { query, params }, raw) =>
        (await count(ctx, getListFilters(resolveDays(query, ctx)), toRequest(params, raw))).total,
      rows: (ctx, { query, params }, raw) =>
        queryFileRows(ctx, source, resolveDays(query, ctx) as ListSorting, toRequest(params, raw)),
    }),
  ]
}

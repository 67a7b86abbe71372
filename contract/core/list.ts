import { z } from 'zod'
import type { ModuleKey, PermissionAction } from '../permissions.ts'
import { buildFilterChecks } from './build-filter-checks.ts'
import type { ColumnSpec } from './column.ts'
import type { DataSubject } from './data-subjects.ts'
import { defineEndpoint, type EndpointSpec } from './endpoint.ts'
import type { FilterCheck } from './filter-check.ts'
import { WholeNumber } from './values.ts'

export const pageSizes = [10, 25, 50, 100] as const
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

type ColumnsOf<R extends z.ZodObject> = { readonly [K in keyof z.output<R> & string]?: ColumnSpec }

type ListSpec<
  R extends z.ZodObject,
  C extends ColumnsOf<R>,
  F extends z.ZodRawShape,
  S extends string,
  T extends z.ZodObject,
  P,
> = {
  path: string
  summary: string
  module: ModuleKey
  row: R
  /** Where the words of its columns stand: a file of `locales`. */
  texts: string
  /** Its columns, in the order of a file. A screen shows those that it names, in its own order; what is no column is not exported. */
  columns: C
  filters: F
  sortable: readonly [S, ...S[]]
  /** Ascending by the first sortable column unless given. */
  defaultSort?: { sort: S; direction: 'asc' | 'desc' }
  /** Sums over all matching rows, shown under the table. They come with the count. */
  totals?: T
  /** Parameters of the path, where the list belongs to one record. */
  params?: P
  /** What its answers are about, where it isn't what answers of its module are about. */
  about?: readonly DataSubject[]
  /** Columns that are worked out for the rows of a page, where `include` names them: too dear to be there unasked, and so neither sorted by nor summed. */
  onRequest?: readonly (keyof z.output<R> & string)[]
}

const noTotals = z.object({})

/** The parameter that names a column to work out; lists without any have none. */
const buildIncludeParam = (onRequest: readonly string[]) =>
  (onRequest.length > 0 ? { include: z.enum(onRequest as [string, ...string[]]).optional() } : {}) as {
    include: z.ZodOptional<z.ZodEnum>
  }

/** How a file is asked for, beside its filters and its order. */
const exportParams = {
  format: z.enum(exportFormats),
  /** Keys of the columns to write, in order, separated by commas; if missing all exported ones, without those worked out on request. */
  columns: z.string().max(2000).optional(),
  /** The filters in the words of the screen: a file says by them what it holds. */
  filterText: z.string().trim().min(1).max(1000).optional(),
}

const pageParams = {
  page: WholeNumber(1, 10_000_000).default(1),
  pageSize: WholeNumber(1, 200).default(50),
}

const buildOrderParams = <const S extends string>(sortable: readonly [S, ...S[]], first: ListSorting<S>) => ({
  sort: z.enum(sortable).default(first.sort as never),
  direction: z.enum(['asc', 'desc']).default(first.direction),
})

/** What the endpoints of a list are told beside its filters: a filter of the same name would never arrive. */
const buildFilters = <F extends z.ZodRawShape>(path: string, filters: F) => {
  const taken = new Set([
    'sort',
    'direction',
    'include',
    'knownTotal',
    ...Object.keys({ ...pageParams, ...exportParams }),
  ])
  const clash = Object.keys(filters).find((name) => taken.has(name))
  if (clash !== undefined)
    throw new Error(`${path}: a list has a parameter ${clash} of its own, a filter needs another name`)
  return z.object(filters)
}

/** Who may call an endpoint of the list, and what its rows are about. */
const buildAccess =
  ({ module, about }: { module: ModuleKey; about?: readonly DataSubject[] }) =>
  (action: PermissionAction) => ({ module, action, ...(about && { about }) })

/**
 * Declares a list: its rows, columns, filters, sorts. Gives three endpoints of one filter:
 * `page` (rows only), `count` (exact total and sums, asked only when the filter changed), `export` (all matching rows as a file).
 */
export const defineList = <
  R extends z.ZodObject,
  const C extends ColumnsOf<R>,
  const F extends z.ZodRawShape,
  const S extends string,
  T extends z.ZodObject = typeof noTotals,
  P extends z.ZodObject | undefined = undefined,
>(
  spec: ListSpec<R, C, F, S, T, P>,
) => {
  const first = spec.defaultSort ?? { sort: spec.sortable[0], direction: 'asc' as const }
  const filters = buildFilters(spec.path, spec.filters)
  const order = buildOrderParams(spec.sortable, first)
  const paging = { ...order, ...pageParams }
  const access = buildAccess(spec)
  const read = { ...access('view'), combinable: true } as const
  const params = spec.params as P
  const onRequest: readonly string[] = spec.onRequest ?? []
  const exportColumns = Object.keys(spec.columns)
  const page = defineEndpoint({
    method: 'GET',
    path: spec.path,
    summary: spec.summary,
    ...read,
    params,
    // The total, when the caller knows it, lets a far page be read from the nearer end.
    query: z.object({
      ...spec.filters,
      ...paging,
      ...buildIncludeParam(onRequest),
      knownTotal: WholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: z.object({ rows: z.array(spec.row) }),
  })
  const count = defineEndpoint({
    method: 'GET',
    path: `${spec.path}/count`,
    summary: `${spec.summary}: how many match, and their sums`,
    ...read,
    params,
    query: filters,
    output: z.object({ total: z.number().int(), totals: (spec.totals ?? noTotals) as T }),
  })
  const exportRows = defineEndpoint({
    method: 'GET',
    path: `${spec.path}/export`,
    summary: `${spec.summary}: all matching rows as Excel or CSV`,
    ...access('export'),
    exportColumns,
    params,
    query: z.object({ ...spec.filters, ...order, ...exportParams }),
    output: z.unknown(),
  })
  return {
    ...spec,
    onRequest,
    /** Columns whose sum comes with the count. */
    summed: Object.keys(spec.totals?.shape ?? {}).filter((key) => exportColumns.includes(key)),
    filterSchema: filters,
    pageSchema: z.object(paging),
    /** The filters as plain data; the server, which parses by the schemas, never asks for it. */
    get checks() {
      return buildFilterChecks(spec.filters)
    },
    first,
    page,
    count,
    exportRows,
  }
}

export type ListContract = {
  path: string
  row: z.ZodObject
  texts: string
  columns: Readonly<Record<string, ColumnSpec>>
  summed: readonly string[]
  onRequest: readonly string[]
  filters: z.ZodRawShape
  checks: Readonly<Record<string, FilterCheck>>
  sortable: readonly string[]
  first: { sort: string; direction: 'asc' | 'desc' }
  page: EndpointSpec & { combinable: true }
  count: EndpointSpec & { combinable: true }
  exportRows: EndpointSpec
}

export type ListSorting<S extends string = string> = { sort: S; direction: 'asc' | 'desc' }
export type ListPaging<S extends string = string> = ListSorting<S> & {
  page: number
  pageSize: number
  knownTotal?: number | undefined
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { EndpointSpec, RequestInput } from '#contract/core/endpoint.ts'
import type { ListContract } from '#contract/core/list.ts'
import {
  buildPartQuery,
  buildQueryMeta,
  buildQueryOptions,
  callCombinedInSession,
  callInSession,
  queryClient,
} from '#web/core/query-client.ts'
import type { ListPrefs } from './column-prefs.ts'
import type { AnyRow, ListTotals } from './list-types.ts'
import { countPages, type ListState } from './list-url-state.ts'
import type { ChangeList } from './use-list-state.ts'
import { readStoredPrefs } from './use-prefs.ts'

export type PathParams = Readonly<Record<string, string>>
type CountResult = { total: number; totals: Record<string, string> }
type RowsPage = { rows: AnyRow[] }

/** What a list's own endpoints take. Which list isn't known here, so the compiler can't check it against that one's schema. */
export const buildListRequest = (params: PathParams | undefined, query: Record<string, unknown>) =>
  ({ ...(params && { params }), query }) as unknown as RequestInput<EndpointSpec>

/** How many rows match, and their sums: asked again only when a filter changes. Of a record's list it comes with the page of the record. */
export const buildCountQuery = (list: ListContract, params: PathParams | undefined, filters: ListState['filters']) =>
  (params ? buildPartQuery : buildQueryOptions)(list.count, buildListRequest(params, filters))

/** The total as far as a page needs it: a first one doesn't. While it is counted anew, the old one would lead to the wrong rows. */
const fetchTotalForPage = async (list: ListContract, params: PathParams | undefined, { filters }: ListState) => {
  const query = buildCountQuery(list, params, filters)
  const known = queryClient.getQueryState(query.queryKey)
  if (!known?.data) return undefined
  const isOld = known.isInvalidated || known.fetchStatus === 'fetching'
  // Without it the page is found as well, from the front.
  const counted = isOld ? await queryClient.fetchQuery(query).catch(() => undefined) : known.data
  return (counted as CountResult | undefined)?.total
}

/** The column that the list works out on request, where the person has chosen to see it. */
const findRequestedColumn = ({ onRequest }: ListContract, { shown }: ListPrefs) =>
  onRequest.find((key) => shown.includes(key))

/** One page. The total goes along where it is known, so that a far page is read from the nearer end; it is no part of the key. */
export const buildPageQuery = (
  list: ListContract,
  params: PathParams | undefined,
  state: ListState,
  prefs: ListPrefs,
) => {
  const { filters, ...paging } = state
  const include = findRequestedColumn(list, prefs)
  const requestQuery = { ...filters, ...paging, ...(include && { include }) }
  const sent = buildListRequest(params, requestQuery)
  return queryOptions({
    queryKey: [list.path, sent] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const knownTotal = state.page === 1 ? undefined : await fetchTotalForPage(list, params, state)
      return (await (params ? callCombinedInSession : callInSession)(
        list.page,
        buildListRequest(params, { ...requestQuery, knownTotal }),
        signal,
      )) as RowsPage
    },
    meta: buildQueryMeta(list.page),
  })
}

/** How many rows match now; undefined until the server has counted. */
export const useListTotal = (list: ListContract, filters: ListState['filters']): number | undefined =>
  (useQuery(buildCountQuery(list, undefined, filters)).data as CountResult | undefined)?.total

/** What stands beside that number; undefined until the server has counted. */
export const useListTotals = <L extends ListContract>(
  list: L,
  filters: ListState['filters'],
): ListTotals<L> | undefined =>
  (useQuery(buildCountQuery(list, undefined, filters)).data as { totals: ListTotals<L> } | undefined)?.totals

/** The rows that a list shows now; undefined until they have come. */
export const useListRows = (list: ListContract, state: ListState, viewId?: string): readonly AnyRow[] | undefined =>
  useQuery(buildPageQuery(list, undefined, state, readStoredPrefs(list.path, viewId))).data?.rows

/** Asks for the rows and the count of a state before anything of it is drawn. What is already there isn't asked again. */
export const prefetchList = (
  list: ListContract,
  params: PathParams | undefined,
  state: ListState,
  viewId?: string,
): void => {
  void queryClient.prefetchQuery(buildCountQuery(list, params, state.filters))
  void queryClient.prefetchQuery(buildPageQuery(list, params, state, readStoredPrefs(list.path, viewId)))
}

/** The rows and the count of what the state asks for. The rows before stay until the next have come. */
export const useListData = (
  list: ListContract,
  params: PathParams | undefined,
  state: ListState,
  change: ChangeList,
  prefs: ListPrefs,
) => {
  const client = useQueryClient()
  const count = useQuery(buildCountQuery(list, params, state.filters))
  const page = useQuery({
    ...buildPageQuery(list, params, state, prefs),
    // Of another record nothing may stand here, not even dimmed.
    placeholderData: (rows, query) =>
      JSON.stringify(query?.queryKey[1].params) === JSON.stringify(params) ? rows : undefined,
  })
  const counted = count.data as CountResult | undefined
  const pages = counted && countPages(counted.total, state.pageSize)

  const past = pages !== undefined && state.page > pages
  useEffect(() => {
    if (past) change((now) => ({ ...now, page: pages }), { replace: true })
  }, [past, pages, change])

  const loadPage = useCallback(
    (at: number) =>
      client.fetchQuery(buildPageQuery(list, params, { ...state, page: at }, prefs)).then(({ rows }) => rows),
    [client, list, params, state, prefs],
  )
  const prefetch = (at: number): void => {
    if (at >= 1 && (!pages || at <= pages))
      void client.prefetchQuery(buildPageQuery(list, params, { ...state, page: at }, prefs))
  }

  return { rows: page.data?.rows, page, count: counted, isCounting: count.isPending, pages, loadPage, prefetch }
}

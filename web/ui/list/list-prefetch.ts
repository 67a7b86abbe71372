import type { ListContract } from '#contract/core/list.ts'
import { readListState } from './list-url-state.ts'
import { readViewId, resolveEntry } from './saved-view.ts'
import { prefetchList } from './use-list-data.ts'

/** Asks for the rows and their count as the address has them, or the view that the list opens with. */
export const prefetchListAddress = (list: ListContract, searchParams: URLSearchParams): void => {
  const params = resolveEntry(list, searchParams)
  prefetchList(list, undefined, readListState(list, params), readViewId(params))
}

/** What the page of a list asks for before it is drawn: the rows and their count as its address has them, and whatever else it shows. */
export const createListPrefetch =
  (list: ListContract, prefetchMore?: (params: URLSearchParams) => void) =>
  ({ searchParams }: URL): void => {
    prefetchListAddress(list, searchParams)
    prefetchMore?.(searchParams)
  }

/** Where a row leads: to its record, below the list. */
export const createRowHref =
  (path: string) =>
  ({ id }: { id: string }): string =>
    `${path}/${id}`

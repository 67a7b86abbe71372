import type { ListContract } from '#contract/core/list.ts'
import { readListState } from './list-url-state.ts'
import { prefetchList } from './use-list-data.ts'

/** What the page of a list asks for before it is drawn: the rows and their count as its address has them, and whatever else it shows. */
export const createListPrefetch =
  (list: ListContract, prefetchMore?: (params: URLSearchParams) => void) =>
  ({ searchParams }: URL): void => {
    prefetchList(list, undefined, readListState(list, searchParams))
    prefetchMore?.(searchParams)
  }

/** Where a row leads: to its record, below the list. */
export const createRowHref =
  (path: string) =>
  ({ id }: { id: string }): string =>
    `${path}/${id}`

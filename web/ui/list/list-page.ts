import type { ListContract } from '#contract/core/list.ts'
import { readState } from './url-state.ts'
import { askAhead } from './use-list-data.ts'

/** What the page of a list asks for before it is drawn: the rows and their count as its address has them, and whatever else it shows. */
export const aheadOf =
  (list: ListContract, also?: (params: URLSearchParams) => void) =>
  ({ searchParams }: URL): void => {
    askAhead(list, undefined, readState(list, searchParams))
    also?.(searchParams)
  }

/** Where a row leads: to its record, below the list. */
export const hrefUnder =
  (path: string) =>
  ({ id }: { id: string }): string =>
    `${path}/${id}`

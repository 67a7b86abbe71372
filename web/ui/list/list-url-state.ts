import { keepKnownFilterValues } from '#contract/core/filter-check.ts'
import { type ListContract, pageSizes } from '#contract/core/list.ts'

/** What a list shows. Its only home is the URL: values of filters are kept as they are written there. */
export type ListState = {
  filters: Readonly<Record<string, string>>
  sort: string
  direction: 'asc' | 'desc'
  page: number
  pageSize: number
}

/** The parts of a list's contract that its URL is read by. */
export type ListUrlContract = Pick<ListContract, 'checks' | 'sortable' | 'first'>

export const defaultPageSize = 50

const readUrlFilters = (list: ListUrlContract, params: URLSearchParams) => {
  const filters: Record<string, string> = {}
  for (const [key, check] of Object.entries(list.checks)) {
    // What somebody typed into the address and the contract doesn't know is left out rather than sent and refused.
    const value = keepKnownFilterValues(check, params.get(key)?.trim() ?? '')
    if (value) filters[key] = value
  }
  return filters
}

/** Reads the state from an address; what is missing or makes no sense becomes the default. */
export const readListState = (list: ListUrlContract, params: URLSearchParams): ListState => {
  const sort = params.get('sort')
  const known = sort !== null && list.sortable.includes(sort)
  const direction = params.get('direction')
  const page = params.get('page') ?? ''
  const pageSize = Number(params.get('pageSize'))
  return {
    filters: readUrlFilters(list, params),
    sort: known ? sort : list.first.sort,
    direction: direction === 'asc' || direction === 'desc' ? direction : known ? 'asc' : list.first.direction,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    pageSize: pageSizes.some((size) => size === pageSize) ? pageSize : defaultPageSize,
  }
}

/** Writes the state into an address, without defaults; parameters that aren't the list's are left alone. */
export const writeListState = (list: ListUrlContract, state: ListState, params: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(params)
  const own = [...Object.keys(list.checks), 'sort', 'direction', 'page', 'pageSize']
  for (const key of own) next.delete(key)
  for (const key of Object.keys(list.checks)) {
    const value = state.filters[key]?.trim()
    if (value) next.set(key, value)
  }
  const ordered = state.sort !== list.first.sort || state.direction !== list.first.direction
  if (ordered) {
    next.set('sort', state.sort)
    next.set('direction', state.direction)
  }
  if (state.page > 1) next.set('page', String(state.page))
  if (state.pageSize !== defaultPageSize) next.set('pageSize', String(state.pageSize))
  return next
}

/** The state with some filters set, or taken away by ''. A list that matches other rows starts at its first page. */
export const setListFilters = (state: ListState, changes: Readonly<Record<string, string>>): ListState => {
  const filters = { ...state.filters }
  for (const [key, value] of Object.entries(changes)) {
    if (value.trim()) filters[key] = value
    else delete filters[key]
  }
  return { ...state, filters, page: 1 }
}

/** Sorted by a column. Without a direction: the other one of the column that sorts already, else ascending. */
export const setListSort = (state: ListState, key: string, direction?: ListState['direction']): ListState => ({
  ...state,
  sort: key,
  direction: direction ?? (state.sort === key && state.direction === 'asc' ? 'desc' : 'asc'),
  page: 1,
})

/** How many pages hold `total` rows; an empty list has one. */
export const countPages = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

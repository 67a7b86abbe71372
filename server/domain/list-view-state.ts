import {
  type FilterCheck,
  keepKnownFilterValues,
  matchesFilterCheck,
  splitFilterValues,
} from '#contract/core/filter-check.ts'
import type { ListContract } from '#contract/core/list.ts'
import type { ListViewState } from '#contract/list-views.ts'
import { buildRefusal } from '#server/core/errors.ts'

/** Columns of a list: what a row has. */
const listRowKeys = (list: ListContract): readonly string[] => Object.keys(list.row.shape)

/** What the list asks of a filter. Names come from whoever calls: what every object has is no filter. */
const getFilterCheck = ({ checks }: ListContract, name: string): FilterCheck | undefined =>
  Object.hasOwn(checks, name) ? checks[name] : undefined

/** Throws 400 for what the list's contract does not have: filters, values, sorts, columns. */
export const assertFitsList = (list: ListContract, { filters, sort, columns }: ListViewState): void => {
  const keys = listRowKeys(list)
  const wrong: Record<string, string> = {}
  for (const [key, value] of Object.entries(filters)) {
    const check = getFilterCheck(list, key)
    if (!check) wrong[`state.filters.${key}`] = 'unknown'
    else if (!matchesFilterCheck(check, value)) wrong[`state.filters.${key}`] = 'invalid_value'
  }
  if (!list.sortable.includes(sort)) wrong['state.sort'] = 'invalid_value'
  for (const part of ['order', 'hidden', 'shown'] as const)
    if (columns[part].some((key) => !keys.includes(key))) wrong[`state.columns.${part}`] = 'invalid_value'
  if (Object.keys(wrong).length > 0) throw buildRefusal('request.invalid', { fields: wrong })
}

/** The state as far as the list still has it, and the names of what it no longer has. */
export const filterKnownListState = (
  list: ListContract,
  state: ListViewState,
): { state: ListViewState; dropped: string[] } => {
  const { first } = list
  const keys = listRowKeys(list)
  const dropped: string[] = []
  const filters: Record<string, string> = {}
  for (const [key, value] of Object.entries(state.filters)) {
    const check = getFilterCheck(list, key)
    const known = check ? keepKnownFilterValues(check, value) : ''
    if (known) filters[key] = known
    if (splitFilterValues(known).length < splitFilterValues(value).length) dropped.push(key)
  }
  const isSortKnown = list.sortable.includes(state.sort)
  if (!isSortKnown) dropped.push(state.sort)
  const keepKeys = (some: readonly string[]): string[] => {
    dropped.push(...some.filter((key) => !keys.includes(key)))
    return some.filter((key) => keys.includes(key))
  }
  const { order, hidden, shown, dense } = state.columns
  const columns = { order: keepKeys(order), hidden: keepKeys(hidden), shown: keepKeys(shown), dense }
  return {
    state: { filters, ...(isSortKnown ? { sort: state.sort, direction: state.direction } : first), columns },
    dropped: [...new Set(dropped)],
  }
}

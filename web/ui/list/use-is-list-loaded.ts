import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ListContract } from '#contract/core/list.ts'
import { readListState } from './list-url-state.ts'
import { readViewId, resolveEntry } from './saved-view.ts'
import { buildCountQuery, buildPageQuery, type PathParams } from './use-list-data.ts'
import { readStoredPrefs } from './use-prefs.ts'

/** True once the list, as its address has it, has its first rows and their sums, or a refusal: a record that holds a list is drawn with them. */
export const useIsListLoaded = (list: ListContract, params: PathParams): boolean => {
  const [address] = useSearchParams()
  const entry = resolveEntry(list, address)
  const state = readListState(list, entry)
  const rows = useQuery(buildPageQuery(list, params, state, readStoredPrefs(list.path, readViewId(entry))))
  const count = useQuery(buildCountQuery(list, params, state.filters))
  return !rows.isPending && !count.isPending
}

import { parseId } from '#contract/core/filter-check.ts'
import type { ListViewState } from '#contract/list-views.ts'
import { useSession } from '#web/core/session.ts'
import { type ListUrlContract, readListState, writeListState } from './list-url-state.ts'
import { storePrefs } from './use-prefs.ts'

/** The parameter of an address that names the view it came from. Not `view`: lists have filters of that name. */
export const viewParam = 'saved'

/** How a change of the list in sight marks its entry of the history: an address without filters then says just that. */
export const listChangedState = { isListChanged: true }
export const isListChanged = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isListChanged' in state

type ViewedList = ListUrlContract & { path: string }
type KeptView = { id: string; state: ListViewState }

export const readViewId = (params: URLSearchParams): string | undefined => parseId(params.get(viewParam))

/** True if the address says nothing of what the list shows, but perhaps by which view. */
export const isBareAddress = (list: ListUrlContract, params: URLSearchParams): boolean =>
  ![...Object.keys(list.checks), 'sort', 'direction', 'page', 'pageSize'].some((key) => params.has(key))

/** The view that the list opens with. */
export const findDefaultView = (path: string): KeptView | undefined =>
  useSession.getState().session?.defaultViews.find(({ list }) => list === path)

/** The address of the list as the view shows it. */
export const writeView = (list: ListUrlContract, { id, state }: KeptView, params: URLSearchParams): URLSearchParams => {
  const { filters, sort, direction } = state
  const next = writeListState(list, { ...readListState(list, params), filters, sort, direction, page: 1 }, params)
  next.set(viewParam, id)
  return next
}

/** What the address of a list that is opened stands for: without anything of its own, for the view that the list opens with. */
export const resolveEntry = (list: ViewedList, params: URLSearchParams): URLSearchParams => {
  const view = isBareAddress(list, params) ? findDefaultView(list.path) : undefined
  const id = readViewId(params)
  if (!view || (id !== undefined && id !== view.id)) return params
  // Opened anew it is as it was saved, whatever was tried with its columns before.
  storePrefs(list.path, view.id, view.state.columns)
  return writeView(list, view, params)
}

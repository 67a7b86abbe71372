import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useAddressChange } from '#web/core/use-address.ts'
import { type ListState, type ListUrlContract, readListState, writeListState } from './list-url-state.ts'
import {
  findDefaultView,
  isBareAddress,
  isListChanged,
  listChangedState,
  readViewId,
  resolveEntry,
} from './saved-view.ts'

export type ChangeList = (change: (state: ListState) => ListState, how?: { replace: boolean }) => void
type ViewedList = ListUrlContract & { path: string }

/** The address of the list in sight: as it was opened, by the view that it opens with where it says nothing itself. */
const useListAddress = (list: ViewedList) => {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const [opened] = useState(() => ({ params, entry: isListChanged(state) ? params : resolveEntry(list, params) }))
  const isEntry = params === opened.params && !isListChanged(state)
  const shown = isEntry ? opened.entry : params
  useLayoutEffect(() => {
    if (shown !== params) setParams(shown, { replace: true, preventScrollReset: true, state: listChangedState })
  }, [shown, params, setParams])
  return shown
}

/** The view that an address names and that isn't known yet: the list waits for it. */
export const useUnknownView = (list: ViewedList): string | undefined => {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const id = readViewId(params)
  const isKnown = isListChanged(state) || !isBareAddress(list, params) || findDefaultView(list.path)?.id === id
  return isKnown ? undefined : id
}

/**
 * The state of a list as the address has it, the way to change it, and the view that it came from. A change is a new entry of the history unless
 * it is to be replaced. `ahead` hears of a change before anything of it is drawn. Filters stay the same object until one of them changes.
 */
export const useListState = (
  list: ViewedList,
  prefetch?: (next: ListState) => void,
): [ListState, ChangeList, string | undefined] => {
  const params = useListAddress(list)
  const read = useMemo(() => readListState(list, params), [list, params])
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what they say, not by which object says it
  const filters = useMemo(() => read.filters, [JSON.stringify(read.filters)])
  const state = useMemo(() => ({ ...read, filters }), [read, filters])
  const newestAhead = useRef(prefetch)
  useEffect(() => {
    newestAhead.current = prefetch
  })
  const changeAddress = useAddressChange()
  const change = useMemo<ChangeList>(
    () =>
      (changed, { replace } = { replace: false }) =>
        changeAddress(
          (now) => {
            const then = changed(readListState(list, now))
            const next = writeListState(list, then, now)
            if (next.toString() !== now.toString()) newestAhead.current?.(then)
            return next
          },
          { replace, state: listChangedState },
        ),
    [list, changeAddress],
  )
  return [state, change, readViewId(params)]
}

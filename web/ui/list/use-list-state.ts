import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type ListState, type ListUrlContract, readListState, writeListState } from './list-url-state.ts'

export type ChangeList = (change: (state: ListState) => ListState, how?: { replace: boolean }) => void

/**
 * The state of a list as the address has it, and the way to change it: a new entry of the history unless it is to be replaced.
 * `ahead` hears of a change before anything of it is drawn. Filters stay the same object until one of them changes.
 */
export const useListState = (list: ListUrlContract, prefetch?: (next: ListState) => void): [ListState, ChangeList] => {
  const [params, setParams] = useSearchParams()
  const read = useMemo(() => readListState(list, params), [list, params])
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what they say, not by which object says it
  const filters = useMemo(() => read.filters, [JSON.stringify(read.filters)])
  const state = useMemo(() => ({ ...read, filters }), [read, filters])
  const newest = useRef({ navigate: setParams, ahead: prefetch })
  useEffect(() => {
    newest.current = { navigate: setParams, ahead: prefetch }
  })
  // Several changes may come before the first of them is drawn: each starts from what the one before has asked for.
  const pendingParams = useRef<URLSearchParams>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgets what was asked for as soon as it is there
  useEffect(() => {
    pendingParams.current = undefined
  }, [params])
  const change = useMemo<ChangeList>(
    () =>
      (changed, { replace } = { replace: false }) => {
        const now = pendingParams.current ?? new URLSearchParams(location.search)
        const then = changed(readListState(list, now))
        const next = writeListState(list, then, now)
        if (next.toString() === now.toString()) return
        pendingParams.current = next
        newest.current.ahead?.(then)
        newest.current.navigate(next, { replace, preventScrollReset: true })
      },
    [list],
  )
  return [state, change]
}

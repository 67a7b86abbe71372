import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type ListState, readState, type UrlContract, writeState } from './url-state.ts'

export type ChangeList = (change: (state: ListState) => ListState, how?: { replace: boolean }) => void

/**
 * The state of a list as the address has it, and the way to change it: a new entry of the history unless it is to be replaced.
 * `ahead` hears of a change before anything of it is drawn. Filters stay the same object until one of them changes.
 */
export const useListState = (list: UrlContract, ahead?: (next: ListState) => void): [ListState, ChangeList] => {
  const [params, setParams] = useSearchParams()
  const read = useMemo(() => readState(list, params), [list, params])
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what they say, not by which object says it
  const filters = useMemo(() => read.filters, [JSON.stringify(read.filters)])
  const state = useMemo(() => ({ ...read, filters }), [read, filters])
  const newest = useRef({ navigate: setParams, ahead })
  useEffect(() => {
    newest.current = { navigate: setParams, ahead }
  })
  // Several changes may come before the first of them is drawn: each starts from what the one before has asked for.
  const asked = useRef<URLSearchParams>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgets what was asked for as soon as it is there
  useEffect(() => {
    asked.current = undefined
  }, [params])
  const change = useMemo<ChangeList>(
    () =>
      (changed, { replace } = { replace: false }) => {
        const now = asked.current ?? new URLSearchParams(location.search)
        const then = changed(readState(list, now))
        const next = writeState(list, then, now)
        if (next.toString() === now.toString()) return
        asked.current = next
        newest.current.ahead?.(then)
        newest.current.navigate(next, { replace, preventScrollReset: true })
      },
    [list],
  )
  return [state, change]
}

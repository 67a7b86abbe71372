import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type ListState, readState, type UrlContract, writeState } from './url-state.ts'

export type ChangeList = (change: (state: ListState) => ListState, how?: { replace: boolean }) => void

/** The state of a list as the address has it, and the way to change it: a new entry of the history unless it is to be replaced. */
export const useListState = (list: UrlContract): [ListState, ChangeList] => {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readState(list, params), [list, params])
  const navigate = useRef(setParams)
  useEffect(() => {
    navigate.current = setParams
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
        const next = writeState(list, changed(readState(list, now)), now)
        if (next.toString() === now.toString()) return
        asked.current = next
        navigate.current(next, { replace, preventScrollReset: true })
      },
    [list],
  )
  return [state, change]
}

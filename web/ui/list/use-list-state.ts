import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type ListState, readState, type UrlContract, writeState } from './url-state.ts'

export type ChangeList = (change: (state: ListState) => ListState, how?: { replace: boolean }) => void

/** The state of a list as the address has it, and the way to change it: a new entry of the history unless it is to be replaced. */
export const useListState = (list: UrlContract): [ListState, ChangeList] => {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readState(list, params), [list, params])
  // A change that comes from a timer starts from the newest address, not from the one when the timer was set.
  const newest = useRef({ params, setParams })
  useEffect(() => {
    newest.current = { params, setParams }
  })
  const change = useMemo<ChangeList>(
    () =>
      (changed, { replace } = { replace: false }) => {
        const { params, setParams } = newest.current
        const next = writeState(list, changed(readState(list, params)), params)
        if (next.toString() !== params.toString()) setParams(next, { replace, preventScrollReset: true })
      },
    [list],
  )
  return [state, change]
}

import { type ReactNode, useCallback, useEffect, useState } from 'react'

/** Some rows by their ids, or all that match the filters, however many they are. */
export type SelectedRows = { ids: readonly string[]; matching: boolean }

const emptySelection: ReadonlySet<string> = new Set()

/** Which rows are chosen. Other filters mean other rows: then nothing is. */
export const useSelection = (filters: object) => {
  const [ids, setIds] = useState(emptySelection)
  const [matching, setMatching] = useState(false)
  const set = useCallback((change: (now: ReadonlySet<string>) => ReadonlySet<string>): void => {
    setMatching(false)
    setIds(change)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever they are others
  useEffect(() => set(() => emptySelection), [filters, set])
  const put = useCallback(
    (some: readonly string[], on: boolean): void =>
      set((now) => {
        const next = new Set(now)
        for (const id of some) on ? next.add(id) : next.delete(id)
        return next
      }),
    [set],
  )
  return { ids, matching, put, takeMatching: () => setMatching(true), clear: () => set(() => emptySelection) }
}
export type Selection = ReturnType<typeof useSelection>

/** What can be done with rows that are chosen, and how they are chosen no more. */
export type SelectionActions = (
  selected: SelectedRows,
  count: number,
  selection: Pick<Selection, 'put' | 'clear'>,
) => ReactNode

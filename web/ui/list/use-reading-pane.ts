import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { ListContract } from '#contract/core/list.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useListRows } from './use-list-data.ts'
import { useListState } from './use-list-state.ts'

/** Narrower windows have no room for a list and a record: a row leads to its page. */
const paneQuery = '(min-width: 1100px)'

const selectedParam = 'selected'

/** Of the rows as they stood when one of them was done with: the one to go on with, the next before the previous. */
export const findFollowingId = (ids: readonly string[], id: string): string | undefined => {
  const at = ids.indexOf(id)
  return at < 0 ? ids[0] : (ids[at + 1] ?? ids[at - 1])
}

/**
 * A list with the record of one row beside it, which the address names; without a name there, it is the first. Null where the window
 * is too narrow for both.
 */
export const useReadingPane = (list: ListContract) => {
  const isWide = useMediaQuery(paneQuery, undefined, { getInitialValueInEffect: false })
  const { pathname, search } = useLocation()
  const [params, change] = useAddress()
  const [state, , viewId] = useListState(list)
  const rows = useListRows(list, state, viewId)
  const ids = rows?.map(({ id }) => String(id))
  const currentId = params.get(selectedParam) ?? undefined
  const firstId = ids?.[0]

  const select = (id: string | undefined): void =>
    change(
      (next) => {
        if (id) next.set(selectedParam, id)
        else next.delete(selectedParam)
      },
      { replace: true, state: { keepsListScroll: true } },
    )
  const newestSelect = useRef(select)
  useEffect(() => {
    newestSelect.current = select
  })
  // Other rows: a record that is none of them has no place beside them. What a link names stays, in the list or not.
  const stateKey = JSON.stringify(state)
  const selectedIn = useRef(stateKey)
  const isElsewhere = currentId !== undefined && ids !== undefined && !ids.includes(currentId)
  useEffect(() => {
    if (!isWide || !ids) return
    const isOutdated = isElsewhere && selectedIn.current !== stateKey
    selectedIn.current = stateKey
    if ((currentId === undefined && firstId) || isOutdated) newestSelect.current(firstId)
  }, [isWide, ids, currentId, firstId, isElsewhere, stateKey])

  const takesFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once its row is the current one
  useEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    document.querySelector<HTMLElement>('[data-row][aria-current="true"]')?.focus()
  }, [currentId])

  if (!isWide) return null
  return {
    currentId,
    followingId: currentId && ids && findFollowingId(ids, currentId),
    /** Nothing is there to be read. */
    isEmpty: currentId === undefined && ids?.length === 0,
    select,
    /** Goes on with the next row, which gets the focus. */
    selectFollowing: (): void => {
      takesFocus.current = true
      select(currentId && ids && findFollowingId(ids, currentId))
    },
    onRowFocus: (id: string): void => {
      if (id !== currentId) select(id)
    },
    /** The address of the list with this row's record beside it. */
    buildHref: ({ id }: { id: string }): string => {
      const next = new URLSearchParams(search)
      next.set(selectedParam, id)
      return `${pathname}?${next}`
    },
  }
}
export type ReadingPane = NonNullable<ReturnType<typeof useReadingPane>>

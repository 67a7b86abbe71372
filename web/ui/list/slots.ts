import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { AnyRow } from './list-types.ts'

type Slots = ReadonlyMap<string, number>

/**
 * A key for each row: one that was there keeps its key, a new one takes that of one that is gone while `reuse`. Another page then
 * changes the texts of the rows that stand there, which takes half the time of taking them away and making others.
 */
export const slotsFor = (ids: readonly string[], before: Slots, reuse: boolean): Slots => {
  const wanted = new Set(ids)
  const gone = [...before].filter(([id]) => !wanted.has(id)).map(([, slot]) => slot)
  let next = Math.max(-1, ...before.values()) + 1
  return new Map(ids.map((id) => [id, before.get(id) ?? (reuse ? gone.shift() : undefined) ?? next++]))
}

/** The keys of the rows in `body`, in order. While one of them holds the focus none becomes another: Enter must not open a stranger. */
export const useSlots = (body: RefObject<HTMLElement | null>, rows: readonly AnyRow[] | undefined): number[] => {
  const before = useRef<Slots>(new Map())
  const slots = useMemo(() => {
    const ids = (rows ?? []).map(({ id }) => String(id))
    return slotsFor(ids, before.current, !body.current?.contains(document.activeElement))
  }, [body, rows])
  useEffect(() => {
    before.current = slots
  })
  return [...slots.values()]
}

import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

// By entry of the history: going back finds the place that was left; a new filter begins at the top.
const savedScrollPositions = new Map<string, { top: number; href: string | null }>()

/** Brings a list back to where it was scrolled to, with the focus on the row that was opened. */
export const useListScrollMemory = (frame: RefObject<HTMLElement | null>, ready: boolean): void => {
  const { key, state } = useLocation()
  // The same rows under another address: the record beside them is another.
  const keepsListScroll = (state as { keepsListScroll?: boolean } | null)?.keepsListScroll === true
  const came = useRef('')
  // Where it stands: asking the page would make it lay out everything at once.
  const stands = useRef<{ scroller: Element | null; top: number }>({ scroller: null, top: 0 })
  useEffect(() => {
    const list = frame.current
    if (!list || !ready) return
    const scroller = (): Element | null => list.querySelector('[data-fill]')
    if (came.current !== key) {
      const isFirst = came.current === ''
      came.current = key
      if (keepsListScroll && !isFirst && !savedScrollPositions.has(key))
        savedScrollPositions.set(key, { top: stands.current.top, href: null })
      const place = savedScrollPositions.get(key)
      const now = scroller()
      if (stands.current.scroller !== now) stands.current = { scroller: now, top: 0 }
      const top = place?.top ?? 0
      if (top !== stands.current.top) now?.scrollTo({ top, behavior: 'instant' })
      const row = place?.href && list.querySelector<HTMLElement>(`[data-row][href="${CSS.escape(place.href)}"]`)
      if (row) row.focus({ preventScroll: true })
    }
    const remember = ({ target }: Event): void => {
      const row = (target as Element).closest('tr, li')?.querySelector('[data-row]')
      const href = row?.getAttribute('href') ?? savedScrollPositions.get(key)?.href ?? null
      stands.current = { scroller: scroller(), top: scroller()?.scrollTop ?? 0 }
      savedScrollPositions.set(key, { top: stands.current.top, href })
    }
    list.addEventListener('scroll', remember, { capture: true, passive: true })
    list.addEventListener('focusin', remember)
    list.addEventListener('click', remember, { capture: true })
    return () => {
      list.removeEventListener('scroll', remember, { capture: true })
      list.removeEventListener('focusin', remember)
      list.removeEventListener('click', remember, { capture: true })
    }
  }, [frame, key, keepsListScroll, ready])
}

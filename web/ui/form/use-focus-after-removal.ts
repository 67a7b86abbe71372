import { type RefObject, useEffect, useRef } from 'react'

/** Where the focus goes when one of a list is taken away, and its button with it: to what adds another. */
export const useFocusAfterRemoval = <Element extends HTMLElement = HTMLButtonElement>(
  count: number,
): RefObject<Element | null> => {
  const add = useRef<Element>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) add.current?.focus()
    before.current = count
  }, [count])
  return add
}

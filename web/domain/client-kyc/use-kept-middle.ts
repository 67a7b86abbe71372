import { useLayoutEffect, useRef } from 'react'

/** What is in the middle of a frame stays there when what is in it grows, or turns by a quarter. `keepMiddle` is called before it does. */
export const useKeptMiddle = (zoom: number, turn: number) => {
  const frame = useRef<HTMLElement>(null)
  const middle = useRef({ x: 0.5, y: 0.5 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each other size and turn.
  useLayoutEffect(() => {
    if (!frame.current) return
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = frame.current
    frame.current.scrollLeft = middle.current.x * scrollWidth - clientWidth / 2
    frame.current.scrollTop = middle.current.y * scrollHeight - clientHeight / 2
  }, [zoom, turn])
  const keepMiddle = (turns: boolean): void => {
    if (!frame.current) return
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = frame.current
    const x = (scrollLeft + clientWidth / 2) / scrollWidth
    const y = (scrollTop + clientHeight / 2) / scrollHeight
    middle.current = turns ? { x: 1 - y, y: x } : { x, y }
  }
  return { frame, keepMiddle }
}

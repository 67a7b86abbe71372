import { useEffect, useRef } from 'react'
import { captureTypedAhead, type TypedAheadText, takeTypedAhead } from '#web/core/typed-ahead.ts'

const nothingTyped: TypedAheadText = { text: '', isEnterPressed: false }

/** For a search field that comes when a list opens: what is typed before it has the focus belongs to it. */
export const useTypedAhead = (onTyped: (before: TypedAheadText) => void) => {
  const isCapturing = useRef(false)
  const end = (): TypedAheadText => {
    if (!isCapturing.current) return nothingTyped
    isCapturing.current = false
    return takeTypedAhead()
  }
  const latestEnd = useRef(end)
  latestEnd.current = end
  // Whoever leaves the page meanwhile types elsewhere.
  useEffect(() => () => void latestEnd.current(), [])
  return {
    begin: (onEscape: () => void): void => {
      isCapturing.current = true
      captureTypedAhead(onEscape)
    },
    end,
    onFocus: (): void => {
      const before = end()
      if (before.text !== '') onTyped(before)
    },
  }
}

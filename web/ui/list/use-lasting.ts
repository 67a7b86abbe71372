import { useEffect, useState } from 'react'

const pause = 120

/** Whether it has been so for a moment: rows that the next ones replace at once aren't dimmed for a blink, which draws all of them once more. */
export const useLasting = (so: boolean): boolean => {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!so) return
    const timer = setTimeout(() => setLasting(true), pause)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [so])
  return so && lasting
}

import { useEffect, useState } from 'react'

const delayMs = 120

/** Whether it has been so for a moment: rows that the next ones replace at once aren't dimmed for a blink, which draws all of them once more. */
export const useDelayedFlag = (isActive: boolean): boolean => {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const timer = setTimeout(() => setLasting(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [isActive])
  return isActive && lasting
}

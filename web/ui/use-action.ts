import { useRef, useState } from 'react'

export type ActionState = {
  busy: boolean
  /** What refused the last one; null once the next begins. */
  failure: unknown
  setFailure: (failure: unknown) => void
  /** Does it, one at a time. True where it was done. */
  run: (work: () => Promise<unknown>) => Promise<boolean>
}

/** What a button does at once: busy while it runs, and what refused it. */
export const useAction = (): ActionState => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const running = useRef(false)
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(error)
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, failure, setFailure, run }
}

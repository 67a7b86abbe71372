import { useEffect, useState } from 'react'
import { CallError } from '#web/core/call.ts'

/** One try at a time, and what went wrong with the last; `wait` counts down the seconds that the server asked for. */
export const useSignInAttempt = () => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [wait, setWait] = useState(0)
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  /** False when it failed, or another try is under way. A page that was done with is left: it stays busy until then. */
  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false
    setFailure(null)
    setBusy(true)
    try {
      await act()
      return true
    } catch (error) {
      setFailure(error)
      setWait(error instanceof CallError && error.status === 429 ? (error.retryAfter ?? 0) : 0)
      setBusy(false)
      return false
    }
  }
  /** What was sent last is past: what is wrong now was never sent. */
  const clear = (): void => setFailure(null)
  /** Ready for another, after one that was done. */
  const again = (): void => setBusy(false)
  return { busy, failure, wait, attempt, again, clear }
}

/** True if nobody was there to answer. An answer of any status is a refusal: the specification has one text for all of them. */
export const isServerUnreachable = (error: unknown): boolean => error instanceof CallError && error.status === 0

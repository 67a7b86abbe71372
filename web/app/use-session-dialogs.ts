import { useEffect, useState } from 'react'
import { createRetryableImport } from '#web/core/retry-import.ts'

const loadIdleWarning = createRetryableImport(() => import('./idle-warning.tsx'))
const loadUnsavedQuestion = createRetryableImport(() => import('#web/ui/unsaved-question.tsx'))

type SessionDialogs = Awaited<ReturnType<typeof loadDialogs>>
const loadDialogs = async () => {
  const [{ IdleWarning }, { UnsavedQuestion }] = await Promise.all([loadIdleWarning(), loadUnsavedQuestion()])
  return { IdleWarning, UnsavedQuestion }
}

const firstLoadMs = 3000
const retryMs = 15_000
const neededRetryMs = 1000

/**
 * The dialogs that watch over a session: null until they are there. They come once the page has had its time, so that they are there when the
 * network is not, or at once when they are needed.
 */
export const useSessionDialogs = (isNeeded: boolean): SessionDialogs | null => {
  const [dialogs, setDialogs] = useState<SessionDialogs | null>(null)
  useEffect(() => {
    if (dialogs) return
    let timer: ReturnType<typeof setTimeout>
    const load = (): void => {
      loadDialogs().then(setDialogs, () => {
        timer = setTimeout(load, isNeeded ? neededRetryMs : retryMs)
      })
    }
    timer = setTimeout(load, isNeeded ? 0 : firstLoadMs)
    return () => clearTimeout(timer)
  }, [dialogs, isNeeded])
  return dialogs
}

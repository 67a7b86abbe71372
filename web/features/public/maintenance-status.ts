import { useEffect, useState } from 'react'
import type { getMaintenanceStatus } from '#contract/auth.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/core/call.ts'
import { readStored } from '#web/core/local-storage.ts'
import { useSession } from '#web/core/session.ts'
import { decodeTokenPayload } from '#web/core/token.ts'

// Its path only: the contract's own object would bring zod along. A test compares them.
export const statusEndpoint = { method: 'GET', path: '/status' } as typeof getMaintenanceStatus

type AnnouncedMaintenance = ResponseBody<typeof getMaintenanceStatus>['maintenance'][number]

/** What is announced; undefined until the server has answered, and while it doesn't. */
type MaintenanceStatus = {
  announced: readonly AnnouncedMaintenance[] | undefined
  isUnreachable: boolean
  refreshStatus: () => Promise<void>
}

/** Asks what is under maintenance, again each `every` milliseconds, and when the page comes back into sight. */
export const useMaintenanceStatus = (intervalMs: number): MaintenanceStatus => {
  const [announced, setAnnounced] = useState<readonly AnnouncedMaintenance[]>()
  const [isUnreachable, setAway] = useState(false)
  const [refreshStatus] = useState(() => async (): Promise<void> => {
    try {
      setAnnounced((await callEndpoint(statusEndpoint, {})).maintenance)
      setAway(false)
    } catch {
      // The next try may find it again; until then what is known stays.
      setAway(true)
    }
  })
  useEffect(() => {
    const inSight = (): void => {
      if (document.visibilityState === 'visible') void refreshStatus()
    }
    void refreshStatus()
    const timer = setInterval(refreshStatus, intervalMs)
    document.addEventListener('visibilitychange', inSight)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', inSight)
    }
  }, [refreshStatus, intervalMs])
  return { announced, isUnreachable, refreshStatus }
}

/** The announcement that concerns whoever reads: that of their own firm, for a stranger any. */
export const findRelevantMaintenance = (
  announced: readonly AnnouncedMaintenance[],
): AnnouncedMaintenance | undefined => {
  const prefix = decodeTokenPayload(readStored('token') ?? '')?.prefix
  return prefix === undefined ? announced[0] : announced.find((one) => one.prefix === prefix)
}

const localeTags = { spanish: 'es-ES', english: 'en-GB', portuguese: 'pt-PT', mexican: 'es-MX' } as const

/** Day and time, in the reader's language and own zone. */
export const useFormatInstant = (): ((instant: string) => string) => {
  const language = useSession((state) => state.currentLanguage)
  return (instant) =>
    new Intl.DateTimeFormat(localeTags[language], { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant))
}

import { useEffect, useState } from 'react'
import type { getStatus } from '#contract/auth.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { readStored } from '#web/core/stored.ts'
import { payloadOf } from '#web/core/token.ts'

// Its path only: the contract's own object would bring zod along. A test compares them.
export const statusCall = { method: 'GET', path: '/status' } as typeof getStatus

type Announced = Answer<typeof getStatus>['maintenance'][number]

/** What is announced; undefined until the server has answered, and while it doesn't. */
type Status = { announced: readonly Announced[] | undefined; away: boolean; ask: () => Promise<void> }

/** Asks what is under maintenance, again each `every` milliseconds, and when the page comes back into sight. */
export const useStatus = (every: number): Status => {
  const [announced, setAnnounced] = useState<readonly Announced[]>()
  const [away, setAway] = useState(false)
  const [ask] = useState(() => async (): Promise<void> => {
    try {
      setAnnounced((await call(statusCall, {})).maintenance)
      setAway(false)
    } catch {
      // The next try may find it again; until then what is known stays.
      setAway(true)
    }
  })
  useEffect(() => {
    const inSight = (): void => {
      if (document.visibilityState === 'visible') void ask()
    }
    void ask()
    const timer = setInterval(ask, every)
    document.addEventListener('visibilitychange', inSight)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', inSight)
    }
  }, [ask, every])
  return { announced, away, ask }
}

/** The announcement that concerns whoever reads: that of their own firm, for a stranger any. */
export const concerning = (announced: readonly Announced[]): Announced | undefined => {
  const prefix = payloadOf(readStored('token') ?? '')?.prefix
  return prefix === undefined ? announced[0] : announced.find((one) => one.prefix === prefix)
}

const locales = { spanish: 'es-ES', english: 'en-GB', portuguese: 'pt-PT', mexican: 'es-MX' } as const

/** Day and time, in the reader's language and own zone. */
export const useInstant = (): ((instant: string) => string) => {
  const language = useSession((state) => state.currentLanguage)
  return (instant) =>
    new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant))
}

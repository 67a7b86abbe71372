import type * as auth from '#contract/auth.ts'
import { callEndpoint } from './call.ts'
import { readStored, writeStored } from './local-storage.ts'
import { logDebug } from './note.ts'
import { useSession } from './session.ts'

/** Path and method only, as in session.ts. */
export const heartbeatEndpoint = { method: 'POST', path: '/session/heartbeat' } as typeof auth.sendHeartbeat

/** Told more often, the server would learn nothing that it counts with. */
const heartbeatIntervalMs = 60_000

let hasLastHeartbeatFailed = false

/** Tells the server when somebody last moved (milliseconds since 1970), at most once a minute for all tabs together, and only news. */
export const sendHeartbeat = (last: number): void => {
  const now = Date.now()
  const lastSentAt = readStored('heartbeat') ?? 0
  if (!useSession.getState().userLoggedIn) return
  // Told in the future: the clock was set back since.
  const due =
    lastSentAt > now || (now - lastSentAt >= heartbeatIntervalMs && (last > lastSentAt || hasLastHeartbeatFailed))
  if (!due) return
  writeStored('heartbeat', now)
  hasLastHeartbeatFailed = false
  callEndpoint(heartbeatEndpoint, { body: { idleFor: Math.max(0, now - last) } }).catch((error: unknown) => {
    hasLastHeartbeatFailed = true
    logDebug('heartbeat', error)
  })
}

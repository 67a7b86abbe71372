import type { heartbeat as heartbeatCall } from '#contract/auth.ts'
import { call } from './call.ts'
import { note } from './note.ts'
import { useSession } from './session.ts'
import { readStored, writeStored } from './stored.ts'

/** Path and method only, as in session.ts. */
export const heartbeat = { method: 'POST', path: '/session/heartbeat' } as typeof heartbeatCall

/** Told more often, the server would learn nothing that it counts with. */
const apart = 60_000

let failed = false

/** Tells the server when somebody last moved (milliseconds since 1970), at most once a minute for all tabs together, and only news. */
export const tellActivity = (last: number): void => {
  const now = Date.now()
  const told = readStored('heartbeat') ?? 0
  if (!useSession.getState().userLoggedIn) return
  // Told in the future: the clock was set back since.
  const due = told > now || (now - told >= apart && (last > told || failed))
  if (!due) return
  writeStored('heartbeat', now)
  failed = false
  call(heartbeat, { body: { idleFor: Math.max(0, now - last) } }).catch((error: unknown) => {
    failed = true
    note('heartbeat', error)
  })
}

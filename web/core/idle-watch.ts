import { sendHeartbeat } from './heartbeat.ts'
import { readStored, writeStored } from './local-storage.ts'
import { idleLimitMs } from './session.ts'

/** The warning before the end, milliseconds: the contract's, without all that stands beside it. */
export const idleWarningMs = 120_000

/** How often the clock is looked at: a machine that slept has moved it without any timer running. */
const checkIntervalMs = 5000
/** How often the other tabs are told of movement. */
const activityShareIntervalMs = 1000

const activityEvents = ['mousemove', 'keydown', 'click', 'scroll', 'touchstart', 'touchmove'] as const
const recheckEvents = ['visibilitychange', 'focus', 'pageshow', 'storage'] as const

type IdleCallbacks = {
  /** The session ends then (milliseconds since 1970) unless somebody moves; null: nothing to warn of. */
  onWarn: (endsAt: number | null) => void
  /** Nobody has moved for half an hour. */
  onIdle: () => void
}

/** Browsers tell of a mouse that rests while the page moves under it. */
const createMouseMoveDetector = () => {
  let x = Number.NaN
  let y = Number.NaN
  return ({ screenX, screenY }: MouseEvent): boolean => {
    const moved = screenX !== x || screenY !== y
    x = screenX
    y = screenY
    return moved
  }
}

/** The last movement in any tab of the session; a clock set back counts from now. */
const createActivityTracker = () => {
  let last = Date.now()
  let shared = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  const report = (): void => {
    waiting = undefined
    shared = Date.now()
    writeStored('activity', last)
  }
  return {
    at: (): number => {
      const now = Date.now()
      const lastSharedActivity = readStored('activity') ?? 0
      // Told before the clock was set back: nobody has moved in the future.
      if (lastSharedActivity > now) writeStored('activity', now)
      last = Math.min(now, Math.max(last, lastSharedActivity))
      return last
    },
    now: (): void => {
      last = Date.now()
      if (Math.abs(last - shared) >= activityShareIntervalMs) report()
      else waiting ??= setTimeout(report, activityShareIntervalMs)
    },
    stop: (): void => clearTimeout(waiting),
  }
}

/**
 * Watches for half an hour without movement in any tab. By the clock on the wall, so that sleep counts; what the server sends
 * and what we ask it for doesn't. `stay` counts as movement, `stop` ends the watch.
 */
export const startIdleWatch = ({
  onWarn: warn,
  onIdle: over,
}: IdleCallbacks): { stay: () => void; stop: () => void } => {
  const movement = createActivityTracker()
  const moved = createMouseMoveDetector()
  let timer: ReturnType<typeof setTimeout> | undefined
  let warnedOf: number | null = null
  let ended = false

  const report = (endsAt: number | null): void => {
    if (endsAt === warnedOf) return
    warnedOf = endsAt
    warn(endsAt)
  }
  const check = (): void => {
    if (ended) return
    clearTimeout(timer)
    const last = movement.at()
    const left = last + idleLimitMs - Date.now()
    if (left <= 0) {
      ended = true
      over()
      return
    }
    report(left <= idleWarningMs ? last + idleLimitMs : null)
    sendHeartbeat(last)
    timer = setTimeout(check, Math.min(checkIntervalMs, left > idleWarningMs ? left - idleWarningMs : left))
  }
  const stay = (): void => {
    // Too late: the movement that wakes a machine must not revive what ended while it slept.
    if (Date.now() - movement.at() < idleLimitMs) movement.now()
    if (warnedOf !== null || Date.now() - movement.at() >= idleLimitMs) check()
  }
  const move = (event: Event): void => {
    if (event.type !== 'mousemove' || moved(event as MouseEvent)) stay()
  }

  const options = { capture: true, passive: true }
  for (const name of activityEvents) addEventListener(name, move, options)
  for (const name of recheckEvents) addEventListener(name, check, options)
  movement.now()
  check()
  return {
    stay,
    stop: () => {
      ended = true
      clearTimeout(timer)
      movement.stop()
      for (const name of activityEvents) removeEventListener(name, move, options)
      for (const name of recheckEvents) removeEventListener(name, check, options)
    },
  }
}

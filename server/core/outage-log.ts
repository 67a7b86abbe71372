type OutageLogger = {
  error: (details: object, message: string) => void
  warn: (details: object, message: string) => void
}

/** An outage without a failure for so long is over: the next failure is a new one. */
const outageQuietMs = 5_000
/** While it lasts it is told so often. */
const outageRepeatMs = 60_000

/**
 * Tells a state that many calls meet at once, such as a database that is away: once when it begins, then once a minute with how many met it.
 * One instance for each kind of state.
 */
export const buildOutageLogger = (log: OutageLogger, now: () => number = () => performance.now()) => {
  let lastAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  let met = 0
  return (error: unknown, message: string): void => {
    const at = now()
    const isNew = at - lastAt > outageQuietMs
    lastAt = at
    if (isNew) met = 0
    met += 1
    if (isNew) log.error({ reason: getErrorReason(error) }, message)
    else if (at - loggedAt >= outageRepeatMs) log.warn({ reason: getErrorReason(error), calls: met }, message)
    else return
    loggedAt = at
  }
}

/** A code, where there is one: what a driver says may hold more than a log should. */
const getErrorReason = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as Error & { code?: unknown }
  return typeof code === 'string' ? code : error.message
}

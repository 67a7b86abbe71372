const sessionEndListeners = new Set<() => Promise<void>>()

/** Is asked, and waited for, while calls are still answered: before a lock, an idle logout, a switch of the prefix. Gives the function that ends it. */
export const addSessionEndListener = (listener: () => Promise<void>): (() => void) => {
  sessionEndListeners.add(listener)
  return () => void sessionEndListeners.delete(listener)
}

let pendingSessionChange: Promise<unknown> = Promise.resolve()
/** Notes what this tab itself makes of the session: the server tells all tabs of it, this one too. */
export const trackSessionChange = <T>(change: Promise<T>): Promise<T> => {
  pendingSessionChange = change
  return change
}
/** When that is answered. */
export const waitForSessionChange = (): Promise<unknown> => pendingSessionChange.catch(() => undefined)

const maxWaitMs = 3000

/** Never rejects, and gives up after three seconds: leaving must not depend on it. */
export const runSessionEndListeners = async (): Promise<void> => {
  const limit = new Promise((resolve) => {
    setTimeout(resolve, maxWaitMs)
  })
  await Promise.race([Promise.allSettled([...sessionEndListeners].map((listener) => listener())), limit])
}

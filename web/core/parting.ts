const listeners = new Set<() => Promise<void>>()

/** Is asked, and waited for, while calls are still answered: before a lock, an idle logout, a switch of the prefix. Gives the function that ends it. */
export const onParting = (listener: () => Promise<void>): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let turn: Promise<unknown> = Promise.resolve()
/** Notes what this tab itself makes of the session: the server tells all tabs of it, this one too. */
export const turning = <T>(taken: Promise<T>): Promise<T> => {
  turn = taken
  return taken
}
/** When that is answered. */
export const turned = (): Promise<unknown> => turn.catch(() => undefined)

const patience = 3000

/** Never rejects, and gives up after three seconds: leaving must not depend on it. */
export const part = async (): Promise<void> => {
  const limit = new Promise((resolve) => {
    setTimeout(resolve, patience)
  })
  await Promise.race([Promise.allSettled([...listeners].map((listener) => listener())), limit])
}

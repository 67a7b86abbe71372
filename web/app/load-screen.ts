import { CallError, callEndpoint } from '#web/core/call.ts'
import { statusEndpoint } from '#web/features/public/maintenance-status.ts'

const loadTimeoutMs = 120_000
const reloadedAtStorageKey = 'atalaya.reloaded'
const reloadIntervalMs = 60_000

/** True the first time in a minute: a page that fails again after its reload must not reload for ever. */
const claimReload = (): boolean => {
  try {
    const last = Number(sessionStorage.getItem(reloadedAtStorageKey))
    sessionStorage.setItem(reloadedAtStorageKey, String(Date.now()))
    return Date.now() - last > reloadIntervalMs
  } catch {
    return false
  }
}

type LoadOptions = {
  limit?: number
  reload?: () => boolean | Promise<boolean>
  isReachable?: () => Promise<boolean>
}

/** Where the person is going, if anywhere: that page is loaded then, not the one they leave. */
let getPendingDestination = (): string | null => null
/** Where a page goes on that is loaded anew because of a newer version; null leaves it where it is. */
export const setReloadDestination = (address: () => string | null): void => {
  getPendingDestination = address
}

/** Without a server the browser's own error page would take our place. */
export const isServerReachable = (): Promise<boolean> =>
  callEndpoint(statusEndpoint, {}).then(
    () => true,
    (error: unknown) => error instanceof CallError && error.status > 0,
  )

const reloadPageOnce = async (): Promise<boolean> => {
  const mayReloadNow = (await isServerReachable()) && claimReload()
  const destination = getPendingDestination()
  if (mayReloadNow && destination) location.assign(destination)
  else if (mayReloadNow) location.reload()
  return mayReloadNow
}

/**
 * Fetches a part of the app. A part that can't be had (after a deploy its old name is gone) reloads the page once;
 * failing again, or taking 120 s, throws. Without a connection it throws what a call would: `network`.
 */
export const loadModuleOrReload = async <T>(
  load: () => Promise<T>,
  { limit = loadTimeoutMs, reload = reloadPageOnce, isReachable = isServerReachable }: LoadOptions = {},
): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The page took too long to load')), limit)
  })
  const loaded = load().catch(async (error: unknown) => {
    // Nothing is shown any more: the page is about to go.
    if (await reload()) return new Promise<never>(() => {})
    throw (await isReachable()) ? error : new CallError(0, {})
  })
  try {
    return await Promise.race([loaded, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

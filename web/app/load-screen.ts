import { CallError, call } from '#web/core/call.ts'
import { statusCall } from '#web/features/public/status.ts'

const loadLimit = 120_000
const mark = 'atalaya.reloaded'
const once = 60_000

/** True the first time in a minute: a page that fails again after its reload must not reload for ever. */
const mayReload = (): boolean => {
  try {
    const last = Number(sessionStorage.getItem(mark))
    sessionStorage.setItem(mark, String(Date.now()))
    return Date.now() - last > once
  } catch {
    return false
  }
}

type Way = { limit?: number; reload?: () => boolean | Promise<boolean> }

/** Where the person is going, if anywhere: that page is loaded then, not the one they leave. */
let goingTo = (): string | null => null
export const reloadAt = (address: () => string | null): void => {
  goingTo = address
}

/** Without a server the browser's own error page would take our place. */
const isThere = (): Promise<boolean> =>
  call(statusCall, {}).then(
    () => true,
    (error: unknown) => error instanceof CallError && error.status > 0,
  )

const reloadOnce = async (): Promise<boolean> => {
  const may = (await isThere()) && mayReload()
  const to = goingTo()
  if (may && to) location.assign(to)
  else if (may) location.reload()
  return may
}

/**
 * Fetches a part of the app. A part that can't be had (after a deploy its old name is gone) reloads the page once;
 * failing again, or taking 120 s, throws.
 */
export const loadPart = async <T>(
  load: () => Promise<T>,
  { limit = loadLimit, reload = reloadOnce }: Way = {},
): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The page took too long to load')), limit)
  })
  const loaded = load().catch(async (error: unknown) => {
    // Nothing is shown any more: the page is about to go.
    if (await reload()) return new Promise<never>(() => {})
    throw error
  })
  try {
    return await Promise.race([loaded, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

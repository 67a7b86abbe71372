import type { Browser, BrowserContext, Page } from 'playwright-core'

/** Contexts that somebody has left, by the address that they were at: the scripts that they fetched and compiled are still there. */
const idleContexts = new Map<string, Set<BrowserContext>>()
const getIdleContexts = (address: string): Set<BrowserContext> => {
  const known = idleContexts.get(address)
  if (known) return known
  const none = new Set<BrowserContext>()
  idleContexts.set(address, none)
  return none
}
export const isIdleContext = (context: BrowserContext): boolean =>
  [...idleContexts.values()].some((contexts) => contexts.has(context))

/** Contexts whose clock stands still, which no page of theirs gets rid of. */
const stoppedContexts = new WeakSet<BrowserContext>()
const noteStoppedClock = (context: BrowserContext): void => {
  const install = context.clock.install.bind(context.clock)
  context.clock.install = (options) => {
    stoppedContexts.add(context)
    return install(options)
  }
}

const createContext = async (browser: Browser, address: string): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  context.setDefaultTimeout(20_000)
  noteStoppedClock(context)
  return context
}

/** Whatever the last page kept, but for files that browsers keep for ever. */
const forgetLastPerson = async (page: Page, address: string): Promise<void> => {
  const context = page.context()
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
  await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes })
  await session.detach()
}

/**
 * A page of somebody who has never been at the address. Only files that never change may be there already, which takes a third less time than
 * reading them once more.
 */
export const openFreshPage = async (browser: Browser, address: string): Promise<Page> => {
  const idle = getIdleContexts(address)
  for (const context of idle) {
    idle.delete(context)
    if (!browser.contexts().includes(context)) continue
    const page = await context.newPage()
    await forgetLastPerson(page, address)
    return page
  }
  return (await createContext(browser, address)).newPage()
}

/** Closes all pages of the context, which the next person gets then. */
export const leaveContext = async (context: BrowserContext, address: string): Promise<void> => {
  if (stoppedContexts.has(context)) return context.close()
  for (const page of context.pages()) await page.close()
  getIdleContexts(address).add(context)
}

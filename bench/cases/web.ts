import type { Browser, BrowserContext, Page } from 'playwright-core'
import { sendGet } from '#bench/http.ts'
import { signInAs } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import { openBrowser } from '#test/e2e/harness/browser.ts'
import type { CaseTools } from './case.ts'

const repetitions = 5
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!

type SignedInUser = Awaited<ReturnType<typeof signInAs>>

/** An empty browser; with a person, one that they have signed in to before. */
const createBrowserContext = async (browser: Browser, person: SignedInUser | undefined): Promise<BrowserContext> => {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ viewport, locale: 'es-ES', reducedMotion: 'reduce' })
  // The TypeScript runner names functions with a helper that pages don't have.
  await context.addInitScript('globalThis.__name = (value) => value')
  if (person)
    await context.addInitScript(({ token, user }) => {
      localStorage.setItem('token', token)
      localStorage.setItem('user', JSON.stringify(user))
    }, person)
  return context
}

/** The compressed size of all scripts that a page loads, in kB. */
const measureScriptSize = async (
  page: Page,
  open: () => Promise<unknown>,
): Promise<{ kilobytes: number; files: number }> => {
  const addresses = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') addresses.add(request.url())
  })
  await open()
  // The stream of what happens stays open: the network is never idle.
  await page.waitForTimeout(2000)
  let bytes = 0
  for (const address of addresses) {
    const answer = await sendGet(address, undefined, { 'accept-encoding': 'gzip' })
    if (answer.encoding !== 'gzip' && answer.bytes > 2000) throw new Error(`${address} is not compressed`)
    bytes += answer.bytes
  }
  return { kilobytes: bytes / 1000, files: addresses.size }
}

/** The bones that stand in for rows are no links. */
const getFirstRow = (page: Page) => page.locator('tbody tr [data-row]').first()

/** Said by the page itself, as whoever looks from outside looks at times of their own: when a frame with rows has been drawn. */
const waitForRowsScript = `const look = () =>
  requestAnimationFrame(document.querySelector('tbody tr [data-row]') ? () => { globalThis.drawnAt = performance.now() } : look)
look()`

/** From the address typed into an empty browser to rows on the screen. */
const measureColdList = async (browser: Browser, url: string, person: SignedInUser): Promise<number> => {
  const context = await createBrowserContext(browser, person)
  await context.addInitScript(waitForRowsScript)
  const page = await context.newPage()
  await page.goto(`${url}/clientes`, { waitUntil: 'commit' })
  await getFirstRow(page).waitFor()
  const took = await page.evaluate<number>(
    'new Promise((resolve) => { const ask = () => (globalThis.drawnAt ? resolve(globalThis.drawnAt) : requestAnimationFrame(ask)); ask() })',
  )
  await context.close()
  return took
}

/** Inside the page: from a change of the address to other rows on the screen, without the tool's own way there and back. */
const measureAction = (
  page: Page,
  act: { click: string } | { back: true } | { type: string; text: string },
): Promise<number> =>
  page.evaluate(
    (what) =>
      new Promise<number>((resolve, reject) => {
        const rows = () => document.querySelector('tbody')?.textContent ?? ''
        const before = rows()
        const begin = performance.now()
        const look = () => {
          const busy = document.querySelector('[aria-busy="true"]')
          if (rows() !== before && rows() !== '' && !busy) return resolve(performance.now() - begin)
          if (performance.now() - begin > 10_000) return reject(new Error('the rows did not change'))
          return requestAnimationFrame(look)
        }
        if ('click' in what) document.querySelector<HTMLElement>(what.click)!.click()
        else if ('back' in what) history.back()
        requestAnimationFrame(look)
      }),
    act,
  )

const measureSteps = async (browser: Browser, url: string, person: SignedInUser) => {
  const context = await createBrowserContext(browser, person)
  const page = await context.newPage()
  const steps = { next: [] as number[], filter: [] as number[], back: [] as number[] }
  for (let n = 0; n < repetitions; n++) {
    await page.goto(`${url}/clientes`)
    await getFirstRow(page).waitFor()
    await page.waitForTimeout(1500)
    steps.next.push(await measureAction(page, { click: 'nav button[title="Página siguiente"]' }))
    steps.back.push(await measureAction(page, { back: true }))
    await page.getByRole('button', { name: 'KYC', exact: true }).first().click()
    const option = page.locator('[role="option"]:visible').first()
    await option.waitFor()
    await option.evaluate((element) => element.setAttribute('data-chosen', ''))
    steps.filter.push(await measureAction(page, { click: '[data-chosen]' }))
  }
  await context.close()
  return steps
}

/** What a person waits for in the browser: cold, and while they work. */
export const webCase = async ({ bench, server, progress }: CaseTools): Promise<ResultSection[]> => {
  progress('The client list in a browser')
  const browser = await openBrowser({ asPeopleHave: true })
  const title = 'Web, in Chromium'
  try {
    const person = await signInAs(bench, 'admin')
    const results: BenchResult[] = []
    for (const [what, path, signedIn, most] of [
      ['script for sign-in, gzip', '/auth/login', undefined, 160],
      ['script for the client list cold, gzip', '/clientes', person, 270],
    ] as const) {
      const context = await createBrowserContext(browser, signedIn)
      const page = await context.newPage()
      const { kilobytes, files } = await measureScriptSize(page, () => page.goto(server.url + path))
      results.push({
        what,
        value: kilobytes,
        unit: 'kB',
        target: { statistic: 'value', maximum: most },
        note: `${files} files`,
      })
      await context.close()
    }
    const cold: number[] = []
    for (let n = 0; n < repetitions; n++) cold.push(await measureColdList(browser, server.url, person))
    results.push({
      what: `client list cold to rows visible, median of ${repetitions}`,
      value: median(cold),
      unit: 'ms',
      target: { statistic: 'value', maximum: 1000 },
    })
    const steps = await measureSteps(browser, server.url, person)
    for (const [step, times] of Object.entries(steps))
      results.push({
        what: `${step === 'next' ? 'next page' : step}, median of ${repetitions}`,
        value: median(times),
        unit: 'ms',
        target: { statistic: 'value', maximum: 100 },
      })
    return [{ title, results }]
  } finally {
    await browser.close()
  }
}

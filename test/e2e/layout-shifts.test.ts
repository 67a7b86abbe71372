import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFullTestRun } from '#test/harness/circles.ts'
import { createScreenRecordIds } from '#test/permissions/screen-records.ts'
import { screens } from '#web/app/screens.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
const recordIds: Record<string, string> = {}
const visitors = new Map<number, Visitor>()
const viewportWidths = [1440, 720, 390, 320]

type Shift = { value: number; parts: string[] }

/** In the page: keeps what moves, from the first paint on. */
const recordShifts = (): void => {
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  const name = (node: Node | null): string =>
    node instanceof Element
      ? `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}`
      : String(node?.nodeName)
  type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[])
      shifts.push({ value: entry.value, parts: entry.sources.map(({ node }) => name(node)) })
  }).observe({ type: 'layout-shift', buffered: true })
}

const readShifts = async (page: Page): Promise<Shift[]> => {
  // A shift is reported after the frame that shows it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
  return page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
}

beforeAll(async () => {
  ;[firm, browser] = await Promise.all([startFirm(), shareBrowser()])
  const getRecordId = createScreenRecordIds((statement, values) => firm.rows<{ id: string }>(statement, values))
  for (const { path } of screens)
    for (const [, parameter] of path.matchAll(/:(\w+)/g)) recordIds[parameter!] = await getRecordId(parameter!)
  for (const width of viewportWidths) {
    const visitor = await createVisitor(browser, firm, { width, height: width < 500 ? 844 : 900 })
    await visitor.openAs('admin')
    // Each page is loaded as by somebody who has never been here.
    const session = await visitor.page.context().newCDPSession(visitor.page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await visitor.page.addInitScript(recordShifts)
    visitors.set(width, visitor)
  }
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const fillPathParams = (path: string): string => path.replace(/:(\w+)/g, (_, name: string) => recordIds[name]!)
/** One of each kind: a list, a record with parts that come later, tiles. Loading by address takes long: the full suite does so with all. */
const everydayPaths: Record<number, readonly string[]> = {
  1440: ['/crm/ModulosPermisos', '/crm/Ingresos/extractos/:statementId', '/crm/MiDia'],
  720: ['/crm', '/crm/PanelDireccion/cambio', '/crm/Modelo', '/crm/Vencimientos'],
  390: ['/crm/Contabilidad/retenciones', '/clientes/:clientId/cuentas/:accountId', '/crm/Traspasos'],
  320: ['/crm', '/crm/PanelDireccion'],
}
const getPaths = (width: number): readonly string[] =>
  isFullTestRun ? screens.map(({ path }) => path) : everydayPaths[width]!

describe.for(viewportWidths)('cold pages in a window %d pixels wide', (width) => {
  test.for(getPaths(width))('%s loads without a layout shift and fits the window', async (path) => {
    const { page, open, overflow } = visitors.get(width)!
    await open(fillPathParams(path))
    expect(await readShifts(page)).toEqual([])
    expect(await overflow()).toBe(0)
  })

  test('a planted shift is recorded', async () => {
    const { page, open } = visitors.get(width)!
    await open('/crm/areapersonal')
    await page.evaluate(() => {
      const block = document.createElement('div')
      block.style.height = '200px'
      document.querySelector('#content')!.prepend(block)
    })
    await expect.poll(() => readShifts(page)).not.toEqual([])
  })
})

test('tiles of the day keep their places while they are fetched anew', async () => {
  const { page, open } = visitors.get(1440)!
  await open('/crm/MiDia')
  const findPlaces = (selector: string) =>
    page.locator(selector).evaluateAll((tiles) =>
      tiles.map((tile) => {
        const { x, y, width, height } = tile.getBoundingClientRect()
        return [x, y, width, height].map(Math.round)
      }),
    )
  const drawn = await findPlaces('[data-tile]')
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/(my-day|reads)(\?|$)/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(page.url())
  await expect.poll(() => findPlaces('[data-place]')).toEqual(drawn)
  release()
  await page.locator('[data-tile]').first().waitFor()
  expect(await readShifts(page)).toEqual([])
})

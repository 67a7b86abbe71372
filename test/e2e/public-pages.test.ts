import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isFullTestRun, takeFirstCases } from '#test/harness/circles.ts'
import { publicRoutes } from '#web/app/public-routes.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let anonymousVisitor: Visitor
const visitors: Visitor[] = []
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  anonymousVisitor = await createVisitor(browser, firm)
})
afterEach(async () => {
  for (const one of visitors.splice(0)) await one.close()
  await firm.rows('update registry.tenant set maintenance = null')
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const openVisitor = async (): Promise<Visitor> => {
  const who = await createVisitor(browser, firm)
  visitors.push(who)
  return who
}

/** Strangers are sent from these to sign in; they are visited with a session in tests of their own. */
const sessionOnlyPaths = ['/auth/lock-screen', '/auth/lock-screen2', '/auth/second-factor']
/** The narrowest, and where the layout changes; the full suite takes those between and beyond too. */
const viewportWidths = isFullTestRun ? [360, 390, 768, 1139, 1140, 1440, 1920] : [360, 1140]

describe('pages outside the shell', () => {
  const allPaths = publicRoutes.map(({ path }) => path!).filter((path) => !sessionOnlyPaths.includes(path))
  /** The second of two has another frame around the same page: that of the sign-in stands for them, in the full suite all. */
  const isInSecondFrame = (path: string): boolean => /(2|-two)$/.test(path) && path !== '/auth/login2'
  const paths = allPaths.filter((path) => isFullTestRun || !isInSecondFrame(path))

  const addresses = [...paths, '/auth/reset-password#token=that-opens-nothing', '/no/such/page']
  // The pages have few frames, whose colours are the same: each third is audited in the dark too, in the full suite all.
  test.for(addresses.map((path, at) => [path, isFullTestRun || at % 3 === 0] as const))(
    '%s has no faults in every language, light and dark, and fits its window',
    async ([path, isAuditedDark]) => {
      const { page } = anonymousVisitor
      anonymousVisitor.problems.length = 0
      // Another fragment alone would not be another page.
      if (path.includes('#')) await page.goto('about:blank')
      await anonymousVisitor.open(path)
      expect(new URL(page.url()).pathname).toBe(path.split('#')[0])
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await page.title()).toMatch(/Atalaya$/)
      expect(await anonymousVisitor.violations('html')).toEqual([])
      expect(await anonymousVisitor.untranslated()).toEqual([])
      const spanish = await page.getByRole('heading', { level: 1 }).innerText()
      for (const language of ['EN', 'PT']) {
        await page.getByRole('button', { name: new RegExp(`^${language} ·`) }).click()
        await page.waitForFunction((text) => document.querySelector('h1')?.textContent !== text, spanish)
        expect(await anonymousVisitor.untranslated()).toEqual([])
      }
      for (const width of viewportWidths) {
        await page.setViewportSize({ width, height: 800 })
        expect({ width, overflow: await anonymousVisitor.overflow() }).toEqual({ width, overflow: 0 })
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await page.emulateMedia({ colorScheme: 'dark' })
      // The page hears of it a little later.
      await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark')
      if (isAuditedDark) expect(await anonymousVisitor.violations('html')).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1440, height: 900 })
      expect(anonymousVisitor.problems).toEqual([])
    },
  )
})

test.for(takeFirstCases(1, ['/%', '/%E0%A4%A', '/%E2%80%A8', '/crm/%E2%80%A8']))(
  '%s shows that no such page exists',
  async (path) => {
    anonymousVisitor.problems.length = 0
    await anonymousVisitor.open(path)
    await anonymousVisitor.page.getByRole('heading', { name: 'No existe esta ruta' }).waitFor()
    // The router's own word on such an address.
    expect(anonymousVisitor.problems.filter((problem) => !/malformed URL segment/.test(problem))).toEqual([])
  },
)

describe('firms under maintenance', () => {
  const announce = (until: string | null): Promise<unknown> =>
    firm.rows("update registry.tenant set maintenance = $1 where prefix = 'dino'", [
      { since: new Date().toISOString(), message: 'Cambiamos de servidor.', until },
    ])

  test('a blocked user reads reason and end, and returns automatically afterwards', async () => {
    const who = await openVisitor()
    const { page } = who
    await who.openAs('manager')
    await announce('2031-05-04T10:00:00Z')
    await page.goto('/clientes?kyc=pending')
    await page.waitForURL('**/maintenance?next=%2Fclientes%3Fkyc%3Dpending')
    await page.getByText('Cambiamos de servidor.').waitFor()
    await page.getByText(/^Previsto hasta el 4 de mayo de 2031.*12:00\.$/).waitFor()
    expect(await who.violations()).toEqual([])
    expect(await who.overflow()).toBeLessThanOrEqual(0)
    await firm.rows('update registry.tenant set maintenance = null')
    await page.getByRole('button', { name: 'Comprobar ahora' }).click()
    await page.waitForURL('**/clientes?kyc=pending')
  })

  test('the maintenance page asks the server every 30 seconds', async () => {
    await announce(null)
    const { page, settled } = await openVisitor()
    await page.clock.install()
    await page.goto('/maintenance')
    await page.getByText('Afecta a: España').waitFor()
    await settled()
    await firm.rows('update registry.tenant set maintenance = null')
    await page.clock.runFor(29_000)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('En mantenimiento')
    await page.clock.runFor(2_000)
    await page.getByRole('heading', { name: 'No hay mantenimiento en curso' }).waitFor()
  })

  test('/upcoming counts down to its end, or shows that none is announced', async () => {
    const { page, violations, problems } = await openVisitor()
    await announce(null)
    await page.goto('/upcoming')
    await page.getByText('sin fecha de fin prevista').waitFor()
    await announce(new Date(Date.now() + 2 * 86_400_000 + 5_000).toISOString())
    await page.reload()
    await page.getByRole('timer').getByText('02').waitFor()
    expect(await violations()).toEqual([])
    expect(problems).toEqual([])
  })
})

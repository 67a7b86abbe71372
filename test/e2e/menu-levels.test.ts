import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Layout } from '#contract/personal-area/preferences.ts'
import { takeFirstCases } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'

let browser: Browser
let page: Page
const origin = 'http://menu.test'

/** The menus of the shell with an example that is three levels deep: no screens stand so deep yet. */
const buildMenuPage = async (): Promise<Record<string, string>> => {
  const { outputFiles } = await build({
    entryPoints: ['test/e2e/harness/menu-page.tsx'],
    bundle: true,
    write: false,
    outdir: '/',
    format: 'esm',
    jsx: 'automatic',
    minify: true,
    define: { 'import.meta.env': '{}', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  const texts = Object.fromEntries(outputFiles.map(({ path, text }) => [path, text]))
  const styles = readFileSync('web/app/styles/layout.css', 'utf8')
  return {
    ...texts,
    '/first-paint.js': readFileSync('web/public/first-paint.js', 'utf8'),
    '/menu-page.css': `${texts['/menu-page.css'] ?? ''}\n${styles}\nbody { margin: 0 }`,
  }
}
const html = `<!doctype html><html lang="es"><title>Menu</title><script src="/first-paint.js"></script>
<link rel="stylesheet" href="/menu-page.css"><div id="root"></div><script type="module" src="/menu-page.js"></script>`
const contentTypes: Record<string, string> = { js: 'text/javascript', css: 'text/css' }

beforeAll(async () => {
  const [opened, files] = await Promise.all([shareBrowser(), buildMenuPage()])
  browser = opened
  page = await browser.newPage({ viewport: { width: 1440, height: 600 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(10_000)
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const body = files[pathname]
    return route.fulfill({ body: body ?? html, contentType: contentTypes[pathname.split('.')[1] ?? ''] ?? 'text/html' })
  })
  await page.goto(`${origin}/first`)
})
afterAll(() => browser?.close())

const openWithLayout = async (chosen: Partial<Layout>, path = '/first'): Promise<void> => {
  await page.evaluate((layout) => localStorage.setItem('layout', JSON.stringify({ chosen: layout })), chosen)
  await page.goto(origin + path)
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
}
const pressKeys = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
const getFocusedText = (): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.textContent ?? '')
const getMenuItem = (name: string) => page.locator('[data-menu-item], [data-menu-group]', { hasText: name }).first()

/** Where the focus is: in sight, whole, and not under something else. */
const isFocusVisible = (): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement
    const { left, top, right, bottom } = element?.getBoundingClientRect() ?? new DOMRect()
    const whole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    return whole && element?.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) === true
  })

type LayoutCase = [string, Partial<Layout>, () => Promise<void>]
const focusFirstItem = async (): Promise<void> => getMenuItem('First').focus()
/** The first three are of each kind: in a column, in two, and flying out. */
const layoutCases: LayoutCase[] = [
  ['vertical', {}, focusFirstItem],
  [
    'two columns',
    { layoutMode: 'two-column' },
    async () => {
      await getMenuItem('Group one').focus()
      await pressKeys('ArrowRight')
    },
  ],
  ['condensed', { leftSideBarType: 'condensed' }, focusFirstItem],
  [
    'horizontal',
    { layoutMode: 'horizontal' },
    async () => {
      await getMenuItem('Group one').focus()
      await pressKeys('ArrowDown')
    },
  ],
  ['detached', { layoutMode: 'detached' }, focusFirstItem],
  ['compact', { leftSideBarType: 'compact' }, focusFirstItem],
  ...(['full', 'fullscreen'] as const).map(
    (leftSideBarType): LayoutCase => [
      leftSideBarType,
      { leftSideBarType },
      async () => {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await focusFirstItem()
      },
    ],
  ),
]

describe('three menu levels by arrow keys', () => {
  test.for(takeFirstCases(3, layoutCases))(
    'arrows open and close three levels of the %s menu',
    async ([, layout, begin]) => {
      await openWithLayout(layout)
      await begin()
      expect(await getFocusedText()).toContain('First')
      await pressKeys('ArrowDown')
      expect(await getFocusedText()).toContain('Levels')
      // Right opens, and right again goes in; what flies out by the focus is open already.
      await pressKeys('ArrowRight')
      if ((await getFocusedText()).includes('Levels')) await pressKeys('ArrowRight')
      expect(await getFocusedText()).toContain('Second')
      await expect.poll(isFocusVisible).toBe(true)
      await pressKeys('ArrowDown', 'ArrowRight', 'ArrowRight')
      expect(await getFocusedText()).toBe('Third')
      await expect.poll(isFocusVisible).toBe(true)
      await pressKeys('ArrowLeft')
      expect(await getFocusedText()).toBe('Deeper')
      await pressKeys('ArrowLeft')
      expect(await getMenuItem('Deeper').getAttribute('aria-expanded')).toBe('false')
      await pressKeys('ArrowRight', 'ArrowRight', 'Enter')
      await page.waitForURL('**/third')
    },
  )

  test.for(takeFirstCases(1, layoutCases))(
    'the %s menu is open down to the current page',
    async ([, layout, begin]) => {
      await openWithLayout(layout, '/third')
      await begin()
      expect(await page.locator('[aria-current="page"]').count()).toBe(1)
      expect(await getMenuItem('Levels').getAttribute('data-holds')).toBe('true')
      expect(await getMenuItem('Deeper').getAttribute('aria-expanded')).toBe('true')
    },
  )
})

describe('fly-out of the condensed menu', () => {
  test('the fly-out opens under the pointer and stays while hovered', async () => {
    await page.clock.install()
    await openWithLayout({ leftSideBarType: 'condensed' })
    await getMenuItem('Levels').hover()
    const second = page.getByRole('link', { name: 'Second' })
    await second.hover()
    // Longer than it stays once the pointer has left.
    await page.clock.fastForward(1000)
    expect(await second.isVisible()).toBe(true)
    await page.mouse.move(900, 400)
    await second.waitFor({ state: 'hidden' })
  })

  test('the fly-out closes by Esc, focusing its entry, and when Tab leaves it', async () => {
    await openWithLayout({ leftSideBarType: 'condensed' })
    await getMenuItem('First').focus()
    await pressKeys('Tab', 'Tab')
    expect(await getFocusedText()).toBe('Second')
    await pressKeys('Escape')
    expect(await getFocusedText()).toContain('Levels')
    expect(await getMenuItem('Levels').getAttribute('aria-expanded')).toBe('false')
    await pressKeys('Tab')
    expect(await getFocusedText()).toContain('Last')
  })
})

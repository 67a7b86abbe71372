import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Layout } from '#contract/personal-area/preferences.ts'
import { shareBrowser } from './harness/browser.ts'

let browser: Browser
let page: Page
const origin = 'http://menu.test'

/** The menus of the shell with an example that is three levels deep: no screens stand so deep yet. */
const menuPage = async (): Promise<Record<string, string>> => {
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
const kinds: Record<string, string> = { js: 'text/javascript', css: 'text/css' }

beforeAll(async () => {
  const [opened, files] = await Promise.all([shareBrowser(), menuPage()])
  browser = opened
  page = await browser.newPage({ viewport: { width: 1440, height: 600 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(10_000)
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const body = files[pathname]
    return route.fulfill({ body: body ?? html, contentType: kinds[pathname.split('.')[1] ?? ''] ?? 'text/html' })
  })
  await page.goto(`${origin}/first`)
})
afterAll(() => browser?.close())

const openWith = async (chosen: Partial<Layout>, path = '/first'): Promise<void> => {
  await page.evaluate((layout) => localStorage.setItem('layout', JSON.stringify({ chosen: layout })), chosen)
  await page.goto(origin + path)
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
}
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
const focused = (): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.textContent ?? '')
const item = (name: string) => page.locator('[data-menu-item], [data-menu-group]', { hasText: name }).first()

/** Where the focus is: in sight, whole, and not under something else. */
const inSight = (): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement
    const { left, top, right, bottom } = element?.getBoundingClientRect() ?? new DOMRect()
    const whole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    return whole && element?.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) === true
  })

type Layouts = [string, Partial<Layout>, () => Promise<void>]
const fromFirst = async (): Promise<void> => item('First').focus()
const layouts: Layouts[] = [
  ['vertical', {}, fromFirst],
  ['detached', { layoutMode: 'detached' }, fromFirst],
  ['condensed', { leftSideBarType: 'condensed' }, fromFirst],
  ['compact', { leftSideBarType: 'compact' }, fromFirst],
  ...(['full', 'fullscreen'] as const).map(
    (leftSideBarType): Layouts => [
      leftSideBarType,
      { leftSideBarType },
      async () => {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await fromFirst()
      },
    ],
  ),
  [
    'horizontal',
    { layoutMode: 'horizontal' },
    async () => {
      await item('Group one').focus()
      await press('ArrowDown')
    },
  ],
  [
    'two columns',
    { layoutMode: 'two-column' },
    async () => {
      await item('Group one').focus()
      await press('ArrowRight')
    },
  ],
]

describe('three menu levels by arrow keys', () => {
  test.for(layouts)('arrows open and close three levels of the %s menu', async ([, layout, begin]) => {
    await openWith(layout)
    await begin()
    expect(await focused()).toContain('First')
    await press('ArrowDown')
    expect(await focused()).toContain('Levels')
    // Right opens, and right again goes in; what flies out by the focus is open already.
    await press('ArrowRight')
    if ((await focused()).includes('Levels')) await press('ArrowRight')
    expect(await focused()).toContain('Second')
    await expect.poll(inSight).toBe(true)
    await press('ArrowDown', 'ArrowRight', 'ArrowRight')
    expect(await focused()).toBe('Third')
    await expect.poll(inSight).toBe(true)
    await press('ArrowLeft')
    expect(await focused()).toBe('Deeper')
    await press('ArrowLeft')
    expect(await item('Deeper').getAttribute('aria-expanded')).toBe('false')
    await press('ArrowRight', 'ArrowRight', 'Enter')
    await page.waitForURL('**/third')
  })

  test.for(layouts)('the %s menu is open down to the current page', async ([, layout, begin]) => {
    await openWith(layout, '/third')
    await begin()
    expect(await page.locator('[aria-current="page"]').count()).toBe(1)
    expect(await item('Levels').getAttribute('data-holds')).toBe('true')
    expect(await item('Deeper').getAttribute('aria-expanded')).toBe('true')
  })
})

describe('fly-out of the condensed menu', () => {
  test('the fly-out opens under the pointer and stays while hovered', async () => {
    await openWith({ leftSideBarType: 'condensed' })
    await item('Levels').hover()
    const second = page.getByRole('link', { name: 'Second' })
    await second.hover()
    await page.waitForTimeout(300)
    expect(await second.isVisible()).toBe(true)
    await page.mouse.move(900, 400)
    await second.waitFor({ state: 'hidden' })
  })

  test('the fly-out closes by Esc, focusing its entry, and when Tab leaves it', async () => {
    await openWith({ leftSideBarType: 'condensed' })
    await item('First').focus()
    await press('Tab', 'Tab')
    expect(await focused()).toBe('Second')
    await press('Escape')
    expect(await focused()).toContain('Levels')
    expect(await item('Levels').getAttribute('aria-expanded')).toBe('false')
    await press('Tab')
    expect(await focused()).toContain('Last')
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layoutOptions } from '#contract/personal-area/layouts.ts'
import type { Layout } from '#contract/personal-area/preferences.ts'
import { isFullTestRun, takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { calculateExpectedLayout, windowHeight } from './harness/expected-layout.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn, tabTo } from './harness/keyboard.ts'
import { buildPairwiseCases } from './harness/pairwise.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let visitor: Visitor

beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  visitor = await createVisitor(browser, firm)
  await visitor.page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        const what = entry.sources.map(({ node }) => (node as Element | undefined)?.outerHTML?.slice(0, 120) ?? 'gone')
        shifts.push(`${entry.value.toFixed(4)}: ${what.join(' and ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visitor.openAs('admin')
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

type LayoutChoice = Partial<Layout>
const readLayoutShifts = (): Promise<string[]> =>
  visitor.page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)

/** Opens the page as somebody does who has chosen all that: from a copy that the server has yet to hear of. */
const openWithLayout = async (chosen: LayoutChoice, path = '/clientes'): Promise<void> => {
  await visitor.page.evaluate((layout) => {
    const { username } = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('layout', JSON.stringify({ username, chosen: layout, unsaved: true }))
  }, chosen)
  await visitor.open(path)
}

const measureElement = async (selector: string) => {
  const found = visitor.page.locator(selector).first()
  return (await found.isVisible()) ? found.boundingBox() : null
}

/** Where the parts of the shell stand, in pixels. */
const measureLayout = async () => {
  const [menu, rail, panel, bar, content] = await Promise.all(
    ['#sidebar', '[data-part="rail"]', '#menu-panel', '[data-part="topbar"]', '#content'].map(measureElement),
  )
  const [horizontal, footer] = await Promise.all([
    measureElement('nav:has([data-menu-group])'),
    measureElement('footer'),
  ])
  return {
    menu: menu?.width ?? 0,
    twoColumns: rail && panel ? [rail.width, panel.width] : null,
    horizontal: horizontal?.height ?? 0,
    bar: bar?.height,
    footer: footer && { height: Math.min(footer.height, 60), bottom: footer.y + footer.height },
    besideMenu: Math.round(
      (content?.x ?? 0) - Math.min(menu?.x ?? bar?.x ?? 0, rail?.x ?? Infinity, bar?.x ?? Infinity),
    ),
    frame: Math.round(
      Math.max((bar?.x ?? 0) + (bar?.width ?? 0), 0) - Math.min(bar?.x ?? 0, menu?.x ?? Infinity, rail?.x ?? Infinity),
    ),
  }
}

const layoutChoices = {
  width: [1440, 1140, 390, 1920, 1139, 360, 768],
  ...layoutOptions,
  layoutColor: ['light', 'dark'],
  language: ['spanish', 'english'],
} as const
const allLayoutCases = buildPairwiseCases(layoutChoices)
/** The two that move the menu, on a wide window, and the usual one on a phone; all else opens it on a wide window. */
const everydayCaseIndexes = [1, 3, 8]
const layoutCases = isFullTestRun ? allLayoutCases : allLayoutCases.filter((_, at) => everydayCaseIndexes.includes(at))

describe('pairs of layout options', () => {
  test.for(layoutCases.map((one) => [Object.values(one).join(' '), one] as const))(
    'a page fits, without shifts or barriers, with the layout %s',
    async ([, one]) => {
      const { width, language, ...layout } = one
      const { page } = visitor
      await page.setViewportSize({ width, height: windowHeight })
      await page.evaluate(
        (code) =>
          fetch('/api/v1/me/preferences', {
            method: 'PATCH',
            headers: { authorization: `JWT ${localStorage.getItem('token')}`, 'content-type': 'application/json' },
            body: JSON.stringify({ language: code }),
          }),
        language,
      )
      await openWithLayout(layout as Layout)
      // The menus that not everybody has come in files of their own.
      await expect.poll(measureLayout).toEqual(calculateExpectedLayout({ ...(layout as Layout), width }))
      expect(await visitor.overflow()).toBe(0)
      expect(await readLayoutShifts()).toEqual([])
      expect(await visitor.violations('html')).toEqual([])
      expect(await visitor.untranslated()).toEqual([])
      expect(visitor.problems).toEqual([])
    },
  )
})

describe('menus by keyboard', () => {
  const focused = (): Promise<string> =>
    visitor.page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      return element?.ariaLabel ?? element?.innerText.trim() ?? ''
    })
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await visitor.page.keyboard.press(key)
  }
  const button = (name: string) =>
    visitor.page.getByRole('navigation', { name: 'Menú principal' }).getByRole('button', { name })

  beforeAll(async () => {
    await visitor.page.setViewportSize({ width: 1440, height: 900 })
    await firm.rows('update registry.preference set language = null')
  })

  test('arrows move along the horizontal menu and into lists; Esc returns', async () => {
    await openWithLayout({ layoutMode: 'horizontal' })
    await tabTo(button('Tu día'))
    await press('ArrowRight')
    expect(await focused()).toBe('Cartera')
    await press('ArrowRight')
    expect(await focused()).toBe('Dinero')
    await press('Home', 'ArrowRight', 'ArrowDown')
    expect(await focused()).toBe('Clientes')
    expect(await visitor.page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('page')
    expect(await button('Cartera').getAttribute('aria-expanded')).toBe('true')
    await press('Escape')
    expect(await focused()).toBe('Cartera')
    expect(await button('Cartera').getAttribute('aria-expanded')).toBe('false')
    await press('End', 'Enter')
    expect(await visitor.violations('nav:has([data-menu-group])')).toEqual([])
    await press('Tab', 'End')
    expect(await focused()).toBe('Ajustes')
    await press('Enter')
    await visitor.page.waitForURL('**/crm/Ajustes')
    await visitor.settled()
    expect(await button('Administración').getAttribute('aria-expanded')).toBe('false')
    expect(await button('Administración').getAttribute('data-holds')).toBe('true')
  })

  // The arrows in every kind of menu are in menu-levels.test.ts; here the horizontal one stands for all.
  testInFullRun('a two-column rail group shows its screens; right enters them, left returns', async () => {
    await openWithLayout({ layoutMode: 'two-column' })
    await tabTo(button('Tu día'))
    await press('ArrowDown')
    expect(await focused()).toBe('Cartera')
    await press('End')
    expect(await focused()).toBe('Administración')
    await press('Enter', 'ArrowRight', 'End')
    expect(await focused()).toBe('Ajustes')
    await press('ArrowLeft')
    expect(await focused()).toBe('Administración')
    await press('ArrowRight', 'End', 'Enter')
    await visitor.page.waitForURL('**/crm/Ajustes')
    await visitor.settled()
    expect(await button('Administración').getAttribute('aria-expanded')).toBe('true')
    expect(await measureElement('#menu-panel a[aria-current="page"]')).not.toBeNull()
  })

  testInFullRun('the condensed menu names its icons', async () => {
    await openWithLayout({ leftSideBarType: 'condensed' })
    const name = visitor.page.locator('#sidebar [aria-hidden]', { hasText: 'Ajustes' })
    expect(await name.count()).toBe(0)
    await tabTo(visitor.page.locator('#sidebar').getByRole('link', { name: 'Clientes', exact: true }))
    await press('End')
    await name.waitFor()
    await press('Escape')
    await name.waitFor({ state: 'detached' })
    await press('Enter')
    await visitor.page.waitForURL('**/crm/Ajustes')
    await visitor.settled()
  })

  const narrowMenus = [
    ['a phone', 390, 'default'],
    ['a wide window where it takes the whole screen', 1440, 'fullscreen'],
    ['a wide window where the menu is full', 1440, 'full'],
  ] as const
  test.for(takeFirstCases(1, narrowMenus))(
    'the menu on %s opens, keeps the focus, and returns it to its button',
    async ([, width, leftSideBarType]) => {
      const { page } = visitor
      await page.setViewportSize({ width, height: 900 })
      await openWithLayout({ leftSideBarType })
      const burger = page.getByRole('button', { name: 'Abrir el menú' })
      const isOpen = () => page.evaluate(() => document.body.classList.contains('sidebar-enable'))
      expect(await isOpen()).toBe(false)
      await pressKeyOn(burger)
      expect(await isOpen()).toBe(true)
      const dialog = page.getByRole('dialog', { name: 'Menú principal' })
      await expect.poll(async () => (await dialog.boundingBox())?.x).toBe(0)
      expect(await visitor.violations()).toEqual([])
      expect((await dialog.boundingBox())?.width).toBe(leftSideBarType === 'fullscreen' ? 1440 : 240)
      await press('Escape')
      expect(await isOpen()).toBe(false)
      await expect.poll(() => burger.evaluate((element) => element === document.activeElement)).toBe(true)
      await press('Enter')
      await tabTo(dialog.getByRole('link', { name: 'Vencimientos' }))
      await press('Enter')
      await page.waitForURL('**/crm/Vencimientos')
      await visitor.settled()
      expect(await isOpen()).toBe(false)
      await page.setViewportSize({ width: 1440, height: 900 })
    },
  )

  test('a long menu folds its administration group at first and keeps opened groups', async () => {
    await openWithLayout({})
    const group = button('Administración')
    const link = visitor.page.locator('#sidebar').getByRole('link', { name: 'Ajustes' })
    expect(await group.getAttribute('aria-expanded')).toBe('false')
    expect(await link.count()).toBe(0)
    await tabTo(group)
    await press('ArrowRight')
    await link.waitFor()
    await visitor.page.reload()
    await visitor.settled()
    await tabTo(link)
    await press('Enter')
    await visitor.page.waitForURL('**/crm/Ajustes')
    await pressKeyOn(group)
    await link.waitFor({ state: 'detached' })
    expect(await group.getAttribute('data-holds')).toBe('true')
  })

  // Folding by the bar, and the way back to the defaults, are one more choice that is kept as the others are.
  testInFullRun('the bar’s button folds the menu, and the choice is kept', async () => {
    await openWithLayout({})
    await pressKeyOn(visitor.page.getByRole('button', { name: 'Plegar el menú' }))
    await expect.poll(async () => (await measureLayout()).menu).toBe(80)
    await visitor.page.reload()
    await visitor.settled()
    expect((await measureLayout()).menu).toBe(80)
    await pressKeyOn(visitor.page.getByRole('button', { name: 'Desplegar el menú' }))
    await expect.poll(async () => (await measureLayout()).menu).toBe(240)
  })
})

describe('layout preferences of a user', () => {
  const panel = () => visitor.page.getByRole('dialog', { name: 'Apariencia' })
  const kept = async (): Promise<unknown> =>
    (await firm.rows<{ layout: unknown }>('select layout from registry.preference'))[0]?.layout
  const htmlOf = (page: Visitor['page']) => page.evaluate(() => ({ ...document.documentElement.dataset }))

  test('a layout chosen in the panel applies at once without reload and is kept', async () => {
    const { page } = visitor
    await openWithLayout({})
    await pressKeyOn(page.getByRole('button', { name: 'Apariencia' }))
    await panel().waitFor()
    // Tab went through the rows. One that is half under the head of the list is no small target.
    await page.evaluate(() => {
      for (const frame of document.querySelectorAll('#content *')) frame.scrollTop = 0
    })
    expect(await visitor.violations()).toEqual([])
    await page.evaluate(() => {
      const drawn: string[] = []
      Object.assign(globalThis, { drawn })
      const content = document.getElementById('content')
      if (content)
        new MutationObserver((changes) => drawn.push(...changes.map(({ type }) => type))).observe(content, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        })
    })
    const theme = panel().getByRole('group', { name: 'Tema del menú' })
    await theme.getByRole('radio', { name: 'Claro' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await panel().getByRole('group', { name: 'Tema de la barra superior' }).getByText('Oscuro').click()
    await panel().getByRole('group', { name: 'Modo de color' }).getByText('Oscuro').click()
    expect(await htmlOf(page)).toMatchObject({
      leftSideBarTheme: 'brand',
      topbarTheme: 'dark',
      mantineColorScheme: 'dark',
    })
    expect(await page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn)).toEqual([])
    await panel().getByRole('group', { name: 'Disposición' }).getByText('Dos columnas').click()
    await expect
      .poll(kept)
      .toEqual({ leftSideBarTheme: 'brand', topbarTheme: 'dark', layoutColor: 'dark', layoutMode: 'two-column' })
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
  })

  test('the layout returns at the next sign-in in any browser; meanwhile only colour stays', async () => {
    await visitor.open('/auth/logout')
    await visitor.page.waitForURL('**/auth/log*')
    const copy = await visitor.page.evaluate(() => JSON.parse(localStorage.getItem('layout') ?? 'null'))
    expect(copy).toEqual({ username: null, chosen: { layoutColor: 'dark' }, unsaved: false })
    const other = await createVisitor(browser, firm)
    for (const who of [visitor, other]) {
      await who.open('/auth/login')
      await who.signIn('admin')
      expect(await htmlOf(who.page)).toMatchObject({
        layoutMode: 'two-column',
        leftSideBarTheme: 'brand',
        mantineColorScheme: 'dark',
      })
      await who.page.locator('#menu-panel').waitFor()
    }
    expect(other.problems).toEqual([])
    await other.close()
  })

  test('the stored layout is drawn before the app loads', async () => {
    const { page } = visitor
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.goto('/clientes')
    const html = await htmlOf(page)
    const sizes = await page.evaluate(() =>
      (['::before', '::after'] as const).map((part) => {
        const { width, height, backgroundColor } = getComputedStyle(document.body, part)
        return { width, height, backgroundColor }
      }),
    )
    await page.unroute('**/assets/index-*.js')
    visitor.problems.length = 0
    expect(html).toMatchObject({ layoutMode: 'two-column', frame: 'empty', mantineColorScheme: 'dark' })
    expect(sizes).toMatchObject([{ height: '70px' }, { width: '290px', backgroundColor: 'rgb(13, 80, 80)' }])
  })

  testInFullRun('one button resets the layout to the defaults', async () => {
    const { page } = visitor
    await visitor.open('/clientes')
    await pressKeyOn(page.getByRole('button', { name: 'Apariencia' }))
    await pressKeyOn(panel().getByRole('button', { name: 'Restablecer la apariencia' }))
    await expect.poll(kept).toBeNull()
    expect(await htmlOf(page)).toMatchObject({
      layoutMode: 'vertical',
      leftSideBarTheme: 'light',
      topbarTheme: 'light',
    })
    await page.keyboard.press('Escape')
  })

  test('the layout panel is missing when the administrator has removed it', async () => {
    await firm.rows(`update registry.tenant set settings_panel = false`)
    await visitor.open('/clientes')
    expect(await visitor.page.getByRole('button', { name: 'Apariencia' }).count()).toBe(0)
    await firm.rows(`update registry.tenant set settings_panel = true`)
  })

  /** Those that put the menu elsewhere; the full suite prints all. */
  const printedLayouts = isFullTestRun ? layoutOptions.layoutMode : (['two-column'] as const)
  test.for(printedLayouts)('the layout %s prints the page alone', async (layoutMode) => {
    const { page } = visitor
    await openWithLayout({ layoutMode, leftSideBarTheme: 'brand', layoutWidth: 'boxed', leftSideBarType: 'default' })
    await page.emulateMedia({ media: 'print' })
    const shown = await page
      .locator('[data-part], footer, [aria-label="Menú principal"]')
      .evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).map((part) => part.outerHTML.slice(0, 80)))
    expect(shown).toEqual([])
    const sheet = await page.locator('#content').evaluate((content) => {
      const { left, top, width } = content.getBoundingClientRect()
      return { left, top: top + scrollY, width }
    })
    expect(sheet).toEqual({ left: 0, top: 0, width: 1440 })
    await page.emulateMedia({ media: 'screen' })
    expect(visitor.problems).toEqual([])
  })
})

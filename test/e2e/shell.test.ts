import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, shareFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let visitor: Visitor

beforeAll(async () => {
  firm = await shareFirm()
  browser = await shareBrowser()
})
beforeEach(async () => {
  visitor = await createVisitor(browser, firm)
  await visitor.openAs('admin')
})
afterEach(() => visitor.close())
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const getHeading = (name: string) => visitor.page.getByRole('heading', { level: 1, name })
const findClientAddress = async (): Promise<string> => {
  const [client] = await firm.rows<{ id: string }>('select id from client order by id limit 1')
  return `/clientes/${client!.id}`
}

test.each(
  takeFirstCases(1, [
    ['the palette', 'Control+k', 'Buscar o ir a una página'],
    ['the help', '?', 'Atajos de teclado'],
  ]),
)('%s gives the focus back to the element that had it', async (_, key, name) => {
  const button = visitor.page.getByRole('button', { name: 'Crear algo nuevo' })
  await button.focus()
  await visitor.page.keyboard.press(key)
  const dialog = visitor.page.getByRole('dialog', { name })
  await dialog.waitFor()
  await visitor.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('the palette receives keys typed while loading and focuses the start of the page', async () => {
  const { page } = visitor
  let come = (): void => {}
  const held = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route('**/assets/palette-*.js', (route) => held.then(() => route.continue()))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('aju')
  come()
  const field = page.getByRole('combobox', { name: 'Buscar o ir a una página' })
  await expect.poll(() => field.inputValue()).toBe('aju')
  await page.keyboard.type('stes')
  expect(await field.inputValue()).toBe('ajustes')
  await page.keyboard.press('Enter')
  await getHeading('Ajustes').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
})

test.each(takeFirstCases(1, ['Cerrar sesión', 'Bloquear la sesión']))(
  'the menu entry %s stops all requests of the page behind',
  async (name) => {
    // The last that a page asks when it comes: an answer to what was asked before may well say that the session is locked by now.
    await visitor.page.waitForFunction(() =>
      performance
        .getEntriesByType('resource')
        .some(({ name: requestCount }) => requestCount.endsWith('/approvals/waiting-count')),
    )
    const refused: string[] = []
    visitor.page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    await visitor.page.getByRole('button', { name: /^Tu cuenta/ }).click()
    await visitor.page.getByText(name, { exact: true }).click()
    await getHeading(name === 'Cerrar sesión' ? 'Has cerrado sesión' : 'Sesión bloqueada').waitFor()
    await visitor.page.waitForLoadState('networkidle')
    expect(refused).toEqual([])
  },
)

// Slow and missing texts of a language are also in languages.test.ts.
testInFullRun('signing out returns to Spanish while texts of another language are still loading', async () => {
  await visitor.page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('user', JSON.stringify({ ...user, idioma: 'portuguese' }))
  })
  await visitor.page.route(/assets\/(auth|common|errors|shell)-[^.]*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await visitor.page.goto('/auth/logout')
  await getHeading('Has cerrado sesión').waitFor()
  await visitor.page.waitForLoadState('networkidle')
  expect(await visitor.page.evaluate(() => document.documentElement.lang)).toBe('es')
})

test.each(takeFirstCases(1, ['a client', '/crm/Ajustes']))('nothing shifts when %s loads', async (path) => {
  await visitor.page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
        moved.push(sources.map(({ node }) => (node as Element | undefined)?.outerHTML?.slice(0, 120)).join(' and '))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visitor.page.route('**/api/v1/{settings,clients/*}', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await visitor.open(path === 'a client' ? await findClientAddress() : path)
  await visitor.page.getByRole('heading', { level: 2 }).first().waitFor()
  expect(await visitor.page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([])
})

describe('chunks removed by a deploy', () => {
  test('a missing chunk reloads the page at the requested address', async () => {
    let startedAgain = false
    visitor.page.on('request', (request) => {
      startedAgain ||= request.isNavigationRequest()
    })
    await visitor.page.route('**/assets/personal-screen*.js', (route) =>
      startedAgain ? route.continue() : route.fulfill({ status: 404 }),
    )
    await visitor.page.getByRole('button', { name: /^Tu cuenta/ }).focus()
    await visitor.page.keyboard.press('g')
    await visitor.page.keyboard.press('p')
    await getHeading('Área personal').waitFor()
    expect(new URL(visitor.page.url()).pathname).toBe('/crm/areapersonal')
  })

  // web/app/load-screen.test.ts holds when it is given up.
  testInFullRun('a permanently missing chunk shows an error and a button to reload', async () => {
    await visitor.page.route('**/assets/personal-screen*.js', (route) => route.fulfill({ status: 404 }))
    await visitor.page.goto('/crm/areapersonal')
    await getHeading('Unexpected Application Error!').waitFor()
    expect(await visitor.page.locator('main').count()).toBe(1)
    await visitor.page.unrouteAll()
    await visitor.page.getByRole('button', { name: 'Recargar la página' }).click()
    await getHeading('Área personal').waitFor()
  })

  testInFullRun('a missing chunk of a screen leaves one main element', async () => {
    await visitor.page.route('**/assets/approvals-screen*.js', (route) => route.fulfill({ status: 404 }))
    await visitor.page.getByRole('link', { name: 'Aprobaciones', exact: true }).click()
    await getHeading('Unexpected Application Error!').waitFor()
    expect(await visitor.page.locator('main').count()).toBe(1)
    await visitor.page.unrouteAll()
  })

  testInFullRun('a missing chunk of the palette keeps the page, and the next try refetches', async () => {
    await visitor.page.route('**/assets/palette-*.js', (route) => route.fulfill({ status: 404 }))
    // On a busy machine the page is drawn a moment before it listens to keys.
    await visitor.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await visitor.page.keyboard.press('Control+k')
    await visitor.page.getByRole('alert').getByText('No hay conexión con el servidor').waitFor()
    await visitor.page.keyboard.press('Enter')
    expect(await visitor.page.getByRole('alert').getByText('No hay conexión').count()).toBe(0)
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe('Clientes')
    await visitor.page.unroute('**/assets/palette-*.js')
    await visitor.page.keyboard.press('Control+k')
    await visitor.page.getByRole('dialog', { name: 'Buscar o ir a una página' }).waitFor()
    await visitor.page.keyboard.press('Escape')
  })

  testInFullRun('texts missing in every language show an error instead of keys', async () => {
    await visitor.page.clock.install()
    let requestCount = 0
    await visitor.page.route(/assets\/\w\w-settings-[^.]*\.js/, (route) => {
      requestCount++
      return route.abort()
    })
    await visitor.page.goto('/crm/Ajustes')
    const failure = getHeading('Unexpected Application Error!')
    await expect
      .poll(
        async () => {
          await visitor.page.clock.runFor(1000)
          return failure.isVisible()
        },
        { timeout: 15_000 },
      )
      .toBe(true)
    expect(requestCount).toBe(7)
  })
})

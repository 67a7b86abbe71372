import { basename } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measureScripts } from '#test/tidy/weight.ts'
import type { Firm } from './harness/firm.ts'
import { expectNoProblems, openScreens } from './harness/screen-sweep.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'
import { listReads, type watchCalls } from './harness/watch-calls.ts'
import { maxScreenCalls, screenCalls } from './screen-calls.ts'

let browser: Browser
let firm: Firm
let admin: Visitor
let calls: ReturnType<typeof watchCalls>
let fillPathParams: (path: string) => string
let close: () => Promise<void>

beforeAll(async () => {
  ;({ browser, firm, admin, calls, fillPathParams, close } = await openScreens())
})
afterAll(() => close?.())

test.for(Object.entries(maxScreenCalls))('%s is complete after at most %i calls', async ([path, most]) => {
  calls.take()
  await admin.open(fillPathParams(path))
  // Comments and documents are asked for when they come near the window.
  for (const panels of await admin.page.locator('#records').all()) await panels.scrollIntoViewIfNeeded()
  const expected = listReads(screenCalls[path] ?? []).sort()
  await expect.poll(() => listReads(calls.list()).sort(), { timeout: 10_000 }).toEqual(expected)
  expect(calls.list().length).toBeLessThanOrEqual(most)
})

test('an open menu of a record holds its actions alone', async () => {
  await admin.goTo(fillPathParams('/clientes/:clientId'))
  await admin.page.getByRole('button', { name: 'Más acciones' }).click()
  await admin.page.getByRole('menuitem').first().waitFor()
  expect(await admin.violations('[role="menu"]')).toEqual([])
  expect(
    await admin.page
      .getByRole('menuitem')
      .first()
      .evaluate((item) => item === document.activeElement),
  ).toBe(true)
  await admin.page.keyboard.press('Escape')
})

test('a ticked box shows its tick where the system forces its colours', async () => {
  await admin.goTo('/crm/Ajustes')
  await admin.page.emulateMedia({ forcedColors: 'active' })
  const tick = admin.page.locator('input[type="checkbox"]:checked + svg').first()
  const colours = await tick.evaluate((sign) => ({
    sign: getComputedStyle(sign).color,
    box: getComputedStyle(sign.previousElementSibling!).backgroundColor,
  }))
  expect(colours.sign).not.toBe(colours.box)
  await admin.page.emulateMedia({ forcedColors: 'none' })
})

test('Enter takes the first answer to what is typed, never an older one', async () => {
  const { page } = admin
  const [older, typed] = await firm.rows<{ cvl: string; path: string }>(
    `select cvl, '/clientes/' || $1 || '/fusionar/' || id as path from dino.client where id::text <> $1 and kind = 'person' order by cvl limit 2`,
    [fillPathParams(':clientId')],
  )
  await admin.goTo(fillPathParams('/clientes/:clientId/fusionar'))
  await page.getByPlaceholder('Nombre, CVL o documento').fill(older!.cvl)
  await page.getByRole('option').first().waitFor()
  // One letter asks for nothing, and what was found before is no answer to it.
  await page.getByPlaceholder('Nombre, CVL o documento').fill(older!.cvl.slice(0, 1))
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await page.getByPlaceholder('Nombre, CVL o documento').fill(older!.cvl)
  await page.getByRole('option').first().waitFor()
  await page.route(/\/clients\/search/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await page.getByPlaceholder('Nombre, CVL o documento').fill(typed!.cvl)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname.startsWith('/clientes/') && /fusionar\/\d+$/.test(url.pathname))
  expect(new URL(page.url()).pathname).toBe(typed!.path)
  await page.unroute(/\/clients\/search/)
  await admin.settled()
})

describe('pages around the screens', () => {
  test.for(['/access-denied', '/no/such/page', '/clientes/999999999999'])(
    '%s has one heading and no faults',
    async (path) => {
      await admin.open(path)
      expect(await admin.page.getByRole('heading', { level: 1 }).count()).toBe(1)
      await expectNoProblems(admin, 'html')
    },
  )

  test('the sign-in page has no faults', async () => {
    const outsider = await createVisitor(browser, firm)
    await outsider.open('/')
    expect(new URL(outsider.page.url()).pathname).toBe('/auth/login')
    await expectNoProblems(outsider, 'html')
    await outsider.close()
  })
})

test('an enabled button has its own colours at once under reduced motion', async () => {
  const outsider = await createVisitor(browser, firm)
  await outsider.open('/auth/login')
  const colours = await outsider.page
    .getByRole('button', { name: 'Entrar', exact: true })
    .evaluate((button: HTMLButtonElement) => {
      const now = () => [...button.querySelectorAll('*'), button].map((part) => getComputedStyle(part).color)
      const usable = now()
      button.disabled = true
      const barred = now()
      button.disabled = false
      return { usable, barred, again: now() }
    })
  expect(colours.barred).not.toEqual(colours.usable)
  expect(colours.again).toEqual(colours.usable)
  await outsider.close()
})

test.for([
  ['the sign-in page', '/auth/login', 'demo-sign-ins'],
  ['the client list', '/clientes', 'session-watch'],
] as const)('%s fetches only scripts counted in its weight', async ([name, path, last]) => {
  const signedIn = path === '/clientes'
  const storageState = signedIn ? await admin.page.context().storageState() : undefined
  const context = await browser.newContext({
    baseURL: firm.url,
    locale: 'es-ES',
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  const fetched = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.add(basename(new URL(request.url()).pathname))
  })
  await page.goto(path)
  await expect.poll(() => [...fetched].some((file) => file.startsWith(last)), { timeout: 10_000 }).toBe(true)
  const counted = measureScripts('.').pages.find((one) => one.name === name)!.files
  expect([...fetched].filter((file) => !counted.includes(file))).toEqual([])
  await context.close()
})

test('the checks of screens find planted faults', async () => {
  const planted = await createVisitor(browser, firm)
  await planted.page.setContent(`<!doctype html><html lang="es"><title>Planted</title><main style="width: 3000px">
    <h1>clients:fields.kyc</h1><p title="errors.codes.internal">Hola {{name}}</p><p>1.234,50 €</p><p>cliente@dino.example</p><input>
    <input aria-label="Buscar" placeholder="Nombre, teléfono o CVL" style="width: 60px">
    <dl><dt>Cuenta</dt><dd style="width: 9px">ES41 3058</dd></dl></main>`)
  await planted.page.evaluate(() => console.error('something broke'))
  expect(await planted.untranslated()).toEqual(['clients:fields.kyc', 'Hola {{name}}', 'errors.codes.internal'])
  expect(await planted.violations()).toEqual([expect.stringMatching(/^label: /)])
  expect(await planted.overflow()).toBeGreaterThan(0)
  expect(await planted.spilledFacts()).toEqual(['ES41 3058'])
  expect(await planted.cutPlaceholders()).toEqual(['Nombre, teléfono o CVL'])
  await expect.poll(() => planted.problems).toEqual([expect.stringContaining('something broke')])
  await planted.close()
})

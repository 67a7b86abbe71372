import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { isFullTestRun, takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn, tabTo } from './harness/keyboard.ts'
import { getBellByName, insertNotification } from './harness/notification-bell.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
const visitors: Visitor[] = []
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
})
afterEach(async () => {
  for (const one of visitors.splice(0)) await one.close()
  await firm.rows('delete from notification')
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const openSignedIn = async (role: Role, path = '/clientes', width = 1440): Promise<Visitor> => {
  const who = await createVisitor(browser, firm, { width })
  visitors.push(who)
  await who.openAs(role, path)
  return who
}
const getPath = (page: Page): string => new URL(page.url()).pathname
const shortTimeout = { timeout: 10_000 }

// The journeys create by their own lists; here it is another way to the same form.
testInFullRun('creating opens the form from any page', async () => {
  const me = await openSignedIn('admin')
  const { page } = me
  const currency = page.getByRole('textbox', { name: 'Moneda' })
  const focused = () => currency.evaluate((element) => element === document.activeElement)
  for (let time = 0; time < 2; time++) {
    await pressKeyOn(page.getByRole('button', { name: 'Crear algo nuevo' }))
    await pressKeyOn(page.getByRole('dialog', { name: 'Crear algo nuevo' }).getByText('Tipo de cambio'))
    await currency.waitFor()
    await expect.poll(focused, shortTimeout).toBe(true)
    await page.keyboard.press('Shift+Tab')
  }
  expect(getPath(page)).toBe('/crm/Ajustes')
  expect(me.problems).toEqual([])
})

describe('the prefix', () => {
  const places = [
    ['from the bar', 1440],
    ['from the other choices of a phone', 390],
  ] as const
  test.each(takeFirstCases(1, places))(
    'changes prefix %s after a question; page, list and language follow, and back',
    async (_, width) => {
      const me = await openSignedIn('admin', '/clientes', width)
      const { page } = me
      const clients = page.locator('a[data-row][href^="/clientes/"]')
      await clients.first().waitFor()
      const change = async (from: string, to: string, more: string): Promise<void> => {
        if (width < 1000) await page.getByRole('button', { name: more }).click()
        await page.getByRole('button', { name: new RegExp(`: ${from}\\.`) }).click()
        await page.getByRole('button', { name: to, exact: true }).click()
        const dialog = page.getByRole('dialog').filter({ hasText: `¿Trabajar en ${to}?` })
        await dialog.waitFor()
        expect(await me.violations()).toEqual([])
        const going = page.waitForEvent('load')
        await page.keyboard.press('Enter')
        await going
        await me.settled()
      }
      await change('España', 'México', 'Más opciones')
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('es-MX')
      // The other prefix is empty here: nothing of this one is left.
      await page.goto('/clientes')
      await me.settled()
      expect(await clients.count()).toBe(0)
      await change('México', 'España', 'Más opciones')
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('es')
      await page.goto('/clientes')
      await me.settled()
      await expect.poll(() => clients.count(), shortTimeout).toBeGreaterThan(5)
      expect(me.problems).toEqual([])
    },
  )
})

describe('the full screen', () => {
  // A button of the browser’s own, and nothing else depends on it.
  testInFullRun('the full screen is entered and left, and the button shows which', async () => {
    const me = await openSignedIn('manager')
    const { page } = me
    const full = () => page.evaluate(() => document.fullscreenElement !== null)
    await page.getByRole('button', { name: 'Pantalla completa', exact: true }).click()
    await expect.poll(full, shortTimeout).toBe(true)
    await page.getByRole('button', { name: 'Salir de la pantalla completa' }).click()
    await expect.poll(full, shortTimeout).toBe(false)
    await page.getByRole('button', { name: 'Pantalla completa', exact: true }).waitFor()
    expect(me.problems).toEqual([])
  })

  testInFullRun('a browser without full screen gets no button for it', async () => {
    const me = await createVisitor(browser, firm)
    visitors.push(me)
    await me.page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
    await me.openAs('manager')
    expect(await me.page.getByRole('button', { name: 'Pantalla completa' }).count()).toBe(0)
    await me.page.keyboard.press('Control+k')
    await me.page.getByRole('option', { name: 'Cerrar sesión' }).waitFor()
    expect(await me.page.getByRole('option', { name: /Pantalla completa/ }).count()).toBe(0)
  })
})

/** The narrowest; the full suite takes the usual window and the common phone too. */
const viewportWidths = isFullTestRun ? [1440, 390, 360] : [360]

describe('panels of the top bar', () => {
  test.each(viewportWidths)('each panel has no faults and fits at %i pixels', async (width) => {
    const me = await openSignedIn('admin', '/crm/areapersonal', width)
    const { page } = me
    // What is left of a link that something lies over would count as a target too small.
    await page.locator('#content').evaluate((content) => content.setAttribute('inert', ''))
    const whole = async (): Promise<void> => {
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
      expect(await me.violations()).toEqual([])
      expect(await me.untranslated()).toEqual([])
      expect(await me.overflow()).toBe(0)
      const outside = await page.getByRole('dialog').evaluateAll((dialogs) =>
        dialogs
          .filter((dialog) => dialog.checkVisibility())
          .map((dialog) => dialog.getBoundingClientRect())
          .filter(({ left, right }) => left < 0 || right > innerWidth)
          .map(({ left, right }) => `${left} to ${right}`),
      )
      expect(outside).toEqual([])
    }
    const opened = async (name: string | RegExp): Promise<void> => {
      const button = page.getByRole('button', { name })
      await tabTo(button)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').first().waitFor()
    }
    const closed = async (): Promise<void> => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await opened(/^Notificaciones/)
    await page.getByText('No tienes notificaciones').waitFor()
    await whole()
    await closed()
    const longest = { name: 'La llave del portátil de la oficina de Valladolid', way: 'passkey' }
    await insertNotification(firm, 'admin', 'secondFactor.added', longest)
    await insertNotification(firm, 'admin', 'signIn.newPlace', {
      address: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      agent: '',
    })
    await insertNotification(firm, 'admin', 'recoveryCode.used', { left: '7' })
    await getBellByName(page, 'Notificaciones, 3 sin leer').waitFor()
    await opened(/^Notificaciones/)
    await page.getByRole('dialog').getByRole('listitem').nth(2).waitFor()
    await whole()
    await closed()
    const more = width < 1000 ? [/^Más opciones/] : [/^País:/]
    for (const name of [/^Crear algo/, /^Tu cuenta/, /^Buscar o ir/, ...more]) {
      await opened(name)
      await whole()
      await closed()
    }
    expect(me.problems).toEqual([])
  })
})

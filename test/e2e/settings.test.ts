import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
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
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const openSignedIn = async (role: Role, path = '/crm/Ajustes', width = 1440): Promise<Visitor> => {
  const who = await createVisitor(browser, firm, { width })
  visitors.push(who)
  await who.openAs(role, path)
  return who
}
const getHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** By its label, whether it says that it may stay empty or not. */
const getField = (page: Page, name: string) =>
  page
    .getByRole('textbox', { name, exact: true })
    .or(page.getByRole('textbox', { name: `${name} (opcional)`, exact: true }))
const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isFocused = (page: Page, name: string) =>
  getField(page, name).evaluate((element) => element === document.activeElement)
/** What stands under a field as wrong. */
const getFieldError = (page: Page, name: string): Promise<string> =>
  getField(page, name).evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
    return element.getAttribute('aria-invalid') === 'true'
      ? ids.map((id) => (id.endsWith('-error') ? (document.getElementById(id)?.innerText ?? '') : '')).join('')
      : ''
  })
const expectNoProblems = async (who: Visitor): Promise<void> => {
  expect(await who.untranslated()).toEqual([])
  expect(await who.violations()).toEqual([])
  expect(await who.overflow()).toBe(0)
}
const shortTimeout = { timeout: 10_000 }
/** Confirms the beginning of a maintenance. The focus comes a moment after the dialog: a key before it would be the page's. */
const confirmByEnter = async (page: Page): Promise<void> => {
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Empezar el mantenimiento' })
  await expect.poll(() => confirm.evaluate((one) => one === document.activeElement), shortTimeout).toBe(true)
  await page.keyboard.press('Enter')
}
const maintenancePath = '/crm/Ajustes?part=maintenance'
const currenciesPath = '/crm/Ajustes?part=currencies'
const secondFactorPath = '/crm/Ajustes?part=secondFactor'

test('maintenance admits administrators alone until it ends for waiting users', async () => {
  const admin = await openSignedIn('admin', maintenancePath)
  const manager = await openSignedIn('manager', '/clientes?kyc=approved')
  await manager.page.clock.install()
  await getField(admin.page, 'Mensaje').fill('Cambiamos el servidor.')
  await admin.page.getByRole('combobox', { name: 'Duración prevista' }).selectOption({ label: '30 minutos' })
  await getButton(admin.page, 'Empezar el mantenimiento').click()
  const question = admin.page.getByRole('dialog', { name: '¿Empezar el mantenimiento de España?' })
  await question.waitFor()
  expect(await admin.violations()).toEqual([])
  await admin.page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await firm.rows('select from registry.tenant where maintenance is not null')).toEqual([])
  await getButton(admin.page, 'Empezar el mantenimiento').click()
  await confirmByEnter(admin.page)
  await admin.page.getByText(/^En mantenimiento desde/).waitFor()
  expect(await getField(admin.page, 'Mensaje').inputValue()).toBe('Cambiamos el servidor.')
  await admin.page.getByText(/^Final previsto:/).waitFor()
  await expectNoProblems(admin)
  await expect.poll(() => firm.rows('select from draft'), shortTimeout).toEqual([])

  // Whoever is at work is led there at once: what their page listens to breaks off.
  await manager.page.waitForURL('**/maintenance**')
  await manager.page.getByText('Cambiamos el servidor.').waitFor()
  expect(await manager.violations()).toEqual([])

  await admin.page.reload()
  await admin.settled()
  await getButton(admin.page, 'Terminar el mantenimiento').click()
  await admin.page.getByText('Abierto a todos los usuarios').waitFor()
  // Who waits asks by themselves, twice a minute.
  const isBackAtWork = async (): Promise<boolean> => {
    await manager.page.clock.fastForward(30_000)
    return getHeading(manager.page, 'Clientes').isVisible()
  }
  await expect.poll(isBackAtWork, { timeout: 20_000, interval: 500 }).toBe(true)
  expect(admin.problems).toEqual([])
  expect(manager.problems.filter((problem) => !/503/.test(problem))).toEqual([])
}, 60_000)

describe('currency rates', () => {
  // What other forms and drafts do: forms.test.ts, session.test.ts.
  testInFullRun('invalid rate fields show the reason beside them; the first gets the focus', async () => {
    const { page, problems, violations } = await openSignedIn('admin', currenciesPath)
    await getButton(page, 'Añadir tipo de cambio').click()
    await expect.poll(() => isFocused(page, 'Moneda'), shortTimeout).toBe(true)
    expect(await getFieldError(page, 'Moneda')).not.toBe('')
    expect(await getFieldError(page, 'Unidades por 1 €')).not.toBe('')
    expect(await getFieldError(page, 'Desde')).toBe('')
    await getField(page, 'Moneda').fill('usd')
    await getField(page, 'Unidades por 1 €').fill('uno')
    await getField(page, 'Desde').fill('31/02/2026')
    await getButton(page, 'Añadir tipo de cambio').click()
    await expect.poll(() => isFocused(page, 'Unidades por 1 €'), shortTimeout).toBe(true)
    expect(await getFieldError(page, 'Moneda')).toBe('')
    expect(await getFieldError(page, 'Desde')).not.toBe('')
    // What only the server knows stands beside its field as well.
    await getField(page, 'Moneda').fill('xqq')
    await getField(page, 'Unidades por 1 €').fill('1,5')
    await getField(page, 'Desde').fill('')
    await getButton(page, 'Añadir tipo de cambio').click()
    await expect.poll(() => getFieldError(page, 'Moneda'), shortTimeout).not.toBe('')
    await expect.poll(() => isFocused(page, 'Moneda'), shortTimeout).toBe(true)
    expect(await violations()).toEqual([])
    expect(await firm.rows('select from currency_rate')).toEqual([])
    expect(problems).toEqual([])
  })

  test('a rate adds the currency switch, shows converted amounts, and can be restored', async () => {
    const me = await openSignedIn('admin', currenciesPath)
    const { page } = me
    const currencySwitch = page.getByRole('combobox', { name: 'Moneda' })
    expect(await currencySwitch.count()).toBe(0)
    await getField(page, 'Moneda').fill('usd')
    await getField(page, 'Unidades por 1 €').fill('1,0825')
    await getField(page, 'Desde').fill('hoy')
    await page.keyboard.press('Control+Enter')
    const row = page.getByRole('row').filter({ hasText: 'USD' })
    await row.waitFor()
    expect((await row.innerText()).replace(/\s+/g, ' ')).toMatch(/^USD 1,0825 .* Vigente/)
    await currencySwitch.waitFor()
    await expectNoProblems(me)
    expect(await firm.rows('select currency, per_euro::text, valid_from::text from currency_rate')).toEqual([
      { currency: 'USD', per_euro: '1.08250000', valid_from: firm.today },
    ])
    await currencySwitch.selectOption('USD')
    const notice = page.getByRole('status').filter({ hasText: /^Importes convertidos a USD \(1 € = 1,0825 USD/ })
    await notice.waitFor()
    await page.getByRole('link', { name: 'Clientes', exact: true }).click()
    await getHeading(page, 'Clientes').waitFor()
    await me.settled()
    await notice.waitFor()
    const shown = page.getByText(/^≈.*(USD|\$)/).first()
    await shown.waitFor()
    const euros = await shown.evaluate((element) => element.closest('[title]')?.getAttribute('title') ?? '')
    const amount = (text: string): number => Number(text.replace(/[^\d,-]/g, '').replace(',', '.'))
    expect(euros).toMatch(/€/)
    expect(amount(await shown.innerText())).toBeCloseTo(amount(euros) * 1.0825, 1)
    await expectNoProblems(me)
    // Kept for the next time, on the server.
    await page.reload()
    await me.settled()
    await notice.getByRole('button', { name: 'Ver en euros' }).click()
    await notice.waitFor({ state: 'detached' })
    expect(await page.getByText(/^≈/).count()).toBe(0)

    await me.open(currenciesPath)
    await page.getByRole('button', { name: /^Quitar el tipo de cambio de USD/ }).click()
    await currencySwitch.waitFor({ state: 'detached' })
    const undo = getButton(page, 'Deshacer')
    await expect.poll(() => undo.evaluate((element) => element === document.activeElement), shortTimeout).toBe(true)
    expect(await firm.rows('select from currency_rate')).toEqual([])
    await undo.click()
    await currencySwitch.waitFor()
    const again = page.getByRole('button', { name: /^Quitar el tipo de cambio de USD/ })
    await expect.poll(() => again.evaluate((element) => element === document.activeElement), shortTimeout).toBe(true)
    expect(await firm.rows('select per_euro::text from currency_rate')).toEqual([{ per_euro: '1.08250000' }])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText('USD · Vigente').waitFor()
    await expectNoProblems(me)
    await page.getByRole('button', { name: /^Quitar el tipo de cambio de USD/ }).click()
    await page.getByText('No hay ningún tipo de cambio', { exact: false }).waitFor()
    expect(me.problems).toEqual([])
  })
})

testInFullRun('the second of two simultaneous administrators sees the first’s change and repeats theirs', async () => {
  const first = await openSignedIn('admin', secondFactorPath)
  const second = await openSignedIn('admin', secondFactorPath)
  const role = (who: Visitor, name: string) => who.page.getByRole('checkbox', { name, exact: true })
  await role(first, 'Inversiones').click()
  await expect
    .poll(() => firm.rows(`select second_factor_roles from registry.tenant where prefix = 'dino'`), shortTimeout)
    .toEqual([{ second_factor_roles: ['investments'] }])
  await role(second, 'Recursos humanos').click()
  await second.page.getByRole('alert').filter({ hasText: 'Otra persona ha cambiado los ajustes.' }).waitFor()
  await expect.poll(() => role(second, 'Inversiones').isChecked(), shortTimeout).toBe(true)
  expect(await role(second, 'Recursos humanos').isChecked()).toBe(false)
  await expectNoProblems(second)
  await role(second, 'Recursos humanos').click()
  await expect.poll(() => role(second, 'Recursos humanos').isChecked(), shortTimeout).toBe(true)
  expect(await second.page.getByText('Otra persona ha cambiado los ajustes.').count()).toBe(0)
  expect([...first.problems, ...second.problems]).toEqual([])
})

test('a message written on older settings is refused, and stays to be sent', async () => {
  const first = await openSignedIn('admin', secondFactorPath)
  const second = await openSignedIn('admin', maintenancePath)
  await getField(second.page, 'Mensaje').fill('Cambiamos el disco.')
  await first.page.getByRole('checkbox', { name: 'Banker', exact: true }).click()
  await expect
    .poll(() => firm.rows(`select from registry.tenant where 'banker' = any(second_factor_roles)`), shortTimeout)
    .toHaveLength(1)
  // The page reads the settings anew, though not what was typed on the old ones.
  await second.page.evaluate(() => dispatchEvent(new Event('focus')))
  const begin = async (): Promise<void> => {
    await getButton(second.page, 'Empezar el mantenimiento').click()
    await confirmByEnter(second.page)
    await second.page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await begin()
  await second.page.getByRole('alert').filter({ hasText: 'Otra persona ha cambiado estos datos' }).waitFor()
  expect(await getField(second.page, 'Mensaje').inputValue()).toBe('Cambiamos el disco.')
  expect(await firm.rows('select from registry.tenant where maintenance is not null')).toEqual([])
  await expectNoProblems(second)
  await begin()
  await second.page.getByText(/^En mantenimiento desde/).waitFor()
  await getButton(second.page, 'Terminar el mantenimiento').click()
  await second.page.getByText('Abierto a todos los usuarios').waitFor()
  expect(second.problems).toEqual([])
})

testInFullRun('a message being written returns as a draft, in another browser too', async () => {
  const me = await openSignedIn('admin', maintenancePath)
  await getField(me.page, 'Mensaje').fill('Volvemos a las')
  await expect.poll(() => firm.rows('select form from draft'), shortTimeout).toEqual([{ form: 'settings/maintenance' }])
  await me.page.close()
  const again = await openSignedIn('admin', maintenancePath, 390)
  await again.page.getByText(/Hemos recuperado un borrador sin enviar/).waitFor()
  expect(await getField(again.page, 'Mensaje').inputValue()).toBe('Volvemos a las')
  await expectNoProblems(again)
  await getButton(again.page, 'Descartar').click()
  await expect.poll(() => firm.rows('select from draft'), shortTimeout).toEqual([])
  expect(again.problems).toEqual([])
})

describe('the menu of the settings', () => {
  test('names each part once, maintenance last, and marks the visible one', async () => {
    const me = await openSignedIn('admin')
    const menu = me.page.getByRole('navigation', { name: 'Apartados de los ajustes' })
    const links = menu.getByRole('link')
    expect(await links.last().innerText()).toBe('Mantenimiento')
    expect(await me.page.getByRole('button', { name: 'Empezar el mantenimiento' }).count()).toBe(0)
    expect(await menu.locator('[aria-current]').innerText()).toBe('Cambios que requieren aprobación')
    await links.filter({ hasText: 'Monedas' }).press('Enter')
    await me.page.getByRole('heading', { level: 2, name: 'Monedas' }).waitFor()
    expect(await menu.locator('[aria-current]').innerText()).toBe('Monedas')
    expect(new URL(me.page.url()).search).toBe('?part=currencies')
    await expectNoProblems(me)
  })

  test('the search finds a section without accents and brings it into sight by Enter', async () => {
    const me = await openSignedIn('admin')
    await me.page.getByRole('searchbox', { name: 'Buscar en los ajustes' }).fill('limites interes extra')
    await me.page.getByText('1 resultado', { exact: true }).waitFor()
    expect(await me.violations()).toEqual([])
    await me.page.keyboard.press('Enter')
    const section = me.page.getByRole('region', { name: 'Límites de interés extra' })
    await expect.poll(() => section.evaluate((element) => element === document.activeElement), shortTimeout).toBe(true)
    expect(new URL(me.page.url()).search).toBe('?part=payments&section=limits-bonus')
  })

  testInFullRun('the menu is a page of its own on a telephone', async () => {
    const me = await openSignedIn('admin', '/crm/Ajustes', 390)
    const menu = me.page.getByRole('navigation', { name: 'Apartados de los ajustes' })
    await expectNoProblems(me)
    await menu.getByRole('link', { name: 'Correo' }).click()
    await me.page.getByRole('heading', { level: 2, name: 'Correo' }).waitFor()
    expect(await menu.isVisible()).toBe(false)
    await me.page.getByRole('link', { name: 'Todos los ajustes' }).click()
    await menu.waitFor()
    await expectNoProblems(me)
  })
})

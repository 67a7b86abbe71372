import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
import { createVisitor } from './harness/visitor.ts'

let firm: Firm
let browser: Browser
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

test('an administrator sets a missing rate, and the margin opens down to its stretches', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('admin', '/crm/EstudioRentabilidad')
  await pressKeyOn(page.getByRole('button', { name: 'Mes anterior' }))
  const product = page.getByRole('row').filter({ hasText: 'Ticket Restaurante' })
  await product.getByText('Sin tipo interno').waitFor()
  expect(await who.violations()).toEqual([])

  await page.getByRole('link', { name: 'Fijar tipos internos' }).press('Enter')
  await page.getByText('Con cuentas activas y sin tipo interno hoy: Ticket Restaurante.').waitFor()
  await pressKeyOn(page.getByRole('button', { name: 'Añadir tipo interno' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Producto' }).selectOption({ label: 'Ticket Restaurante' })
  await dialog.getByRole('textbox', { name: 'Desde' }).fill('01/01/2020')
  await dialog.getByRole('textbox', { name: 'Tipo anual' }).fill('1,5')
  expect(await who.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Tipo interno guardado.').waitFor()

  await who.open('/crm/EstudioRentabilidad')
  await product.getByRole('cell').nth(6).getByText('€').waitFor()
  await product.click()
  await page.getByRole('button', { name: 'Quitar este filtro: Producto: Ticket Restaurante' }).waitFor()
  // The rows of the accounts take the place of those of the products.
  await who.settled()
  await page.getByRole('row').nth(1).click()
  await page.getByRole('table').filter({ hasText: 'Tipo interno' }).getByText('1,50').first().waitFor()
  await page.getByRole('heading', { name: 'Cómo se calcula' }).waitFor()
  expect(await who.violations()).toEqual([])
  expect(await who.untranslated()).toEqual([])
  expect(who.problems).toEqual([])
})

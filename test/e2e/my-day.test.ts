import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
import { createVisitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

test('a manager works through the list of the day by keyboard', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager', '/crm/MiDia')
  const list = page.getByRole('region', { name: 'Qué hacer' })
  await list.getByRole('link').first().waitFor()
  expect(await who.violations()).toEqual([])
  const rows = list.locator('[data-item]')
  const [first, second] = await rows.evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.item))

  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await page.getByRole('menuitem').first().waitFor()
  await page.keyboard.press('Enter')
  await list.getByText(/^Aplazado hasta el/).waitFor()
  await expect.poll(() => rows.first().getAttribute('data-item')).toBe(second)
  // Whoever goes on by keyboard is on the row that took its place.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item))
    .toBe(second)
  await list.getByRole('button', { name: /1 aplazado/ }).waitFor()
  await page.keyboard.press('z')
  await list.getByText('De vuelta en la lista.').waitFor()
  await expect.poll(() => rows.first().getAttribute('data-item')).toBe(first)

  // What begins with the person of a row is in its menu, and stands in the list at once where it is for today.
  await list
    .getByRole('button', { name: /^Acciones: / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Nuevo seguimiento' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tarea').fill('Llevar el contrato')
  await dialog.getByLabel(/^Fecha límite/).fill('hoy')
  await page.keyboard.press('Control+Enter')
  await list.getByText(/^Llevar el contrato/).waitFor()

  await pressKeyOn(list.getByRole('button', { name: 'Finalizar: Llevar el contrato' }))
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  await page.keyboard.press('Control+Enter')
  await list.getByRole('button', { name: 'Deshacer' }).waitFor()
  expect(await who.violations()).toEqual([])
})

test('the search of the agenda finds people with what it has of them', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager', '/crm/AgendaComercial/buscar')
  await page.getByText('Escribe un nombre, un teléfono, un correo o un asunto.').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('garcia')
  await page.getByRole('row').nth(1).waitFor()
  await expect.poll(() => page.getByRole('row', { name: /Reunión|Seguimiento|Llamada/ }).count()).toBeGreaterThan(0)
  expect(await who.violations()).toEqual([])
})

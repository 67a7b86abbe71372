import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn, tabTo } from './harness/keyboard.ts'
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

test('a manager creates a contact by keyboard, moves and converts it', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager', '/crm/AgendaComercial/contactos')
  await pressKeyOn(page.getByRole('link', { name: 'Nuevo contacto' }))
  await page.getByLabel('Nombre', { exact: true }).fill('Zoraida')
  await page.getByLabel(/^Apellidos/).fill('Quintanilla Prueba')
  await page.getByLabel(/^LOPD firmada el/).fill('hoy')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Zoraida Quintanilla Prueba' }).waitFor()
  expect(await who.violations()).toEqual([])

  await page.goto(`${new URL(page.url()).origin}/crm/AgendaComercial/tablero?search=quintanilla`)
  const card = page.getByRole('link', { name: 'Quintanilla Prueba, Zoraida' })
  await tabTo(card)
  // Four short lines, and no room for more.
  const box = await page.getByRole('listitem').filter({ has: card }).boundingBox()
  expect(box!.height).toBeLessThan(140)
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('Quintanilla Prueba, Zoraida pasa a Contactado.').waitFor()
  const contacted = page.getByRole('region', { name: /^Contactado: 1 / })
  await contacted.getByRole('link', { name: 'Quintanilla Prueba, Zoraida' }).waitFor()
  expect(await who.violations()).toEqual([])
  await page.keyboard.press('z')
  await page.getByRole('region', { name: /^Nuevo: 1 / }).waitFor()

  await card.press('Enter')
  await pressKeyOn(page.getByRole('link', { name: 'Convertir en cliente' }))
  await page.getByRole('heading', { name: /^Convertir a Quintanilla Prueba, Zoraida/ }).waitFor()
  await page.getByLabel('Nombre', { exact: true }).press('Control+Enter')
  await page.waitForURL(/\/clientes\/\d+$/)
  await page.getByRole('link', { name: 'Ver el contacto' }).press('Enter')
  await page.getByText(/^Es cliente desde el/).waitFor()
})

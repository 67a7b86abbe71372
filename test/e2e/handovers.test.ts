import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
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

test('hands over two clients by keyboard after a preview, waiting for the receiver', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager')
  await page.locator('tbody a[data-row]').first().waitFor()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByRole('status').filter({ hasText: '2 seleccionados' }).waitFor()
  expect(await who.violations()).toEqual([])
  const handOver = page.getByRole('button', { name: 'Traspasar' })
  await handOver.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Nuevo traspaso' }).waitFor()
  const receiver = page
    .getByRole('combobox', { name: 'Persona que recibe' })
    .or(page.getByRole('textbox', { name: 'Persona que recibe' }))
  await receiver.focus()
  await page.locator('[role=option]').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Pasarán a verlos').waitFor()
  expect(await who.violations()).toEqual([])
  expect(await who.untranslated()).toEqual([])
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Cambio de oficina')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: /^Traspaso \d+/ }).waitFor()
  await page.getByText('Propuesto', { exact: true }).first().waitFor()
  expect(await firm.rows('select state::text, clients from handover')).toEqual([{ state: 'proposed', clients: 2 }])
  await who.open('/crm/Aprobaciones?box=mine')
  await page
    .getByText(/^Traspasar 2 clientes a /)
    .first()
    .waitFor()
  expect(await who.untranslated()).toEqual([])
  expect(who.problems).toEqual([])
  await who.close()
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAsked } from '#server/features/ledger/verify-books.ts'
import { openBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
beforeAll(async () => {
  ;[firm, browser] = await Promise.all([startFirm(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

test('a balance opens to its journals, the tax reconciles, and the month is closed once somebody has looked', async () => {
  const who = await visitor(browser, firm)
  const { page } = who
  await who.openAs('admin')
  await who.open('/crm/Contabilidad')
  const row = page.getByRole('row').filter({ hasText: 'Hacienda, retenciones' })
  const balance = (await row.getByRole('cell').last().innerText()).trim()
  await page.getByRole('link', { name: 'Ver los asientos de Hacienda, retenciones' }).click()
  // What is owed stands in credit there, and with its sign here.
  await page.getByRole('row').last().getByText(`−${balance}`).waitFor()

  await page.getByRole('link', { name: 'Retenciones', exact: true }).click()
  await page.getByText('Cuadra al céntimo').waitFor()

  await page.getByRole('link', { name: 'Comprobación', exact: true }).click()
  await page.getByRole('button', { name: 'Comprobar ahora' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('En curso').first().waitFor()
  expect(await verifyAsked({ tenant: firm.tenants.of('dino'), now: Date.now })).toBe(0)
  await page.getByText('Cuadra', { exact: true }).first().waitFor()

  await page.getByRole('link', { name: 'Cierre de mes', exact: true }).click()
  await page.getByRole('button', { name: /^Cerrar / }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }).waitFor()
  await page.keyboard.type('Cuadrado con el banco')
  expect(await who.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Pedido: espera la decisión de otra persona.').waitFor()
  await page.getByRole('link', { name: 'Ver el cambio' }).waitFor()
  expect(who.problems).toEqual([])
  expect(await firm.rows(`select task, state from approval where task = 'month.close'`)).toEqual([
    { task: 'month.close', state: 'pending' },
  ])
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
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

test('direction asks why the capital changed, and comes to the movement', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('direction', '/crm/PanelDireccion')
  const tile = page.getByRole('listitem').filter({ hasText: 'Capital' }).first()
  await tile.getByRole('link', { name: /\d %$/ }).last().press('Enter')
  await page.getByRole('heading', { name: 'Variación entre dos fechas', level: 1 }).waitFor()
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('to')).toBe(firm.today)

  // The flow that moved most of the first line, down to its rows: they add up to it.
  const line = page.getByRole('table').last().locator('tbody tr').first()
  await line.waitFor()
  expect(await who.violations()).toEqual([])
  const flow = line.locator('a[href*="/crm/cifras/flows"]').first()
  const amount = (await flow.innerText()).trim()
  await flow.press('Enter')
  await page.getByRole('heading', { name: 'Movimientos', level: 1 }).waitFor()
  const of = new URL(page.url()).searchParams
  expect([of.has('product'), of.has('manager'), of.has('part')]).toEqual([true, true, true])
  await page
    .getByRole('row', { name: /^Total/ })
    .last()
    .getByText(amount)
    .waitFor()
  await page.locator('tbody a[href*="/cuentas/"]').first().press('Enter')
  await page.waitForURL(/\/cuentas\/\d+/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(who.problems).toEqual([])
})

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

test('a supervisor orders people by what they raised, and opens their rows', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('supervisor', '/dashboard-4')
  await page
    .getByRole('radio', { name: 'Histórico' })
    .or(page.getByRole('button', { name: 'Histórico' }))
    .first()
    .press('Enter')
  await page.waitForURL(/sort=lifetime/)
  const table = page.getByRole('group', { name: 'Por persona' })
  const net = table.locator('tbody tr').first().locator('a[href*="/crm/cifras/netCaptation"]')
  const amount = (await net.innerText()).trim()
  expect(await who.violations()).toEqual([])
  await net.press('Enter')
  await page.getByRole('heading', { name: 'Captación neta', level: 1 }).waitFor()
  const total = page.getByRole('row', { name: /^Total/ }).last()
  await total.getByText(amount).waitFor()

  await page.goBack()
  const all = table.locator('tfoot a[href*="/crm/cifras/totalCapital"]')
  const capital = (await all.innerText()).trim()
  await all.press('Enter')
  await page.getByRole('heading', { name: 'Capital total', level: 1 }).waitFor()
  await total.getByText(capital).waitFor()
  expect(who.problems).toEqual([])
})

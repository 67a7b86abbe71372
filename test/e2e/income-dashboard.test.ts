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

test('direction opens the contributions of a month, and what waits in the inbox', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('direction', '/dashboard-3')
  const month = page.getByRole('group', { name: 'Captación y proyección' }).locator('tbody tr', {
    has: page.locator('a[href*="/crm/cifras/flows"]'),
  })
  await month.first().waitFor()
  expect(await who.violations()).toEqual([])
  const inflow = month.first().locator('a[href*="/crm/cifras/flows"]')
  const amount = (await inflow.innerText()).trim()
  await inflow.press('Enter')
  await page.getByRole('heading', { name: 'Movimientos', level: 1 }).waitFor()
  expect(new URL(page.url()).searchParams.get('part')).toBe('contribution')
  await page
    .getByRole('row', { name: /^Total/ })
    .last()
    .getByText(amount)
    .waitFor()

  await page.goBack()
  const sumLink = page.getByRole('table', { name: 'Pendiente' }).locator('tbody td:nth-child(3) a').first()
  const sum = (await sumLink.innerText()).trim()
  await sumLink.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/dashboard-3')
  await page
    .getByRole('row', { name: /^Total/ })
    .last()
    .getByText(sum)
    .waitFor()
  expect(who.problems).toEqual([])
})

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

test('direction goes over the map by keyboard and opens the rows of a place', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('direction', '/dashboard-2?measure=clients')
  const map = page.getByRole('group', { name: 'Clientes por lugar en España' })
  await map.getByRole('link', { name: /^Madrid: / }).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-place'))).toBe('ES-40')
  await map.getByRole('link', { name: /^Madrid: / }).press('Enter')
  await page.waitForURL(/place=ES-28/)
  const rows = page
    .getByRole('region', { name: 'Madrid' })
    .getByRole('link', { name: /^Ver las filas de Capital en Madrid/ })
  const value = (await rows.innerText()).trim()
  expect(await who.violations()).toEqual([])
  await rows.press('Enter')
  await page.getByRole('heading', { name: 'Capital total', level: 1 }).waitFor()
  expect(new URL(page.url()).searchParams.get('place')).toBe('ES-28')
  // What is summed below the rows is what the map said.
  await page
    .getByRole('row', { name: /^Total/ })
    .last()
    .getByText(value)
    .waitFor()
  expect(who.problems).toEqual([])
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, shareFirm } from './harness/firm.ts'
import { createVisitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
beforeAll(async () => {
  firm = await shareFirm()
  browser = await shareBrowser()
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

test('the audit leaves out opened screens until its chip is cleared', async () => {
  const me = await createVisitor(browser, firm)
  const { page } = me
  await me.openAs('admin', '/crm/Auditoria')
  expect(new URL(page.url()).search).toBe('?screens=without')
  const opened = page.getByRole('row').filter({ hasText: 'Abre una pantalla' })
  expect(await opened.count()).toBe(0)
  await page.getByRole('button', { name: /Quitar.*Pantallas abiertas/ }).click()
  await opened.first().waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect([await me.violations(), me.problems]).toEqual([[], []])
  await me.close()
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, shareFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

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

test('shows clients beside their list and gives the focus back to the row', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager', '/clientes')
  const links = page.locator('a[data-row]')
  await links.nth(1).waitFor()
  const first = (await links.nth(0).getAttribute('href'))!.split('/').at(-1)!
  const second = (await links.nth(1).getAttribute('href'))!.split('/').at(-1)!
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  const panel = page.getByRole('complementary', { name: 'Vista rápida' })
  await panel.getByText('Próximo vencimiento').waitFor()
  expect(new URL(page.url()).searchParams.get('peek')).toBe(first)
  expect(await who.violations('aside[aria-label="Vista rápida"]')).toEqual([])
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).searchParams.get('peek')).toBe(second)
  await page.reload()
  await panel.getByText('Próximo vencimiento').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await links.nth(1).evaluate((link) => link === document.activeElement)).toBe(true)
  expect(new URL(page.url()).searchParams.has('peek')).toBe(false)

  // The same by the button of a row; Enter then opens the page.
  await page.getByRole('button', { name: 'Vista rápida' }).first().click()
  await panel.getByText('Próximo vencimiento').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/clientes/${first}`)
  expect(await who.untranslated()).toEqual([])
  expect(who.problems).toEqual([])
  await who.close()
}, 60_000)

test('a telephone offers no record beside the list', async () => {
  const who = await createVisitor(browser, firm, { width: 390, height: 800 })
  const { page } = who
  await who.openAs('manager', '/clientes')
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  expect(await page.getByRole('button', { name: 'Vista rápida' }).count()).toBe(0)
  expect(new URL(page.url()).searchParams.has('peek')).toBe(false)
  expect(who.problems).toEqual([])
  await who.close()
}, 60_000)

describe('accounts beside their lists', () => {
  let who: Visitor
  beforeAll(async () => {
    who = await createVisitor(browser, firm)
    await who.openAs('admin', '/crm/areapersonal')
  })
  afterAll(() => who.close())

  test.for(takeFirstCases(1, ['/crm/Pendientes', '/crm/Cancelaciones', '/crm/Vencimientos']))(
    '%s shows the account of a row beside the list',
    { timeout: 60_000 },
    async (path) => {
      const { page } = who
      await who.goTo(path)
      await page.locator('a[data-row]').first().waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('p')
      const panel = page.getByRole('complementary', { name: 'Vista rápida' })
      await panel.getByText('Saldo actual').waitFor()
      expect(await who.violations('aside[aria-label="Vista rápida"]')).toEqual([])
      expect(who.problems).toEqual([])
    },
  )
})

testInFullRun('a client page shows an account beside its table of accounts', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  const [client] = await firm.rows<{ id: string }>(
    `select client_id::text as id from account where status = 'active' group by client_id having count(*) > 1 limit 1`,
  )
  await who.openAs('admin', `/clientes/${client!.id}`)
  const links = page.getByRole('table', { name: 'Cuentas' }).locator('a[data-row]')
  const numberOf = async (at: number): Promise<string> => (await links.nth(at).getAttribute('href'))!.split('/').at(-1)!
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  const panel = page.getByRole('complementary', { name: 'Vista rápida' })
  await panel.getByText('Saldo actual').waitFor()
  expect(new URL(page.url()).searchParams.get('peek')).toBe(await numberOf(0))
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).searchParams.get('peek')).toBe(await numberOf(1))
  expect(await who.violations('aside[aria-label="Vista rápida"]')).toEqual([])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await links.nth(1).evaluate((link) => link === document.activeElement)).toBe(true)
  expect(who.problems).toEqual([])
  await who.close()
})

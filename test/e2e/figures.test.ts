import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
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

test('direction opens a figure of the dashboard down to its rows, by keyboard', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('direction', '/crm')
  const tile = page.getByRole('link', { name: /^Ver las filas de Capital total/ })
  const value = (await tile.innerText()).trim()
  await tile.press('Enter')
  await page.getByRole('heading', { name: 'Capital total', level: 1 }).waitFor()
  // The figure, its parts and the sum of its rows are one amount.
  await page
    .getByRole('row', { name: /^Total/ })
    .last()
    .getByText(value)
    .waitFor()
  expect(await page.getByRole('table', { name: 'Desglose' }).getByText(value).count()).toBe(1)
  const situation = page.getByRole('region', { name: 'Origen de la variación' })
  await situation.locator('a[href*="/crm/cifras/flows"]').first().press('Enter')
  await page.getByRole('heading', { name: 'Movimientos', level: 1 }).waitFor()
  expect(new URL(page.url()).searchParams.get('part')).not.toBeNull()
  await page
    .getByRole('radio', { name: 'Ayer' })
    .or(page.getByRole('button', { name: 'Ayer' }))
    .first()
    .click()
  await page.waitForURL(/range=yesterday/)
  // What was chosen goes along to the next screen of figures.
  await page.getByRole('link', { name: 'Cuadro de mando' }).first().click()
  await page.getByRole('heading', { name: 'Cuadro de mando', level: 1 }).waitFor()
  await page.getByRole('link', { name: /^Ver las filas de Capital pendiente/ }).press('Enter')
  await page.waitForURL(/pendingCapital\?range=yesterday/)
  expect(await who.violations()).toEqual([])
  expect(who.problems).toEqual([])
})

test('keeps both of two choices made in the same moment', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('direction', '/crm/InformesGenerales')
  await page.getByRole('region', { name: /Situación/ }).waitFor()
  await page.evaluate(() => {
    const [year] = document.querySelectorAll('select')
    const quarter = [...document.querySelectorAll<HTMLElement>('[role="radio"], button, input[type="radio"]')].find(
      (button) => (button.textContent || button.parentElement?.textContent)?.trim() === '2.º trimestre',
    )
    if (!year || !quarter) throw new Error('the choices are not there')
    year.value = '2025'
    year.dispatchEvent(new Event('change', { bubbles: true }))
    quarter.click()
  })
  await page.waitForURL((url) => url.searchParams.get('year') === '2025' && url.searchParams.get('quarter') === '2')
  expect(who.problems).toEqual([])
})

test('a manager arranges the dashboard by keyboard, also for the next sign-in', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager', '/crm')
  const headings = () =>
    page.locator('main').locator('ul[aria-label="Cifras principales"] > li span:first-child, h2').allInnerTexts()
  await page.getByRole('heading', { name: /^Objetivo de/ }).waitFor()
  // What waits for a manager stands first.
  expect((await headings())[1]).toBe('Vencimientos')
  await pressKeyOn(page.getByRole('button', { name: 'Personalizar' }))
  const panel = page.getByRole('dialog', { name: 'Personalizar' })
  await panel.getByRole('checkbox', { name: 'Vencimientos' }).press('Space')
  await panel.getByRole('button', { name: 'Bajar Objetivo' }).press('Enter')
  expect(await who.violations()).toEqual([])
  const arranged = async () => (await headings()).slice(0, 2).join(' | ')
  await expect.poll(arranged).toMatch(/^Solicitudes de retirada \| Objetivo de/)
  await expect
    .poll(() => firm.rows(`select dashboard[1:2] as first from registry.preference where dashboard is not null`))
    .toEqual([{ first: ['withdrawalRequests', 'goal'] }])
  await who.openAs('manager', '/crm')
  await page.getByRole('heading', { name: /^Objetivo de/ }).waitFor()
  expect(await arranged()).toMatch(/^Solicitudes de retirada \| Objetivo de/)
  await pressKeyOn(page.getByRole('button', { name: 'Personalizar' }))
  await panel.getByRole('button', { name: 'Lo habitual de tu perfil' }).press('Enter')
  await expect.poll(async () => (await headings())[1]).toBe('Vencimientos')
  expect(await who.untranslated()).toEqual([])
  expect(who.problems).toEqual([])
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, shareFirm } from './harness/firm.ts'
import { tabTo } from './harness/keyboard.ts'
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

test('a manager compares product variants by keyboard and shares the study by link', async () => {
  const me = await createVisitor(browser, firm)
  const { page } = me
  await me.openAs('manager', '/crm/EstudioProductos/proyeccion')
  const first = page.getByRole('region', { name: 'Variante 1' })
  const figure = (name: string, of = first) =>
    of.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
  await figure('Intereses totales').waitFor()
  const [product] = await firm.rows<{ id: string }>(
    `select id from product where day_count = 'ACT/365F' and not capitalised and term_months = 12 and on_sale limit 1`,
  )
  await first.getByLabel('Producto').selectOption(product!.id)
  const type = async (label: string, text: string) => {
    await tabTo(first.getByLabel(label, { exact: true }))
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }
  await type('Ingreso', '100000')
  await type('TIN %', '5')
  await expect.poll(() => figure('Intereses totales').innerText()).toContain('5.000,00')
  expect(await figure('Interés diario').innerText()).toContain('13,70')
  expect(await figure('Interés mensual').innerText()).toContain('416,67')
  await type('Interés extra %', 'mucho')
  await first.getByText('Entre 0 y 99,999999.').waitFor()
  expect(await figure('Intereses totales').innerText()).toContain('5.000,00')
  await type('Interés extra %', '1')
  await expect.poll(() => figure('Importe final').innerText()).toContain('106.000,00')

  await page.getByRole('button', { name: 'Añadir variante' }).press('Enter')
  const second = page.getByRole('region', { name: 'Variante 2' })
  await expect.poll(() => figure('Importe final', second).innerText()).toContain('106.000,00')
  const chart = page.getByRole('figure', { name: 'Ingreso más intereses al final de cada año, en euros' })
  // Lines that end at the same value say so one below the other.
  await expect.poll(() => chart.locator('svg text', { hasText: '106.000 €' }).count()).toBe(2)
  expect(await chart.locator('svg text', { hasText: /^0\s€$/ }).count()).toBe(1)
  const table = chart.getByRole('table', { name: 'Ingreso más intereses al final de cada año, en euros' })
  expect(await table.getByRole('row').last().innerText()).toMatch(/^1\s+106\.000,00\s€\s+106\.000,00\s€$/)
  await chart.getByRole('button', { name: 'Tabla' }).press('Enter')
  expect(await table.boundingBox()).toMatchObject({ width: expect.closeTo(1060, -3) })
  await chart.getByRole('button', { name: 'Gráfico' }).press('Enter')
  await tabTo(chart.getByRole('checkbox', { name: 'Ampliar diferencias' }))
  await page.keyboard.press('Space')
  await chart.getByText('El eje empieza en 100.000 €, no en cero.').waitFor()
  await tabTo(chart.locator('svg[tabindex="0"]'))
  await page.keyboard.press('ArrowRight')
  await chart.getByText('106.000,00 €').first().waitFor()
  expect(await page.getByRole('table').count()).toBe(3)
  expect(await me.violations()).toEqual([])
  expect(await me.untranslated()).toEqual([])
  await page.reload()
  await me.settled()
  await expect.poll(() => figure('Importe final', second).innerText()).toContain('106.000,00')
  await second.getByRole('button', { name: 'Quitar la variante 2' }).press('Enter')
  await second.waitFor({ state: 'detached' })
  await page.locator('button:focus', { hasText: 'Añadir variante' }).waitFor()

  await page.getByRole('button', { name: 'Exportar' }).press('Enter')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Preparar archivo' }).press('Enter')
  expect((await file).suggestedFilename()).toMatch(/^Estudio de productos .*\.xlsx$/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(me.overflow).toBeLessThanOrEqual(0)
  expect(me.problems).toEqual([])
  await me.close()
})

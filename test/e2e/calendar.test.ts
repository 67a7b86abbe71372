import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn, tabTo } from './harness/keyboard.ts'
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

test('a manager plans a meeting in the calendar and moves it by keyboard', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  // Far from what the firm has planned.
  await who.openAs('manager', '/crm/AgendaComercial?view=week&date=2031-06-18')
  await page.getByRole('button', { name: /2031-06-18 10:00:00 -/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Nueva reunión' })
  // A list of answers without anything to show keeps no key from the dialog.
  await dialog.getByRole('combobox').first().click()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await page.getByRole('button', { name: /2031-06-18 10:00:00 -/ }).click()
  await dialog.getByLabel('Asunto').fill('Comité de prueba')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Reunión prevista para el 18/06/2031 10:00.').waitFor()
  const event = page.getByRole('button', { name: /Comité de prueba/ })
  await event.waitFor()
  expect(await who.violations()).toEqual([])

  await tabTo(event)
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('Reunión movida al 18/06/2031 10:30.').waitFor()
  await page.getByRole('button', { name: /10:30 Comité de prueba/ }).waitFor()
  await page.keyboard.press('z')
  await page.getByText('La reunión vuelve a su hora.').waitFor()

  // The day that is shown goes along with a meeting that leaves it, and the meeting keeps the focus.
  await page.goto(page.url().replace('view=week', 'view=day'))
  await tabTo(event)
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('Reunión movida al 19/06/2031 10:00.').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe('2031-06-19')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/Comité de prueba/)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.getByText('Reunión movida al 18/06/2031 10:00.').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe('2031-06-18')
  await page.goto(page.url().replace('view=day', 'view=week'))

  await page.getByRole('button', { name: 'Lista' }).click()
  await page.getByRole('link', { name: 'Comité de prueba' }).click()
  await page.getByRole('heading', { level: 1, name: 'Comité de prueba' }).waitFor()
  await page.getByText('18/06/2031 10:00–11:00').waitFor()
  // Its button goes with what it did: whoever works by keys is at the one that came instead.
  await pressKeyOn(page.getByRole('button', { name: 'Cancelar reunión' }))
  await page.getByRole('dialog').getByLabel('Motivo').fill('Ya no hace falta')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Reunión cancelada.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Volver a planificar')
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Cancelar reunión' }).waitFor()
  expect(await who.violations()).toEqual([])
})

test('a meeting that is closed says that no key moves it', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await firm.rows(
    `update dino.meeting set state = 'held', result = 'Bien', closed_at = now(), closed_by = created_by where subject = 'Comité de prueba'`,
  )
  await who.openAs('manager', '/crm/AgendaComercial?view=week&date=2031-06-18')
  const event = page.getByRole('button', { name: /Comité de prueba/ })
  await event.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('ya está cerrada: se queda a su hora.').waitFor()
  expect(await who.violations()).toEqual([])
})

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

test('a rule of attribution is proposed, approved by direction, and listed', async () => {
  const admin = await createVisitor(browser, firm)
  const { page } = admin
  await firm.rows(`update registry.tenant set second_factor_roles = '{hr}' where prefix = 'dino' returning prefix`)
  await admin.openAs('admin', '/crm/Ajustes?part=attribution')
  await page.getByRole('button', { name: 'Añadir regla' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Añadir regla' })
  await form.getByRole('combobox', { name: 'Canal del cliente' }).selectOption('partner')
  await form.getByRole('textbox', { name: 'Desde' }).fill('+30')
  await form.getByRole('textbox', { name: 'Partner' }).fill('45')
  await form.getByText('Sobra 45,00 %.').waitFor()
  await form.getByRole('textbox', { name: 'Gestor' }).fill('55')
  await form.getByText('Suma 100 %.').waitFor()
  await form.getByRole('textbox', { name: 'Motivo' }).fill('Acuerdo con los partners')
  expect(await admin.violations()).toEqual([])
  await form.getByRole('button', { name: 'Proponer' }).press('Enter')
  await form.waitFor({ state: 'detached' })
  const sentence = /Repartir la captación de cualquier producto, canal partner/
  await page.getByText(sentence).first().waitFor()

  const direction = await createVisitor(browser, firm)
  await direction.openAs('direction', '/crm/Aprobaciones')
  const { page: desk } = direction
  await desk.getByRole('link', { name: sentence }).click()
  await desk.getByRole('button', { name: 'Aprobar', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Aprobar', exact: true }).click()
  await desk.getByText('Aprobado. El cambio ya se ha aplicado.').waitFor()

  await page.reload()
  const rule = page.getByRole('row').filter({ hasText: 'Partner' }).filter({ hasText: 'Futura' })
  await rule.getByText('55,00').waitFor()
  await rule.getByText('45,00').waitFor()
  expect(await page.getByText(sentence).count()).toBe(0)
  expect([...admin.problems, ...direction.problems]).toEqual([])
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
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

test('a substitute for direction named by an administrator waits for direction', async () => {
  const admin = await createVisitor(browser, firm)
  const { page } = admin
  const [superior] = await firm.rows<{ cvl: string }>(
    `select e.cvl from employee e join registry.membership m on m.cvl = e.cvl and m.prefix = 'dino' and m.role = 'direction' limit 1`,
  )
  const [standIn] = await firm.rows<{ cvl: string }>(
    `select e.cvl from employee e join registry.membership m on m.cvl = e.cvl and m.prefix = 'dino' and m.role = 'manager' limit 1`,
  )
  await admin.openAs('admin', '/crm/Aprobaciones/suplencias')
  for (const [label, cvl] of [
    ['Persona ausente', superior!.cvl],
    ['Suplente', standIn!.cvl],
  ] as const) {
    const field = page.getByRole('combobox', { name: label }).or(page.getByRole('textbox', { name: label }))
    await field.fill(cvl)
    await page.getByRole('option', { name: new RegExp(cvl) }).click()
  }
  const last = page.getByLabel('Último día').first()
  await last.fill(firm.today)
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Vacaciones')
  await page.getByRole('button', { name: 'Guardar la suplencia' }).click()
  await page.getByText(/^Suplencia propuesta:/).waitFor()
  await admin.open('/crm/Aprobaciones?box=mine')
  await page
    .getByText(/ sustituye a /)
    .first()
    .waitFor()
  expect([await admin.untranslated(), await admin.violations(), await admin.overflow()]).toEqual([[], [], 0])
  await page.locator('a[data-row]').first().click()
  await page.getByText(/^Lo decide la persona ausente o Dirección/).waitFor()
  expect([await admin.untranslated(), await admin.violations(), await admin.overflow()]).toEqual([[], [], 0])
  expect(admin.problems).toEqual([])
  await admin.close()
})

// The server’s tests hold which changes wait for whom; one of them is walked through.
testInFullRun('a handover proposed by an administrator names its approver', async () => {
  const admin = await createVisitor(browser, firm)
  const { page } = admin
  await admin.openAs('admin')
  await page.locator('tbody a[data-row]').first().waitFor()
  for (const key of ['j', 'x']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Traspasar' }).click()
  const receiver = page
    .getByRole('combobox', { name: 'Persona que recibe' })
    .or(page.getByRole('textbox', { name: 'Persona que recibe' }))
  await receiver.focus()
  await page.locator('[role=option]').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Además de la persona que los recibe').waitFor()
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Cambio de oficina')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: /^Traspaso \d+/ }).waitFor()
  await page.getByText(/^Pendiente de la conformidad/).waitFor()
  expect([await admin.untranslated(), await admin.violations(), await admin.overflow()]).toEqual([[], [], 0])
  await page.getByRole('link', { name: 'Ver la propuesta' }).click()
  await page
    .getByText(/^Aceptar la salida de 1 cliente/)
    .first()
    .waitFor()
  expect([await admin.untranslated(), await admin.violations(), await admin.overflow()]).toEqual([[], [], 0])
  expect(admin.problems).toEqual([])
  await admin.close()
})

testInFullRun('silencing notices and changing an office’s zone are proposed with a reason', async () => {
  const admin = await createVisitor(browser, firm)
  const { page } = admin
  await firm.rows(
    `insert into setting (key, value) values ('notices.on', '["maturity"]') on conflict (key) do update set value = excluded.value returning key`,
  )
  await admin.openAs('admin', '/crm/Ajustes?part=notices')
  await page.getByRole('checkbox', { name: /^Vencimiento/ }).click()
  const dialog = page.getByRole('dialog', { name: /^¿Dejar de enviar/ })
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Molestan')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Dejar de enviar avisos a clientes: próximos vencimientos/).waitFor()
  expect([await admin.untranslated(), await admin.violations(), await admin.overflow()]).toEqual([[], [], 0])
  const [office] = await firm.rows<{ name: string; zone: string }>(
    `select o.name, (select z.name from zone z where z.id <> o.zone_id order by z.id limit 1) as zone from office o
      where exists (select from employee e where e.office_id = o.id) order by o.id limit 1`,
  )
  await admin.open('/crm/Ajustes?part=reference')
  await page
    .getByRole('button', { name: `Cambiar ${office!.name}` })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Cambiar la oficina' })
  await form.getByRole('combobox', { name: 'Zona' }).selectOption({ label: office!.zone })
  await form.getByText(/^Hay personas en esta oficina/).waitFor()
  await form.getByRole('textbox', { name: 'Motivo' }).fill('Nuevo reparto')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Cambiar la zona de la oficina/).waitFor()
  expect([await admin.untranslated(), await admin.violations(), await admin.overflow()]).toEqual([[], [], 0])
  expect(admin.problems).toEqual([])
  await admin.close()
})

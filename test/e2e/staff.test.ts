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

test('an employee is added, changed and moved; one with clients cannot leave yet', async () => {
  const me = await createVisitor(browser, firm)
  const { page } = me
  await me.openAs('hr', '/crm/RRHH')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const pick = async (label: string, typed: string) => {
    await page.getByRole('combobox', { name: label }).last().fill(typed)
    await page.getByRole('listbox').getByRole('option').first().click()
  }
  await page.getByRole('link', { name: 'Nuevo empleado' }).click()
  await me.settled()
  await page.getByLabel('Nombre', { exact: true }).fill('Ofelia')
  await page.getByLabel('Puesto').selectOption('advisor')
  await pick('Oficina', 'Madrid')
  await page.getByLabel('IBAN para facturas').fill('ES9121000418450200051333')
  await page.getByLabel('Motivo').fill('Como en su contrato')
  await button('Crear empleado').click()
  await page.getByText('IBAN no válido: revisa los dígitos.').waitFor()
  await page.getByLabel('IBAN para facturas').fill('ES91 2100 0418 4502 0005 1332')
  await button('Crear empleado').click()
  await page.getByRole('heading', { level: 1, name: 'Ofelia' }).waitFor()
  await page.getByText(/^Cambio pendiente de aprobación: IBAN para facturas y gastos/).waitFor()

  await page.getByRole('link', { name: 'Editar' }).click()
  await page.getByLabel('Apellidos').fill('Quiroga')
  await button('Guardar').click()
  await page.getByRole('heading', { level: 1, name: 'Ofelia Quiroga' }).waitFor()

  await button('Cambiar de supervisor').click()
  await pick('Supervisor', 'D0000003')
  await page.getByRole('textbox', { name: 'Desde el día (opcional)', exact: true }).fill('+30')
  // Its calendar is called by the field alone.
  await button('Elegir Desde el día en el calendario').waitFor()
  await page.getByRole('dialog').getByLabel('Motivo').fill('Refuerza su equipo')
  await button('Cambiar').click()
  // Somebody gains a colleague by it, so that direction decides.
  await page.getByText(/^Cambio de supervisor a /).waitFor()
  expect(await me.violations()).toEqual([])

  const [busy] = await firm.rows<{ id: string }>(
    'select manager_id as id from client_list where manager_id is not null limit 1',
  )
  await me.open(`/crm/RRHH/${busy!.id}`)
  await button('Dar de baja').first().click()
  await page.getByRole('textbox', { name: 'Último día', exact: true }).fill('hoy')
  await page.getByRole('dialog').getByLabel('Motivo').fill('Se jubila')
  await page.getByRole('dialog').getByRole('button', { name: 'Dar de baja' }).click()
  await page.getByText(/clientes? sin traspasar en esa fecha/).waitFor()
  expect(me.problems).toEqual([])
})

testInFullRun('the subcompany of an employee is changed in the row, and the change undone', async () => {
  const me = await createVisitor(browser, firm)
  const { page } = me
  await me.openAs('hr', '/crm/RRHH')
  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('checkbox', { name: 'Subempresa' }).check()
  await page.keyboard.press('Escape')
  const cell = page
    .getByRole('table')
    .getByRole('button', { name: /^Subempresa: / })
    .first()
  const before = await cell.getAttribute('aria-label')
  await cell.click()
  const others = page.getByRole('option').filter({ hasNotText: before!.replace('Subempresa: ', '') })
  await others.last().click()
  await page.getByText(/: subempresa cambiada a /).waitFor()
  await expect.poll(() => cell.getAttribute('aria-label')).not.toBe(before)
  await page.keyboard.press('z')
  await page.getByText(/: vuelve la subempresa anterior\./).waitFor()
  await expect.poll(() => cell.getAttribute('aria-label')).toBe(before)
  expect(await me.violations()).toEqual([])
  expect(me.problems).toEqual([])
  await me.close()
})

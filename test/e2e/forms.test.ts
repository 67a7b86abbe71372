import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let admin: Visitor
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  admin = await createVisitor(browser, firm)
  await admin.openAs('admin')
})
afterAll(async () => {
  await admin?.close()
  await browser?.close()
  await firm?.close()
})

const missing = 'Este campo es obligatorio.'
const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement)

test.each(
  takeFirstCases(1, [
    { path: '/crm/Traspasos/nuevo', submit: /^(Proponer|Realizar)/, first: 'Persona que cede', count: 3 },
    { path: '/crm/RRHH/nuevo', submit: 'Crear empleado', first: 'Nombre', count: 3 },
    { path: '/crm/Productos/nuevo', submit: /^(Crear|Guardar|Proponer|Enviar)/, first: 'Producto', count: 1 },
  ]),
)(
  'the form at $path lists every missing field, with the focus on the first',
  async ({ path, submit, first, count }) => {
    const { page } = admin
    await admin.goTo(path)
    const button = page.locator('main').getByRole('button', { name: submit }).first()
    expect(await button.isEnabled()).toBe(true)
    await button.click()
    await page
      .locator('[aria-invalid="true"]')
      .nth(count - 1)
      .waitFor()
    await expect.poll(() => hasFocus(page.locator('main').getByLabel(first, { exact: true }).first())).toBe(true)
    expect(await admin.violations()).toEqual([])
  },
)

// The same components as in the form above, and an empty list as in lists.test.ts.
testInFullRun('an account opening lists what is missing and writes the amount out', async () => {
  const { page } = admin
  const [client] = await firm.rows<{ id: string }>('select id from client order by id limit 1')
  await admin.open(`/clientes/${client!.id}/cuentas/nueva`)
  await page.getByRole('button', { name: 'Solicitar apertura' }).click()
  await page.getByText(missing).nth(1).waitFor()
  await expect.poll(() => hasFocus(page.getByRole('combobox', { name: 'Producto' }))).toBe(true)
  const amount = page.getByRole('textbox', { name: 'Importe acordado' })
  await amount.fill('1.234,5')
  await amount.press('Tab')
  expect(await amount.inputValue()).toBe('1.234,50')
  await page.getByRole('button', { name: 'Guardar borrador' }).click()
  await expect.poll(() => hasFocus(page.getByRole('combobox', { name: 'Producto' }))).toBe(true)
})

testInFullRun('an upload without a file says so instead of a dead button', async () => {
  const { page } = admin
  await admin.open('/crm/Ingresos/extractos#subir')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Subir' }).click()
  await dialog.getByText(missing).waitFor()
  expect(await admin.violations()).toEqual([])
})

test('a dialog opens on the first thing that it asks for', async () => {
  const { page } = admin
  await admin.open('/crm/Importar#subir')
  const chosen = page.getByRole('dialog').getByRole('radio', { checked: true })
  await chosen.waitFor()
  await expect.poll(() => hasFocus(chosen)).toBe(true)
})

test('a searched choice takes the first hit and keeps text without one', async () => {
  const { page } = admin
  await admin.open('/crm/Traspasos/nuevo')
  const receiver = page.getByRole('combobox', { name: 'Persona que recibe' })
  await receiver.click()
  await page.locator('[role="option"]:visible').first().waitFor()
  await page.keyboard.type('GARCI')
  await page.keyboard.press('Enter')
  expect(await receiver.inputValue()).toMatch(/García.* · \w+/)
  await receiver.fill('zzzz')
  await receiver.press('Tab')
  await page.getByText('«zzzz» no está en la lista. Elige una opción.').waitFor()
  expect(await receiver.inputValue()).toBe('zzzz')
})

test('a date is typed or taken from the calendar, without help where nobody errs', async () => {
  const { page } = admin
  await admin.open('/crm/RRHH/nuevo')
  const born = page.getByRole('textbox', { name: 'Fecha de nacimiento (opcional)' })
  await born.fill('3/5/1980')
  await born.press('Tab')
  expect(await born.inputValue()).toBe('03/05/1980')
  expect(await page.getByRole('button', { name: /^Elegir Fecha de nacimiento/ }).count()).toBe(1)
  expect(await page.getByText('Escribe 3/5, hoy o +30').count()).toBe(0)
  await page.locator('input[type="date"]').last().fill('1981-06-04')
  expect(await page.getByText('*', { exact: true }).count()).toBe(0)
  expect(admin.problems).toEqual([])
})

/** Fields of the forms on the page that share a line with another one, or are wider than a line is read. */
const findMisplacedFields = (page: Visitor['page']): Promise<string[]> =>
  page.evaluate(() => {
    const selector = 'input:not([type=checkbox], [type=radio], [type=hidden], [aria-hidden]), select, textarea'
    return [...document.querySelectorAll('main form')].flatMap((form) => {
      const fields = [...form.querySelectorAll<HTMLInputElement>(selector)]
        // What is read as one, and the lines of a table of fields.
        .filter((field) => !field.closest('[data-field-row], fieldset') && field.offsetParent !== null)
        .map((field) => ({ name: field.labels?.[0]?.textContent ?? field.name, box: field.getBoundingClientRect() }))
      const isBeside = (one: DOMRect, other: DOMRect) => one.top < other.bottom - 1 && other.top < one.bottom - 1
      return fields
        .filter(({ box }) => box.width > 480 || fields.some((other) => other.box !== box && isBeside(box, other.box)))
        .map(({ name }) => name)
    })
  })

test.each(
  takeFirstCases(2, [
    '/crm/RRHH/nuevo',
    '/crm/Productos/nuevo',
    '/crm/Contabilidad/asientos/nuevo',
    '/crm/Traspasos/nuevo',
    '/crm/Ajustes?part=maintenance',
    '/crm/Ajustes?part=payments',
  ]),
)('the fields of %s stand in one column', async (path) => {
  const { page } = admin
  await admin.open(path)
  await page.locator('main form').first().waitFor()
  expect(await findMisplacedFields(page)).toEqual([])
  expect(await page.locator('main form').first().locator('input, select, textarea').count()).toBeGreaterThan(1)
})

testInFullRun('an empty list says where its rows come from', async () => {
  const advisor = await createVisitor(browser, firm)
  await advisor.openAs('advisor')
  await advisor.open('/crm/Aprobaciones?box=mine')
  await advisor.page.getByText('Cuando un cambio tuyo necesite la aprobación de otra persona, lo verás aquí.').waitFor()
  expect(await advisor.violations()).toEqual([])
  await advisor.close()
})

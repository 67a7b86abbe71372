import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

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

/** Gives the reason in the dialog that is open, by the keyboard, and sends it. */
const fillInReason = async ({ page, violations }: Visitor, title: string | RegExp, reason: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  expect(await violations()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Motivo' }).press('Control+Enter')
  await dialog.getByRole('textbox', { name: 'Motivo' }).and(page.locator('[aria-invalid="true"]')).waitFor()
  await page.keyboard.type(reason)
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
}

const findPendingSettings = () =>
  firm.rows<{ task: string }>(`select task from approval where state = 'pending' and entity = 'settings' order by id`)

test('settings about money and rights wait for direction, each with its reason', async () => {
  const admin = await createVisitor(browser, firm)
  const { page } = admin
  await firm.rows(`update registry.tenant set second_factor_roles = '{hr}' where prefix = 'dino' returning prefix`)
  await admin.openAs('admin', '/crm/Ajustes?part=checks')
  const check = page.getByRole('checkbox', { name: 'Retirada', exact: true })
  await check.click()
  await fillInReason(admin, /^¿Dejar de exigir/, 'Sobra esta revisión')
  await page.getByText('Pendiente de que otra persona lo apruebe.').waitFor()
  expect([await check.isChecked(), await check.isDisabled()]).toEqual([true, true])

  await admin.open('/crm/Ajustes?part=secondFactor')
  const role = page.getByRole('checkbox', { name: 'Recursos humanos' })
  await role.click()
  await fillInReason(admin, /segundo factor/, 'Todavía no tienen móvil')
  await page.getByText(/Dejar de exigir un segundo factor al perfil Recursos humanos/).waitFor()
  expect([await role.isChecked(), await role.isDisabled()]).toEqual([true, true])

  // Direction has no second factor here: required of it at once, nobody could undo it for a day.
  const locking = page.getByRole('checkbox', { name: 'Dirección' })
  await locking.click()
  await fillInReason(admin, '¿Exigir un segundo factor al perfil Dirección?', 'Lo pide la auditoría')
  await page.getByText(/Exigir un segundo factor al perfil Dirección/).waitFor()
  expect([await locking.isChecked(), await locking.isDisabled()]).toEqual([false, true])
  expect([await admin.untranslated(), await admin.violations(), await admin.overflow()]).toEqual([[], [], 0])

  await admin.open('/crm/Ajustes?part=withholding')
  await page.getByRole('combobox', { name: 'Condición fiscal de la entidad' }).selectOption({ index: 0 })
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await fillInReason(admin, '¿Cambiar la condición fiscal de la entidad?', 'Ya tenemos la licencia')
  await page.getByText(/Condición fiscal de la entidad: entidad financiera/).waitFor()
  await page
    .getByRole('button', { name: /^Quitar el porcentaje de/ })
    .first()
    .click()
  await fillInReason(admin, '¿Quitar este porcentaje de retención fiscal?', 'La ley ha cambiado')
  await page.getByText(/Quitar la retención fiscal del/).waitFor()
  expect([await admin.untranslated(), await admin.violations(), await admin.overflow()]).toEqual([[], [], 0])

  await admin.open('/crm/Ajustes?part=payments')
  await page.getByRole('button', { name: 'Añadir un límite' }).first().click()
  const form = page.getByRole('dialog', { name: 'Nuevo límite de retirada' })
  await form.getByRole('textbox', { name: 'Importe por retirada' }).fill('9.000')
  await form.getByRole('textbox', { name: 'Motivo' }).fill('Sube el volumen de retiradas')
  await form.getByRole('button', { name: 'Proponer' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText(/Límite de retirada de Gestor: 9\.?000,00/).waitFor()
  expect(await findPendingSettings()).toEqual(
    ['check.off', 'secondFactorRole', 'secondFactorRole', 'withholding', 'withholding', 'limit'].map((task) => ({
      task,
    })),
  )

  const direction = await createVisitor(browser, firm)
  await direction.openAs('direction', '/crm/Aprobaciones')
  const { page: desk } = direction
  await desk.getByRole('link', { name: /Límite de retirada de Gestor/ }).click()
  await desk.getByRole('heading', { level: 2, name: /Límite de retirada de Gestor/ }).waitFor()
  await desk.getByRole('button', { name: 'Aprobar', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Aprobar', exact: true }).click()
  await desk.getByText('Aprobado. El cambio ya se ha aplicado.').waitFor()
  expect(await firm.rows(`select amount from withdrawal_limit where role = 'manager' and amount = 9000`)).toHaveLength(
    1,
  )
  expect([...admin.problems, ...direction.problems]).toEqual([])
}, 90_000)

test('a form keeps what was typed when somebody else has changed its record meanwhile', async () => {
  const admin = await createVisitor(browser, firm)
  const { page } = admin
  await admin.openAs('admin', '/crm/Ajustes?part=payments')
  const rules = page.getByRole('form', { name: 'Aportaciones manuales' })
  const daysBack = rules.getByRole('textbox', { name: 'Días hábiles de antigüedad' })
  const confirmDays = rules.getByRole('textbox', { name: 'Días hábiles para la confirmación del banco' })
  await daysBack.fill('3')
  await rules.getByRole('textbox', { name: 'Motivo' }).fill('Menos margen')
  await firm.rows(`insert into setting (key, value) values ('contribution.rules', '{"daysBack": 5, "confirmDays": 7}')
    on conflict (key) do update set value = excluded.value returning key`)
  await rules.getByRole('button', { name: 'Guardar' }).click()
  await rules
    .getByRole('alert')
    .filter({ hasText: 'Otra persona ha cambiado estos datos mientras los editabas.' })
    .waitFor()
  expect([await daysBack.inputValue(), await confirmDays.inputValue()]).toEqual(['3', '7'])
  expect([await admin.untranslated(), await admin.violations(), await admin.overflow()]).toEqual([[], [], 0])
  await rules.getByRole('button', { name: 'Guardar' }).click()
  await expect
    .poll(() => firm.rows(`select before, after, reason from approval where task = 'contributionRules'`))
    .toMatchObject([{ before: { confirmDays: 7 }, after: { daysBack: 3, confirmDays: 7 }, reason: 'Menos margen' }])
  await expect.poll(() => daysBack.inputValue()).toBe('5')
  expect(admin.problems).toEqual([])
})

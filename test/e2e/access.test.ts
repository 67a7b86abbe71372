import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
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

const openSignedIn = async (role: Role, path: string): Promise<Visitor> => {
  const who = await createVisitor(browser, firm)
  await who.openAs(role, path)
  return who
}
const expectNoProblems = async (who: Visitor): Promise<void> => {
  expect(await who.untranslated()).toEqual([])
  expect(await who.violations()).toEqual([])
  expect(await who.overflow()).toBe(0)
}

test('a changed role applies to open sessions, and refused users see the reason', async () => {
  await firm.rows(
    `insert into setting (key, value) values ('approval.off', '["permissions.matrix"]') on conflict (key) do update set value = excluded.value`,
  )
  const admin = await openSignedIn('admin', '/crm/ModulosPermisos?role=manager')
  const manager = await openSignedIn('manager', '/clientes?kyc=approved')
  const { page } = admin
  const menu = manager.page.getByRole('link', { name: 'Clientes', exact: true })
  await menu.first().waitFor()

  await pressKeyOn(page.getByRole('checkbox', { name: 'Ver: Clientes' }), 'Space')
  await page.getByRole('heading', { name: '1 cambio sin enviar' }).waitFor()
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Cambio de funciones')
  // Somebody else is quicker: it is chosen which of both stands.
  await firm.rows(
    `insert into role_grant (role, module, actions, scope) values ('manager', 'bt_Clientes', '{view}', 'team')`,
  )
  const send = page.getByRole('button', { name: 'Enviar los cambios' })
  await pressKeyOn(send)
  await page.getByText('Valor actual: Ver · Equipo.').waitFor()
  await expectNoProblems(admin)
  await pressKeyOn(page.getByRole('button', { name: 'Mantener mi cambio' }))
  await pressKeyOn(send)
  await page.getByText(/^Cambios aplicados\./).waitFor()
  // Who may not look may do nothing else there.
  expect(await firm.rows(`select actions from role_grant where role = 'manager' and module = 'bt_Clientes'`)).toEqual([
    { actions: [] },
  ])

  await menu.first().waitFor({ state: 'detached' })
  await manager.page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await manager.page.waitForURL('**/access-denied')
  await manager.page.getByText('403 · Access Forbidden').waitFor()

  await pressKeyOn(page.getByRole('link', { name: 'Personas', exact: true }))
  await page.getByRole('searchbox').fill(firm.emailOf('manager'))
  await page
    .getByRole('row')
    .filter({ hasText: firm.emailOf('manager') })
    .getByRole('link')
    .click()
  await admin.settled()
  await pressKeyOn(page.getByRole('button', { name: 'Consultar' }))
  await page.getByText(/no puede: Ver en Clientes$/).waitFor()
  await page.getByText('Regla aplicada: Permiso modificado del perfil Gestor.').waitFor()
  // The answer leads to where the right can be granted.
  await pressKeyOn(page.getByRole('button', { name: 'Conceder una excepción a esta persona' }))
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('rules')
  await expectNoProblems(admin)
  expect([...admin.problems, ...manager.problems]).toEqual([])
  await firm.rows('delete from role_grant')
}, 60_000)

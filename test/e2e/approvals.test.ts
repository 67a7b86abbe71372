import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let approver: Visitor
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
})
afterAll(async () => {
  await approver?.close()
  await browser?.close()
  await firm?.close()
})

const userIdQuery = `select u.id from registry.app_user u where u.email = $1`
/** A change of somebody's role, as it stands when an administrator has proposed it. */
const proposeChange = async (to: string, from: Role = 'manager'): Promise<string> => {
  const [[maker], [about]] = await Promise.all([
    firm.rows<{ id: string }>(userIdQuery, [firm.emailOf('admin')]),
    firm.rows<{ id: string }>(userIdQuery, [firm.emailOf(from)]),
  ])
  const [made] = await firm.rows<{ id: string }>(
    `insert into approval (task, entity, entity_id, subject_user_id, params, before, after, payload, reason, made_by, expires_at)
     values ('permissions.role', 'access', $1, $1, $2, jsonb_build_object('role', $6::text), $3, $4, 'Cambia de puesto', $5, now() + interval '14 days') returning id`,
    [
      about!.id,
      { change: 'role', who: 'D0000001', from, to },
      { role: to },
      { kind: 'role', userId: about!.id, from, to },
      maker!.id,
      from,
    ],
  )
  return made!.id
}

test('the menu counts pending changes; approved and rejected ones leave the inbox', async () => {
  // What the invented firm has waiting is not what this is about.
  await firm.rows(`update approval set state = 'expired', decided_at = now() where state = 'pending'`)
  const first = await proposeChange('advisor')
  const second = await proposeChange('hr')
  approver = await createVisitor(browser, firm)
  const { page } = approver
  await approver.openAs('direction', '/crm/Aprobaciones')
  await page.getByRole('link', { name: 'Aprobaciones 2 por decidir' }).waitFor()
  await approver.open(`/crm/Aprobaciones/${first}`)
  await page.getByRole('button', { name: 'Aprobar' }).focus()
  await page.keyboard.press('Enter')
  const sure = page.getByRole('dialog', { name: '¿Aprobar este cambio?' })
  await sure.getByText('de Gestor a Asesor', { exact: false }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Aprobado. El cambio ya se ha aplicado.').waitFor()
  const [changed] = await firm.rows<{ role: string }>(
    `select role from registry.membership m join registry.app_user u on u.id = m.user_id where u.email = $1 and m.prefix = 'dino'`,
    [firm.emailOf('manager')],
  )
  expect(changed!.role).toBe('advisor')

  await approver.open(`/crm/Aprobaciones/${second}`)
  await page.getByRole('button', { name: 'Rechazar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Rechazar' }).click()
  await dialog.getByText('Indica el motivo.').waitFor()
  await page.keyboard.type('Ya no hace falta')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Rechazado. Se ha avisado a la persona que lo propuso.').waitFor()
  await page.getByText('Ya no hace falta').waitFor()
  await page.getByRole('link', { name: 'Aprobaciones', exact: true }).first().click()
  await page.getByText('No tienes cambios pendientes de decidir.').waitFor()
  expect(await approver.violations()).toEqual([])
})

test('decides several changes beside the list by keyboard alone, and undoes a rejection', async () => {
  await firm.rows(`update approval set state = 'expired', decided_at = now() where state = 'pending'`)
  await firm.rows(
    `update registry.membership m set role = 'manager' from registry.app_user u where u.id = m.user_id and u.email = $1 and m.prefix = 'dino'`,
    [firm.emailOf('manager')],
  )
  const ids: string[] = []
  for (const from of ['hr', 'investments', 'banker', 'partner', 'advisor', 'manager'] as const)
    ids.unshift(await proposeChange('user', from))
  const approver = await createVisitor(browser, firm)
  const { page } = approver
  let keyCount = 0
  const press = async (key: string): Promise<void> => {
    keyCount++
    await page.keyboard.press(key)
  }
  await approver.openAs('direction', '/crm/Aprobaciones')
  const pane = page.getByRole('region', { name: 'Cambio seleccionado' })
  const isSelected = (at: number) => page.waitForURL((url) => url.searchParams.get('selected') === ids[at])
  const waitForChange = async (at: number): Promise<void> => {
    await isSelected(at)
    await page.locator(`[data-row][aria-current="true"][href$="selected=${ids[at]}"]`).waitFor()
    await pane.getByRole('button', { name: 'Aprobar', exact: true }).waitFor()
  }
  // The first is read at once; the address says which.
  await waitForChange(0)
  expect(await approver.violations()).toEqual([])
  for (const at of [0, 1]) {
    await press('a')
    await page.getByRole('dialog', { name: '¿Aprobar este cambio?' }).waitFor()
    await press('Enter')
    await waitForChange(at + 1)
    await page.locator(`[data-row][href$="selected=${ids[at]}"]`).waitFor({ state: 'detached' })
  }
  expect(keyCount).toBe(4)

  await press('r')
  await page.locator('[role="dialog"] textarea:focus').waitFor()
  await page.getByText('Tendrás 10 minutos para deshacerlo.').waitFor()
  await page.keyboard.type('No procede')
  await press('Control+Enter')
  await waitForChange(3)
  await page.getByText('Rechazado. Se ha avisado a la persona que lo propuso.').waitFor()
  await press('z')
  await page.getByText('1 cambio vuelve a estar por decidir.').waitFor()
  await page.locator(`[data-row][href$="selected=${ids[2]}"]`).waitFor()

  // The pane goes with the keys of the list, wherever they are pressed.
  await press('j')
  await waitForChange(4)
  await press('x')
  await press('j')
  await waitForChange(5)
  await press('x')
  await page.getByRole('region', { name: 'Selección' }).getByText('2 seleccionados').waitFor()
  await press('a')
  const several = page.getByRole('dialog', { name: '¿Aprobar 2 cambios?' })
  await several.getByRole('listitem').nth(1).waitFor()
  await press('Control+Enter')
  await page.getByText('2 cambios aprobados y aplicados.').waitFor()
  const states = await firm.rows<{ state: string }>('select state from approval where id = any($1) order by id desc', [
    ids,
  ])
  expect(states.map(({ state }) => state)).toEqual([
    'approved',
    'approved',
    'pending',
    'pending',
    'approved',
    'approved',
  ])
  expect(approver.problems).toEqual([])
  await approver.close()
})

// Other windows and other keys for the same decisions.
testInFullRun('a row leads to the approval’s page where the window is narrow', async () => {
  await firm.rows(`update approval set state = 'expired', decided_at = now() where state = 'pending'`)
  const id = await proposeChange('hr')
  const narrow = await createVisitor(browser, firm, { width: 1000, height: 800 })
  const { page } = narrow
  await narrow.openAs('direction', '/crm/Aprobaciones')
  await page.getByRole('table').getByRole('link').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Rechazar' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem', { name: 'Rechazar' }).waitFor({ state: 'detached' })
  await page.getByRole('row').nth(1).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/crm/Aprobaciones/${id}`)
  await page.getByRole('button', { name: 'Rechazar', exact: true }).waitFor()
  expect(narrow.problems).toEqual([])
  await narrow.close()
})

testInFullRun('several cards are chosen by finger or key, clear of the phone’s bar', async () => {
  await firm.rows(`update approval set state = 'expired', decided_at = now() where state = 'pending'`)
  for (const role of ['hr', 'banker', 'partner'] as const) await proposeChange(role)
  const phone = await createVisitor(browser, firm, { width: 390, height: 500 })
  const { page } = phone
  await phone.openAs('direction', '/crm/Aprobaciones')
  const cards = page.getByRole('list', { name: 'Aprobaciones', exact: true }).getByRole('listitem')
  await cards.nth(2).waitFor()
  const box = cards.first().getByRole('checkbox')
  const target = (await box.locator('xpath=..').boundingBox())!
  expect([target.width >= 44, target.height >= 44]).toEqual([true, true])
  await page.mouse.click(target.x + 4, target.y + target.height - 4)
  const bar = page.getByRole('region', { name: 'Selección' })
  await bar.getByText('1 seleccionado').waitFor()
  await cards.nth(1).getByRole('link').focus()
  await page.keyboard.press('x')
  await bar.getByText('2 seleccionados').waitFor()
  await page.getByRole('checkbox', { name: 'Seleccionar esta página' }).check()
  await bar.getByText('3 seleccionados').waitFor()
  expect(await phone.violations()).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await phone.violations()).toEqual([])
  expect(await phone.overflow()).toBe(0)
  // The focus brings each card into sight above the bar.
  for (const at of [2, 0, 1, 2]) {
    await cards.nth(at).getByRole('link').focus()
    const card = (await cards.nth(at).boundingBox())!
    const over = (await bar.boundingBox())!
    expect(card.y + card.height).toBeLessThanOrEqual(over.y)
  }
  await bar.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('dialog', { name: '¿Aprobar 3 cambios?' }).waitFor()
  expect(phone.problems).toEqual([])
  await phone.close()
})

testInFullRun('approves a chosen range by keyboard and keeps the refused change chosen', async () => {
  await firm.rows(`update approval set state = 'expired', decided_at = now() where state = 'pending'`)
  await firm.rows(
    `update registry.membership m set role = 'manager' from registry.app_user u where u.id = m.user_id and u.email = $1`,
    [firm.emailOf('manager')],
  )
  const ids = [await proposeChange('hr'), await proposeChange('banker'), await proposeChange('partner')]
  const { page } = approver
  await approver.openAs('direction', '/crm/Aprobaciones')
  const row = page.getByRole('list', { name: 'Aprobaciones', exact: true }).getByRole('listitem')
  await row.nth(2).waitFor()
  await row.first().locator('a').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('region', { name: 'Selección' })
  await bar.getByText('3 seleccionados').waitFor()
  await bar.getByRole('button', { name: 'Aprobar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '¿Aprobar 3 cambios?' })
  await dialog.getByRole('listitem').nth(2).waitFor()
  expect(await approver.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  // The first changes the role, and so the others are no longer what they were made on.
  await page.getByText('1 cambio aprobado y aplicado.').waitFor()
  await page.getByText('2 cambios no se han decidido:').waitFor()
  await page
    .getByRole('alert')
    .getByText('Los datos han cambiado desde que se propuso', { exact: false })
    .first()
    .waitFor()
  await bar.getByText('2 seleccionados').waitFor()
  const states = await firm.rows<{ state: string }>(`select state from approval where id = any($1) order by id`, [ids])
  expect(states.map(({ state }) => state).sort()).toEqual(['approved', 'pending', 'pending'])

  await bar.getByRole('button', { name: 'Rechazar' }).click()
  await page.locator('[role="dialog"] textarea:focus').waitFor()
  await page.keyboard.type('Ya no hace falta')
  await page.keyboard.press('Control+Enter')
  await page.getByText('2 cambios rechazados. Se ha avisado a las personas que los propusieron.').waitFor()
  await page.getByText('No tienes cambios pendientes de decidir.').waitFor()
  expect(await approver.violations()).toEqual([])
})

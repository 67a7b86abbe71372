import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { tabTo } from './harness/keyboard.ts'
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

/** An account of the manager's, with money in it and somewhere to send it, of a client for whom nothing is missing. */
const findOperableAccount = async () => {
  const [found] = await firm.rows<{ id: string; client: string }>(
    `select a.id, a.client_id as client from registry.app_user u
       join registry.membership m on m.user_id = u.id and m.prefix = 'dino' join employee e on e.cvl = m.cvl
       join client_list c on c.manager_id = e.id
       join account a on a.client_id = c.client_id and a.status = 'active'
       join account_balance b on b.account_id = a.id and b.balance > 3000 and b.reserved = 0
       join product p on p.id = a.product_id and p.maximum is null
       join client_bank_account k on k.client_id = c.client_id and k.is_payout
      where u.email = $1 and not c.is_joint order by a.id limit 1`,
    [firm.emailOf('manager')],
  )
  await firm.rows(
    `update client set lopd_status = 'signed', kyc_status = 'approved', address_status = 'approved', dni_permanent = true, dni_valid_until = null,
       block_kind = null, block_reason = null, blocked_at = null where id = $1`,
    [found!.client],
  )
  return found!
}

test('money comes in, and a withdrawal is requested, held and withdrawn by keyboard', async () => {
  const { id, client } = await findOperableAccount()
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager', `/clientes/${client}/cuentas/${id}`)
  await page.getByRole('button', { name: 'Añadir aportación' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Importe' }).waitFor()
  await page.keyboard.type('1.234,5')
  // The button of the calendar is a stop of its own between the two.
  await tabTo(page.getByRole('dialog').getByRole('textbox', { name: 'Concepto' }))
  await page.keyboard.type('Transferencia de noviembre')
  expect(await who.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Aportación de 1.234,50 € contabilizada.').waitFor()
  await page.getByRole('cell', { name: 'Transferencia de noviembre' }).last().waitFor()

  await page.getByRole('button', { name: 'Solicitar retirada' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Importe' }).waitFor()
  await page.keyboard.type('999.999.999')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Compra de un coche')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Supera el disponible de la cuenta.').waitFor()
  expect(await who.violations()).toEqual([])
  await page.getByRole('textbox', { name: 'Importe' }).fill('1.000')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Retirada de 1.000,00 € solicitada.').waitFor()
  expect(await firm.rows('select reserved::text from account_balance where account_id = $1', [id])).toEqual([
    { reserved: '1000.00' },
  ])

  await page.getByRole('region', { name: 'Retiradas y pagos de la cuenta' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Cancelar la retirada' }).click()
  await page.locator('[role="dialog"] textarea:focus').waitFor()
  await page.keyboard.type('Prefiere esperar')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Motivo: Prefiere esperar').waitFor()
  expect(await who.untranslated()).toEqual([])
  expect(await firm.rows('select reserved::text from account_balance where account_id = $1', [id])).toEqual([
    { reserved: '0.00' },
  ])
  expect(who.problems).toEqual([])
  await who.close()
})

// Two people and their approval are the same as in approvals.test.ts; the server’s tests hold the rules.
testInFullRun('payment account of a client: one user proposes, another approves, then payments are held', async () => {
  const { client } = await findOperableAccount()
  const who = await createVisitor(browser, firm)
  await who.openAs('manager', `/clientes/${client}`)
  const section = who.page.getByRole('region', { name: 'Cuentas bancarias' })
  await section.getByRole('button', { name: 'Añadir cuenta' }).click()
  await who.page.locator('[role="dialog"] input:focus').waitFor()
  await who.page.keyboard.type('ES79 2100 0813 6101 2345 6788')
  // What is typed isn't lost by a key or a click beside the dialog.
  await who.page.keyboard.press('Escape')
  const question = who.page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  await question.waitFor()
  expect(await who.violations()).toEqual([])
  await who.page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await who.page.getByRole('textbox', { name: 'IBAN' }).inputValue()).toBe('ES79 2100 0813 6101 2345 6788')
  await who.page.mouse.click(5, 5)
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await who.page.getByRole('dialog').waitFor({ state: 'detached' })
  await section.getByRole('button', { name: 'Añadir cuenta' }).click()
  await who.page.locator('[role="dialog"] input:focus').waitFor()
  await who.page.keyboard.type('ES79 2100 0813 6101 2345 6788')
  await who.page.getByRole('textbox', { name: 'Motivo' }).fill('Ha cambiado de banco')
  await who.page.keyboard.press('Control+Enter')
  await who.page.getByText('IBAN no válido: revisa los dígitos.').waitFor()
  await who.page.getByRole('textbox', { name: 'IBAN' }).fill('ES79 2100 0813 6101 2345 6789')
  await who.page.getByRole('checkbox', { name: 'Cuenta predeterminada' }).check()
  await who.page.keyboard.press('Control+Enter')
  await section.getByText('Propuesta enviada. Será efectiva cuando otra persona la apruebe.').waitFor()
  expect(await who.violations()).toEqual([])

  const superior = await createVisitor(browser, firm)
  await superior.openAs('direction')
  const [requested] = await firm.rows<{ id: string }>(
    `select id from approval where task = 'bankAccount' and state = 'pending' order by id desc limit 1`,
  )
  await superior.open(`/crm/Aprobaciones/${requested!.id}`)
  await superior.page.getByRole('cell', { name: 'ES79 2100 0813 6101 2345 6789' }).first().waitFor()
  await superior.page.getByRole('button', { name: 'Aprobar' }).click()
  await superior.page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  await superior.page.getByText('Aprobado').first().waitFor()

  await who.page.reload()
  const row = section.getByRole('row', { name: /ES79 2100 0813 6101 2345 6789/ })
  await row.getByText('Predeterminada').waitFor()
  await row.getByText(/^Retenida hasta el/).waitFor()
  expect([await who.untranslated(), await superior.untranslated()]).toEqual([[], []])
  expect([...who.problems, ...superior.problems]).toEqual([])
  await who.close()
  await superior.close()
})

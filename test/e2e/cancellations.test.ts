import { readFile } from 'node:fs/promises'
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

/** Two accounts of the manager's that could be left today, of clients who may be paid. */
const findCancellableAccounts = () =>
  firm.rows<{ id: string; client: string }>(
    `with found as (
       select distinct on (c.client_id) a.id, a.client_id as client from registry.app_user u
         join registry.membership m on m.user_id = u.id and m.prefix = 'dino' join employee e on e.cvl = m.cvl
         join client_list c on c.manager_id = e.id
         join account a on a.client_id = c.client_id and a.status = 'active' and a.expires_on > current_date + 60 and a.opened_on < current_date - 60
         join account_terms t on t.account_id = a.id and t.accrues and t.penalty_points > 0
         join account_balance b on b.account_id = a.id and b.balance > 3000 and b.reserved = 0
        where u.email = $1 and not c.is_joint and not exists (select from cancellation_quote q where q.account_id = a.id)
        order by c.client_id, a.id limit 2),
     cleared as (update client set kyc_status = 'approved', dni_permanent = true, dni_valid_until = null, block_kind = null, block_reason = null,
       blocked_at = null where id in (select client from found))
     select id, client from found order by id`,
    [firm.emailOf('manager')],
  )

test('one client stays after the cancellation quote; another leaves with exactly that amount', async () => {
  await firm.rows(`insert into setting (key, value) values ('approval.off', '["cancellation"]')`)
  // Of an account of any size: above their limit the manager would wait for somebody else.
  await firm.rows(`insert into withdrawal_limit (role, valid_from, amount) values ('manager', current_date, null)`)
  const [stays, leaves] = await findCancellableAccounts()
  const who = await createVisitor(browser, firm)
  const { page } = who
  const quote = async ({ id, client }: { id: string; client: string }) => {
    await who.open(`/clientes/${client}/cuentas/${id}`)
    await page.getByRole('button', { name: 'Simular la cancelación' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Neto a pagar').waitFor()
    await page.getByRole('button', { name: 'Continuar con la cancelación' }).click()
    await page.getByRole('dialog').getByRole('option', { name: 'Necesita el dinero' }).waitFor({ state: 'attached' })
    await page.getByRole('combobox', { name: 'Motivo' }).selectOption({ label: 'Necesita el dinero' })
    await page.keyboard.press('Control+Enter')
    await page.getByText('Válida hoy, mientras no haya movimientos en la cuenta.').waitFor()
  }
  await who.openAs('manager')
  await quote(stays!)
  expect(await who.violations()).toEqual([])
  await page.getByRole('button', { name: 'Registrar gestión de retención' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Observaciones' }).fill('Espera al vencimiento por medio punto más')
  await page.getByRole('radio', { name: 'El cliente se queda' }).check()
  expect(await who.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Gestión registrada: el cliente se queda.').waitFor()
  await page.getByText('Retenida', { exact: true }).waitFor()

  await quote(leaves!)
  await page.getByRole('button', { name: 'Ejecutar la cancelación' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ejecutar la cancelación' }).click()
  await page.getByText('Cuenta cancelada. El pago saldrá en la próxima remesa.').waitFor()
  await page.getByText('Ejecutada', { exact: true }).waitFor()
  expect(await who.untranslated()).toEqual([])
  expect(
    await firm.rows(
      `select a.status, b.balance = 0 as empty, o.amount = q.net as whole from account a join account_balance b on b.account_id = a.id
         join cancellation_quote q on q.account_id = a.id join payment_order o on o.account_id = a.id and o.kind = 'cancellation' where a.id = $1`,
      [leaves!.id],
    ),
  ).toEqual([{ status: 'canceled', empty: true, whole: true }])
  expect(who.problems).toEqual([])
  await who.close()
})

// What the sheets say is read in the server’s tests.
testInFullRun('the quote, the account statement and the yearly statement download as PDF', async () => {
  const [quoted] = await firm.rows<{ quote: string; account: string; client: string }>(
    `select q.id as quote, a.id as account, a.client_id as client from cancellation_quote q join account a on a.id = q.account_id
      where exists (select from withholding_part w where w.client_id = a.client_id) order by q.id limit 1`,
  )
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('direction')
  const paperOf = async (path: string, button: string | RegExp) => {
    await who.open(path)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).first().press('Enter')
    const file = await coming
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
    return file.suggestedFilename()
  }
  const { quote, account, client } = quoted!
  expect(await paperOf(`/crm/Cancelaciones/${quote}`, 'Descargar PDF')).toMatch(/ \d{4}-\d{2}-\d{2}\.pdf$/)
  expect(await paperOf(`/clientes/${client}/cuentas/${account}`, 'Extracto en PDF')).toMatch(
    /^Extracto de la cuenta .*\.pdf$/,
  )
  expect(await paperOf(`/clientes/${client}`, /^PDF de \d{4}$/)).toMatch(
    /^Rendimientos y retenciones fiscales de \d{4}\.pdf$/,
  )
  expect(who.problems).toEqual([])
  await who.close()
})

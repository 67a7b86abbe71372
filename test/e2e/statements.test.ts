import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { camtOf } from '#server/features/bank/test-statements.ts'
import { openBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
beforeAll(async () => {
  ;[firm, browser] = await Promise.all([startFirm(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

test('a statement is uploaded, the line without an owner is found in it and assigned', async () => {
  const [account] = await firm.rows<{ number: string; day: string }>(
    `select a.number, (current_date - 1)::text as day from account a join client c on c.id = a.client_id and c.block_kind is null and c.lopd_status = 'signed'
        and c.kyc_status in ('approved', 'verified') and c.address_status = 'approved' and c.dni_permanent and c.kind = 'person'
       join product p on p.id = a.product_id and p.maximum is null
      where a.status = 'active' and not exists (select from account_holder h where h.account_id = a.id and h.client_id <> a.client_id)
      order by a.id limit 1`,
  )
  const who = await visitor(browser, firm)
  const { page } = who
  await who.openAs('admin')
  await who.open('/crm/Ingresos/extractos')
  await page.getByRole('button', { name: 'Subir un extracto' }).click()
  const file = (content: string) => ({ name: 'extracto.xml', mimeType: 'text/xml', buffer: Buffer.from(content) })
  const choose = (content: string) => page.getByRole('dialog').locator('input[type=file]').setInputFiles(file(content))
  const statement = camtOf([{ amount: '321.45', text: 'Sin número', name: 'Alguien Desconocido' }], {
    number: 'ES6000491500051234567892',
    to: account!.day,
  })
  const send = page.getByRole('dialog').getByRole('button', { name: 'Subir', exact: true })
  await choose(statement.replace('1321.45', '1321.46'))
  await send.click()
  await page.getByText('El saldo inicial más los apuntes no da el saldo final.').waitFor()
  await choose(statement)
  await send.click()
  await page.getByText('¿Es nuestra la cuenta ES60 0049 1500 0512 3456 7892?').waitFor()
  expect(await who.violations()).toEqual([])
  await page.getByRole('button', { name: 'Sí, es nuestra' }).click()
  await page.getByRole('link', { name: 'Ver el extracto' }).click()
  await page
    .getByRole('link', { name: 'Alguien Desconocido' })
    .or(page.getByText('Alguien Desconocido'))
    .first()
    .click()
  await page.getByRole('button', { name: 'Asignar a una cuenta' }).click()
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .or(page.getByPlaceholder('Número de cuenta, nombre o CVL'))
    .first()
    .fill(account!.number)
  await page.getByRole('option', { name: account!.number }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Asignar' }).click()
  await page.getByText(`Asignado a la cuenta ${account!.number}.`).waitFor()
  await page.getByText('Aportación a la cuenta').waitFor()
  expect(who.problems).toEqual([])
  await who.close()
})

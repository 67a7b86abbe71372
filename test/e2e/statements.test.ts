import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretBox } from '#server/core/secret-box.ts'
import { clientAuditPurpose } from '#server/domain/client-audit-values.ts'
import { buildCamt053 } from '#server/features/bank/test-statements.ts'
import { runImports } from '#server/features/imports/mapped/run-imports.ts'
import { testInFullRun } from '#test/harness/circles.ts'
import { approveAsSecondPerson } from './harness/approve.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
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

test('an uploaded statement lists its line without owner, which is then assigned', async () => {
  const [account] = await firm.rows<{ number: string; payer: string; day: string }>(
    `select a.number, concat_ws(' ', c.name, c.surname) as payer, (current_date - 1)::text as day from account a join client c on c.id = a.client_id and c.block_kind is null and c.lopd_status = 'signed'
        and c.kyc_status in ('approved', 'verified') and c.address_status = 'approved' and c.dni_permanent and c.kind = 'person'
       join product p on p.id = a.product_id and p.maximum is null
      where a.status = 'active' and not exists (select from account_holder h where h.account_id = a.id and h.client_id <> a.client_id)
      order by a.id limit 1`,
  )
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('admin', '/crm/Ingresos/extractos')
  await page.getByRole('button', { name: 'Subir un extracto' }).click()
  const file = (content: string) => ({ name: 'extracto.xml', mimeType: 'text/xml', buffer: Buffer.from(content) })
  const choose = (content: string) => page.getByRole('dialog').locator('input[type=file]').setInputFiles(file(content))
  const statement = buildCamt053([{ amount: '321.45', text: 'Sin número', name: account!.payer }], {
    number: 'ES6000491500051234567892',
    to: account!.day,
  })
  const send = page.getByRole('dialog').getByRole('button', { name: 'Subir', exact: true })
  await choose(statement.replace('1321.45', '1321.46'))
  await send.click()
  await page.getByText('El saldo inicial más los apuntes no da el saldo final.').waitFor()
  await choose(statement)
  await send.click()
  await page.getByText('¿Es de la entidad la cuenta ES60 0049 1500 0512 3456 7892?').waitFor()
  expect(await who.violations()).toEqual([])
  await page.getByRole('button', { name: 'Sí, es de la entidad' }).click()
  await page
    .getByText('Extracto pendiente de aprobación. No se contabiliza nada hasta que otra persona lo apruebe.')
    .waitFor()
  expect(await who.violations()).toEqual([])
  const second = await createVisitor(browser, firm)
  await second.openAs('direction')
  await approveAsSecondPerson(second, page.getByRole('dialog').getByRole('link', { name: 'Ver la aprobación' }))
  await second.close()
  await who.open('/crm/Ingresos/extractos')
  await page.getByRole('row').filter({ hasText: 'ES60' }).getByRole('link').first().click()
  await page.getByRole('link', { name: account!.payer }).or(page.getByText(account!.payer)).first().click()
  await page.getByRole('button', { name: 'Asignar a una cuenta' }).click()
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .or(page.getByPlaceholder('Número de cuenta, nombre o CVL'))
    .first()
    .fill(account!.number)
  await page.getByRole('option', { name: account!.number }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Asignar' }).click()
  // Whoever brought the file doesn't say alone whose money it is.
  await page.getByText('Enviado. Pendiente de aprobación; el motivo consta en ella.').waitFor()
  expect(who.problems).toEqual([])
  await who.close()
})

// How files are mapped and checked is held by server/features/imports/mapped; the full suite walks through it.
testInFullRun('an imported movements file is mapped, checked, approved by another user, and undone', async () => {
  const [account] = await firm.rows<{ id: string; number: string; balance: string }>(
    `select a.id, a.number, b.balance::text from account a join account_balance b on b.account_id = a.id join product p on p.id = a.product_id and p.maximum is null
      where a.status = 'active' and a.opened_on < current_date - 60 order by a.id limit 1`,
  )
  const { id, number, balance } = account!
  const who = await createVisitor(browser, firm)
  const second = await createVisitor(browser, firm)
  const { page } = who
  const failures: unknown[] = []
  /** What the worker does. */
  const work = () =>
    runImports({
      db: firm.tenants.of('dino').db,
      prefix: 'dino',
      box: secretBox(firm.secret, clientAuditPurpose),
      day: firm.today,
      now: Date.now,
      onError: (error) => failures.push(error),
    })
  const balanceNow = async () =>
    (await firm.rows<{ balance: string }>('select balance::text from account_balance where account_id = $1', [id]))[0]!
      .balance
  await second.openAs('direction')
  await who.openAs('admin', '/crm/Importar')
  await page.getByRole('button', { name: 'Nueva importación' }).focus()
  await page.keyboard.press('Enter')
  const [year, month, day] = firm.today.split('-')
  const on = `${day}/${month}/${year}`
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'movimientos.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Cuenta;Fecha;Importe;Asunto\n${number};${on};1.000,50;Alta\nZZ-1;${on};5,00;Nada\n`),
    })
  await pressKeyOn(page.getByRole('dialog').getByRole('button', { name: 'Subir archivo' }))
  await page.getByRole('heading', { level: 1, name: /^Movimientos, importación/ }).waitFor()
  // What isn't recognised is said: which field the column is.
  await page.getByRole('combobox', { name: 'Campo de la columna Asunto' }).focus()
  await page.keyboard.press('ArrowDown')
  const concept = page.getByRole('option', { name: 'Concepto' })
  while ((await concept.getAttribute('data-combobox-selected')) === null) await page.keyboard.press('ArrowDown')
  const mapped = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.keyboard.press('Enter')
  expect((await mapped).status()).toBe(200)
  await pressKeyOn(page.getByRole('button', { name: 'Comprobar', exact: true }))
  await page.getByRole('link', { name: 'Filas con errores (1)' }).waitFor()
  expect(await who.violations()).toEqual([])
  await pressKeyOn(page.getByRole('button', { name: 'Importar', exact: true }))
  await page.locator('[role="dialog"] textarea:focus').waitFor()
  await page.getByRole('checkbox', { name: /^Importar solo las filas correctas/ }).check()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }).fill('Cambio de sistema')
  await page.keyboard.press('Control+Enter')
  await approveAsSecondPerson(second, page.getByRole('link', { name: 'Ver la aprobación' }))
  await work()
  await page.reload()
  await page.getByText('Importada', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Contabilizado' }).waitFor()
  expect(Number(await balanceNow()) - Number(balance)).toBeCloseTo(1000.5)

  await pressKeyOn(page.getByRole('button', { name: 'Deshacer' }))
  await page.locator('[role="dialog"] textarea:focus').waitFor()
  await page.keyboard.type('No era este fichero')
  await page.keyboard.press('Control+Enter')
  await approveAsSecondPerson(second, page.getByRole('link', { name: 'Ver la aprobación' }))
  await work()
  await page.reload()
  await page.getByText('Deshecha', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Anulado' }).waitFor()
  expect(await balanceNow()).toBe(balance)
  expect(await who.violations()).toEqual([])
  expect(await who.untranslated()).toEqual([])
  expect([...failures, ...who.problems, ...second.problems]).toEqual([])
  await second.close()
  await who.close()
})

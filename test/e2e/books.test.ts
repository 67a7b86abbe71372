import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgers } from '#rules/ledgers.ts'
import { runRequestedVerification } from '#server/features/ledger/verify-on-request.ts'
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

test('a balance opens its journals, the tax reconciles, and the month is closed', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('admin', '/crm/Contabilidad')
  const row = page.getByRole('row').filter({ hasText: 'Hacienda, retenciones fiscales' })
  const balance = (await row.getByRole('cell').last().innerText()).trim()
  // Of cards each sum says once whose it is.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('Total · Saldo deudor', { exact: true }).waitFor()
  expect(await page.getByText('Total', { exact: true }).count()).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Ver los asientos de Hacienda, retenciones fiscales' }).click()
  // What is owed stands in credit there, and with its sign here.
  await page.getByRole('row').last().getByText(`−${balance}`).waitFor()

  await page.getByRole('link', { name: 'Retenciones fiscales', exact: true }).click()
  await page.getByText('Cuadra al céntimo').waitFor()

  await page.getByRole('link', { name: 'Comprobación', exact: true }).click()
  await page.getByRole('button', { name: 'Comprobar ahora' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('En curso').first().waitFor()
  expect(await runRequestedVerification({ tenant: firm.tenants.of('dino'), now: Date.now })).toBe(0)
  await page.getByText('Cuadra', { exact: true }).first().waitFor()

  await page.getByRole('link', { name: 'Cierre de mes', exact: true }).click()
  await page.getByRole('button', { name: /^Cerrar / }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }).waitFor()
  await page.keyboard.type('Cuadrado con el banco')
  expect(await who.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Solicitud enviada. Pendiente de aprobación.').waitFor()
  await page.getByRole('link', { name: 'Ver la propuesta' }).waitFor()
  expect(who.problems).toEqual([])
  expect(await firm.rows(`select task, state from approval where task = 'month.close'`)).toEqual([
    { task: 'month.close', state: 'pending' },
  ])
})

// The same two people and the same dialog as of a bank fee (ledgers.test.ts).
testInFullRun('books a manual journal and a tax payment by keyboard, each by two users', async () => {
  const who = await createVisitor(browser, firm)
  const second = await createVisitor(browser, firm)
  const { page } = who
  await second.openAs('direction')
  await who.openAs('admin', '/crm/Contabilidad/asientos')
  await pressKeyOn(page.getByRole('link', { name: 'Nuevo asiento' }))
  await page.getByRole('heading', { level: 1, name: 'Nuevo asiento' }).waitFor()
  await page.getByRole('textbox', { name: 'Concepto' }).fill('Comisión del estudio')
  const line = (n: number) => page.getByRole('group', { name: `Línea ${n}` })
  await line(1).getByRole('combobox', { name: 'Cuenta contable' }).selectOption({ label: 'Banco' })
  await line(1).getByRole('textbox', { name: 'Debe' }).fill('60,5')
  await line(2).getByRole('combobox', { name: 'Cuenta contable' }).selectOption({ label: 'Ingresos por comisiones' })
  await line(2).getByRole('textbox', { name: 'Haber' }).fill('60')
  await page.getByText('Faltan 0,50 € en el haber').waitFor()
  await line(2).getByRole('textbox', { name: 'Haber' }).fill('60,50')
  await page.getByText('Cuadra', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Factura 12')
  // From the top: under the bar, a field that is half scrolled away would count as too small.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await who.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await approveAsSecondPerson(second, page.getByRole('link', { name: 'Ver la propuesta' }))
  await who.open('/crm/Contabilidad/asientos?search=Comisión del estudio')
  await page.getByRole('cell', { name: '60,50' }).first().waitFor()

  // The newest month of which something is owed: on the first of a month it is the last one.
  const [newest] = await firm.rows<{ month: string }>(
    `select date_trunc('month', max(w.booked_on))::date::text as month from withholding_part w join account a on a.id = w.account_id
       join product p on p.id = a.product_id and p.family <> 'insurance' where w.country = 'ES' and w.amount > 0`,
  )
  await who.open(`/crm/Contabilidad/impuestos?year=${newest!.month.slice(0, 4)}`)
  await pressKeyOn(page.getByRole('button', { name: 'Registrar pago' }))
  const dialog = page.getByRole('dialog', { name: 'Pago a Hacienda' })
  for (const name of ['Desde el mes', 'Hasta el mes'])
    await dialog.getByRole('combobox', { name }).selectOption(newest!.month)
  const form = await dialog
    .getByRole('combobox', { name: 'Modelo' })
    .evaluate((one: HTMLSelectElement) => one.selectedOptions[0]!.text)
  // The newest month of the form stands first, and is what the payment is of.
  const rowOfMonth = page.getByRole('row').filter({ hasText: form }).first()
  const owed = /[\d.]+,\d\d/.exec(await dialog.getByText(/^Pendiente en esa fecha/).innerText())![0]
  await dialog.getByRole('textbox', { name: 'Concepto' }).fill('Retenciones del mes')
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Declaración del mes')
  await page.keyboard.press('Control+Enter')
  await approveAsSecondPerson(second, page.getByRole('link', { name: 'Ver la propuesta' }))
  await page.reload()
  // Withheld, adjusted, paid, owed.
  const amounts = async () =>
    (await rowOfMonth.getByRole('cell').allInnerTexts()).flatMap((cell) => /[\d.]+,\d\d|–/.exec(cell) ?? [])
  await expect.poll(amounts).toEqual([owed, '–', owed, '–'])
  expect(await who.violations()).toEqual([])
  expect(await who.untranslated()).toEqual([])
  expect([...who.problems, ...second.problems]).toEqual([])
  expect(
    await firm.rows(
      `select j.source, a.made_by <> a.decided_by as two, (select sum(amount) from tax_line where journal_id = j.id) = p.amount as noted
         from journal j join approval a on a.entity = 'journal' and a.entity_id = j.id join posting p on p.journal_id = j.id and p.ledger = ${ledgers.bank}
        where j.source in ('entry', 'tax') and a.made_at > now() - interval '1 hour' order by j.id`,
    ),
  ).toEqual([
    { source: 'entry', two: true, noted: null },
    { source: 'tax', two: true, noted: true },
  ])
  await second.close()
  await who.close()
})

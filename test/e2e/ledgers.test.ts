import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('books a bank fee by keyboard to a ledger account added by the firm', async () => {
  const [fee] = await firm.rows<{ id: string; statement: string; text: string }>(
    `select e.id::text, l.statement_id::text as statement, coalesce(nullif(e.counterparty_name, ''), e.remittance) as text
       from bank_entry e join bank_statement_line l on l.entry_id = e.id where e.state = 'other' order by e.id, l.statement_id limit 1`,
  )
  const who = await createVisitor(browser, firm)
  const second = await createVisitor(browser, firm)
  const { page } = who
  await second.openAs('direction')
  await who.openAs('admin', '/crm/Ajustes?part=accounting')
  await pressKeyOn(page.getByRole('button', { name: 'Añadir una cuenta' }))
  await page.getByRole('dialog').getByRole('textbox', { name: 'Código' }).fill('626')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nombre' }).fill('Servicios bancarios')
  expect(await who.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('cell', { name: 'Servicios bancarios', exact: true }).waitFor()

  await who.open(`/crm/Ingresos/extractos/${fee!.statement}`)
  await page.getByText('Desglose de la diferencia').press('Enter')
  await pressKeyOn(page.getByRole('button', { name: `Contabilizar: ${fee!.text}` }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Cuenta contable' }).selectOption({ label: '626 · Servicios bancarios' })
  expect(await who.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Enviado. Pendiente de aprobación.').waitFor()
  await approveAsSecondPerson(second, page.getByRole('link', { name: 'Ver la propuesta' }))
  await who.open(`/crm/Ingresos/apuntes/${fee!.id}`)
  await page.getByText('Contabilizado en 626 · Servicios bancarios.').waitFor()
  expect(await who.untranslated()).toEqual([])
  expect(who.problems).toEqual([])
  expect(second.problems).toEqual([])
})

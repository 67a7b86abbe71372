import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { businessDaysBefore } from '#rules/holidays.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn, tabTo } from './harness/keyboard.ts'
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

/** A client of the manager's for whom nothing is missing. */
const findOperableClient = async (): Promise<string> => {
  const [found] = await firm.rows<{ id: string }>(
    `select c.client_id as id from registry.app_user u
       join registry.membership m on m.user_id = u.id and m.prefix = 'dino' join employee e on e.cvl = m.cvl
       join client_list c on c.manager_id = e.id
      where u.email = $1 and not c.is_joint and not c.is_company order by c.client_id limit 1`,
    [firm.emailOf('manager')],
  )
  await firm.rows(
    `update client set lopd_status = 'signed', kyc_status = 'approved', address_status = 'approved', dni_permanent = true, dni_valid_until = null,
       block_kind = null, block_reason = null, blocked_at = null where id = $1`,
    [found!.id],
  )
  return found!.id
}
const formatSpanishDate = (day: string): string => day.split('-').reverse().join('/')
/** The earliest value date that one person notes alone, on whichever day of the week the test runs. */
const getEarliestDay = (): number => businessDaysBefore('ES', parseDay(firm.today), 5)

test('a manager’s day by keyboard: account opened, money in, interest explained, maturity agreed', async () => {
  const clientId = await findOperableClient()
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager', `/clientes/${clientId}/cuentas/nueva`)

  // Past the menu, to the page: an unsaved form stays guarded.
  await page.getByRole('link', { name: 'Saltar al contenido' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('main:focus').waitFor()

  // The client on the phone asks what 25,000 would bring.
  await page.getByRole('combobox', { name: 'Producto' }).selectOption({ label: 'Evas 6 meses' })
  await page.getByRole('textbox', { name: 'Importe acordado' }).fill('25.000')
  await page.getByText('Total al vencer').waitFor()
  expect(await page.getByRole('table').locator('tbody tr').count()).toBeGreaterThan(0)
  expect(await who.violations()).toEqual([])
  await page.getByRole('button', { name: 'Solicitar apertura', disabled: false }).focus()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Pendiente de ingreso. Se abrirá automáticamente al recibir el importe completo.').waitFor()
  const accountId = /cuentas\/(\d+)$/.exec(page.url())![1]!

  // It came days ago, within what is noted by one person.
  await pressKeyOn(page.getByRole('button', { name: 'Añadir aportación' }))
  await page.locator('[role="dialog"] input:focus').waitFor()
  await page.keyboard.type('25.000')
  await page.keyboard.press('Tab')
  const day = formatSpanishDate(toIsoDate(getEarliestDay()))
  await page.keyboard.type(day)
  await tabTo(page.getByRole('dialog').getByRole('textbox', { name: 'Concepto' }))
  await page.keyboard.type('Transferencia de la clienta')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Aportación de 25.000,00 € contabilizada.').waitFor()
  await page.getByText('Activa', { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Transferencia de la clienta' }).last().waitFor()

  // What it has earned is its capital, its rate and those days; the figure leads there.
  const earned = page.getByRole('link', { name: /^\d+,\d\d € *$/ }).last()
  const figure = (await earned.innerText()).trim()
  await pressKeyOn(earned)
  const explained = page.getByRole('region', { name: 'Intereses a la fecha' })
  await explained.getByText(`= ${figure}, antes de retención fiscal.`).waitFor()
  const [line] = await explained.getByRole('row').filter({ hasText: '25.000,00 €' }).allInnerTexts()
  expect(line?.split('\t').map((cell) => cell.trim())).toEqual(
    expect.arrayContaining([day, formatSpanishDate(firm.today), String(parseDay(firm.today) - getEarliestDay())]),
  )

  // Months later its end is near, and the client stays.
  const [account] = await firm.rows<{ number: string }>(
    `update account set expires_on = $2::date + 40 where id = $1 returning number`,
    [accountId, firm.today],
  )
  await who.open(`/crm/Vencimientos?search=${account!.number}`)
  const row = page.locator('tbody tr').first()
  await row.waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await pressKeyOn(page.getByRole('button', { name: 'Cambiar la instrucción' }))
  await page.locator('[role="dialog"] select:focus').waitFor()
  await page.getByRole('combobox', { name: 'Instrucción' }).selectOption({ label: 'Renovar capital e intereses' })
  await page.keyboard.press('Control+Enter')
  await row.getByText('Renovar capital e intereses').waitFor()
  expect(await firm.rows(`select instruction from account where id = $1`, [accountId])).toEqual([
    { instruction: 'renew_all' },
  ])
  expect(await who.untranslated()).toEqual([])
  expect(who.problems).toEqual([])
  await who.close()
}, 60_000)

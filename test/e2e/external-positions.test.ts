import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** A client of the manager's who has nothing elsewhere. */
const findClientWithout = async (): Promise<string> => {
  const [found] = await firm.rows<{ id: string }>(
    `select c.client_id as id from registry.app_user u
       join registry.membership m on m.user_id = u.id and m.prefix = 'dino' join employee e on e.cvl = m.cvl
       join client_list c on c.manager_id = e.id
      where u.email = $1 and not exists (select from external_position x where x.client_id = c.client_id)
      order by c.client_id limit 1`,
    [firm.emailOf('manager')],
  )
  return found!.id
}

test('a manager records an external position, closes it and undoes that', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager', `/clientes/${await findClientWithout()}`)

  await pressKeyOn(page.getByRole('button', { name: 'Registrar posición' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Valor', exact: true }).fill('10.000')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Este campo es obligatorio.').waitFor()
  expect(await who.violations()).toEqual([])
  await page.keyboard.type('faro')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Posición registrada: Banco del Puerto · Depósito Faro 12 meses.').waitFor()

  await page.getByRole('link', { name: '10.000,00 €' }).press('Enter')
  await page.waitForURL(/\/crm\/ProdExt\?.*state=open/)
  // The address changes before the page: the client's own has the same row.
  await page.getByRole('heading', { level: 1, name: 'Productos externos' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Depósito Faro 12 meses' })
  await row.getByRole('button').press('Enter')
  await page.getByRole('menuitem', { name: 'Cerrar' }).press('Enter')
  await dialog.getByRole('combobox', { name: 'Motivo' }).selectOption({ label: 'Traspasada a la entidad' })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Posición cerrada: Banco del Puerto · Depósito Faro 12 meses.').waitFor()
  await row.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await page.getByText('Posición reabierta: Banco del Puerto · Depósito Faro 12 meses.').waitFor()
  await row.waitFor()
})

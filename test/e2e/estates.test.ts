import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let manager: Visitor
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  manager = await createVisitor(browser, firm)
  await manager.openAs('manager')
})
afterAll(async () => {
  await manager?.close()
  await browser?.close()
  await firm?.close()
})

test('a manager accepts a paper and says where an heir is paid', async () => {
  const { page } = manager
  const [estate] = await firm.rows<{ client: string }>('select client_id::text as client from estate')
  await manager.goTo(`/clientes/${estate!.client}/fallecimiento`)
  await page.getByText('Documentación sin aceptar').waitFor()
  await page.getByText('Alguien no tiene dónde cobrar').waitFor()

  await page.getByRole('button', { name: 'Cambiar: Testamento o declaración de herederos' }).click()
  await page.getByLabel('Estado').selectOption({ label: 'Aceptado' })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const [heir] = await firm.rows<{ name: string }>(
    `select trim(c.name || ' ' || c.surname) as name from estate_recipient r join client c on c.id = r.client_id
      where r.role = 'heir' and r.bank_account_id is null`,
  )
  await page.getByRole('button', { name: `Cambiar a ${heir!.name}` }).click()
  const destination = page.getByLabel('Dónde cobra')
  await expect.poll(() => destination.locator('option').count()).toBeGreaterThan(1)
  await destination.selectOption({ index: 1 })
  await page.getByLabel('Parte', { exact: true }).fill('1/4')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Suma de las partes: 7/12').or(page.getByText('Suma de las partes: 11/12')).waitFor()
  await page.getByText('Las partes no suman el total').waitFor()
  expect(await page.getByText('Alguien no tiene dónde cobrar').count()).toBe(0)
  expect(await manager.violations()).toEqual([])
})

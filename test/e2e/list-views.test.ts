import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let admin: Visitor
let manager: Visitor

beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  admin = await createVisitor(browser, firm)
  await admin.openAs('admin')
  manager = await createVisitor(browser, firm)
  await manager.openAs('manager')
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const viewsDialog = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Vistas' })
const countClients = async (condition: string): Promise<number> =>
  (await firm.rows<{ count: number }>(`select count(*)::int as count from client_list c where ${condition}`))[0]!.count

describe('views of a list', () => {
  test('chooses several values of a filter by keyboard, and reads them on the chip', async () => {
    const { page } = admin
    await admin.open('/clientes')
    await page.getByRole('search').getByRole('button', { name: 'KYC', exact: true }).press('Enter')
    await page.getByRole('option', { name: 'Pendiente', exact: true }).waitFor()
    // Letters go to the option that begins with them, and mean nothing to the page: e alone would open a form. Typed as by a hand.
    for (const name of ['pen', 'rech']) {
      await page.keyboard.type(name, { delay: 60 })
      const named = await page.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-activedescendant')
        return id && document.getElementById(id)?.textContent
      })
      expect(named).toMatch(new RegExp(`^${name}`, 'i'))
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'KYC: Pendiente o Rechazado', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('kyc')).toBe('pending,rejected')
    const total = await countClients(`c.kyc_status in ('pending', 'rejected')`)
    await page
      .getByRole('status')
      .getByText(new RegExp(` de ${total.toLocaleString('es-ES')} registros`))
      .waitFor()
  })

  test('saves a view, changes it, discards and saves the change', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Vistas' }).press('Enter')
    await viewsDialog(admin).getByRole('button', { name: 'Guardar como vista nueva' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Guardar una vista' })
    await dialog.getByLabel('Nombre').fill('KYC por resolver')
    await dialog.getByLabel('Quién la ve').selectOption('all')
    await dialog.getByRole('button', { name: 'Guardar vista' }).press('Enter')
    await page.getByRole('button', { name: 'Vista: KYC por resolver' }).waitFor()
    expect(new URL(page.url()).searchParams.get('saved')).toMatch(/^\d+$/)
    // The button that opened the dialog went with its list: the focus is with what opened the list.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Vista: KYC por resolver')

    await page.getByRole('button', { name: 'Saldo actual' }).first().click()
    await page.getByText('Cambios sin guardar').waitFor()
    await page.getByRole('button', { name: 'Descartar' }).press('Enter')
    await page.getByText('Cambios sin guardar').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('sort')).toBeNull()
    await page.getByRole('button', { name: 'Saldo actual' }).first().click()
    await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
    await page.getByText('Cambios sin guardar').waitFor({ state: 'detached' })
  })

  test('a colleague opens a shared view by its address, with their own clients alone', async () => {
    const id = new URL(admin.page.url()).searchParams.get('saved')
    await manager.open(`/clientes?saved=${id}`)
    await manager.page.getByRole('button', { name: 'Vista: KYC por resolver' }).waitFor()
    const params = new URL(manager.page.url()).searchParams
    expect([params.get('kyc'), params.get('sort')]).toEqual(['pending,rejected', 'balance'])
    const shown = await manager.page.getByRole('table', { name: 'Clientes' }).locator('tbody tr').count()
    expect(shown).toBeLessThanOrEqual(await countClients(`c.kyc_status in ('pending', 'rejected')`))
  })

  test('says so where a view is not shared with who opens its address', async () => {
    await manager.open('/clientes?saved=999999')
    await manager.page.getByText('Esa vista ya no existe o no la han compartido contigo.').waitFor()
    await manager.page.getByRole('button', { name: 'Ver la lista' }).press('Enter')
    await manager.page.getByRole('table', { name: 'Clientes' }).waitFor()
  })

  test('opens a list with its default view, also after signing in again', async () => {
    const { page } = manager
    await page.getByRole('button', { name: 'Vistas' }).press('Enter')
    await viewsDialog(manager).getByRole('button', { name: 'Más acciones de KYC por resolver' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Abrir siempre con esta vista' }).press('Enter')
    await viewsDialog(manager).getByRole('img', { name: 'Se abre con la lista' }).waitFor()
    const again = await createVisitor(browser, firm)
    const requests: string[] = []
    again.page.on('request', (request) => {
      if (request.url().includes('/list-views') || request.url().includes('/clients?')) requests.push(request.url())
    })
    await again.openAs('manager', '/clientes')
    await again.page.getByRole('button', { name: 'Vista: KYC por resolver' }).waitFor()
    const pages = requests.filter((url) => url.includes('/clients?'))
    expect(pages.length).toBeGreaterThan(0)
    const other = pages.filter((url) => !url.includes('kyc=pending'))
    // The first screen after signing in is the list itself: it was requests for by the view as well.
    expect(other).toEqual([])
  })

  test('deletes a view and takes that back', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Vista: KYC por resolver' }).press('Enter')
    await viewsDialog(admin).getByRole('button', { name: 'Más acciones de KYC por resolver' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Eliminar' }).press('Enter')
    await viewsDialog(admin).getByText('Vista KYC por resolver eliminada').waitFor()
    await viewsDialog(admin).getByRole('button', { name: 'Deshacer' }).press('Enter')
    await viewsDialog(admin)
      .getByRole('button', { name: /^KYC por resolver/ })
      .waitFor()
  })
})

describe('presets of dates', () => {
  test('a preset stays relative in the address and reads on one chip', async () => {
    const { page } = admin
    await admin.open('/crm/Auditoria')
    await page.getByRole('button', { name: 'Fechas' }).press('Enter')
    await page.getByRole('button', { name: 'Este mes', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Fechas: Este mes', exact: true }).waitFor()
    const params = new URL(page.url()).searchParams
    expect([params.get('from'), params.get('to')]).toEqual(['monthStart', 'monthEnd'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Quitar el filtro Fechas' }).press('Enter')
    expect(new URL(page.url()).searchParams.get('from')).toBeNull()
  })
})

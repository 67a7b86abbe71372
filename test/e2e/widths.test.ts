import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFullTestRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, shareFirm } from './harness/firm.ts'
import { createVisitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let screenPaths: string[]

beforeAll(async () => {
  firm = await shareFirm()
  browser = await shareBrowser()
  const [account] = await firm.rows<{ id: string; client_id: string }>(
    'select a.id, a.client_id from account a join posting p on p.account_id = a.id group by a.id order by count(*) desc limit 1',
  )
  const { id, client_id: client } = account!
  const [record] = await firm.rows<{ statement: string; payment: string }>(
    `select (select max(statement_id) from bank_statement_line) statement,
            (select id from payment_order order by id limit 1) payment`,
  )
  screenPaths = [
    '/clientes',
    '/clientes?view=of&companies=true',
    `/clientes/${client}`,
    `/clientes/${client}/cuentas/${id}`,
    `/crm/Ingresos/extractos/${record!.statement}`,
    `/crm/Retiradas/${record!.payment}`,
    `/crm/Contabilidad/retenciones/${client}`,
  ]
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

/** The narrowest; the full suite takes the common phone and the usual window too, at which the sweep over all screens looks. */
const viewportWidths = isFullTestRun ? [320, 390, 1440] : [320]

describe('page widths', () => {
  test.for(viewportWidths)('every page fits a window %d pixels wide', async (width) => {
    const who = await createVisitor(browser, firm, { width, height: 800 })
    await who.open('/auth/login')
    expect(await who.overflow()).toBeLessThanOrEqual(0)
    await who.openAs('admin')
    for (const path of screenPaths) {
      // Inside the app where it is another screen: that takes a fifth of the time.
      const isSameScreen = new URL(who.page.url()).pathname === path.split('?')[0]
      await (isFullTestRun || isSameScreen ? who.open(path) : who.goTo(path))
      expect({ path, overflow: await who.overflow() }).toEqual({ path, overflow: 0 })
      // The way back is one line, above the title.
      for (const crumbs of await who.page.locator('[data-breadcrumbs]').all())
        expect((await crumbs.boundingBox())!.height).toBeLessThan(32)
    }
    // On a phone each row is a card.
    await who.open('/clientes')
    expect(await who.page.getByRole('table').count()).toBe(width > 640 ? 1 : 0)
    expect(await who.page.getByRole('list', { name: 'Clientes' }).count()).toBe(width > 640 ? 0 : 1)
    expect(await who.violations()).toEqual([])
    expect(who.problems).toEqual([])
    await who.close()
  })
})

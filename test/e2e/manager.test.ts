import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testInFullRun } from '#test/harness/circles.ts'
import { readXlsx } from '#test/harness/read-xlsx.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { downloadExport } from './harness/keyboard.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

type Client = { id: string; cvl: string; account: string | null }

let browser: Browser
let firm: Firm
let manager: Visitor
let ownClients: Client[]
let foreignClient: Client

beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  const clients = await firm.rows<Client & { mine: boolean }>(
    `select c.id, c.cvl, (select max(a.id) from account a where a.client_id = c.id) as account,
            exists (select from client_staff s join employee e on e.id = s.employee_id join membership m on m.cvl = e.cvl and m.prefix = 'dino'
                      join app_user u on u.id = m.user_id
                     where s.client_id = c.id and s.valid_to is null and u.email = $1) as mine
       from client c order by c.id`,
    [firm.emailOf('manager')],
  )
  ownClients = clients.filter(({ mine }) => mine)
  foreignClient = clients.find(({ mine, account }) => !mine && account)!
  manager = await createVisitor(browser, firm)
  await manager.openAs('manager')
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

describe('list access of a manager', () => {
  test('a manager sees only their own clients in the list, and their number', async () => {
    expect(ownClients.length).toBeGreaterThan(10)
    await manager.page
      .getByRole('status')
      .getByText(new RegExp(` de ${ownClients.length} registros`))
      .waitFor()
    await manager.open('/clientes?pageSize=100')
    const shown = await manager.page.getByRole('table', { name: 'Clientes' }).locator('tbody tr').allInnerTexts()
    expect(shown.length).toBe(Math.min(100, ownClients.length))
    const cvls = new Set(ownClients.map(({ cvl }) => cvl))
    expect(shown.filter((row) => !cvls.has(/D\d{7}/.exec(row)?.[0] ?? ''))).toEqual([])
  })

  // The scope of each call is the table of test/permissions; here one list and two addresses stand for all.
  testInFullRun('a manager finds no clients of others by search', async () => {
    await manager.open(`/clientes?search=${foreignClient.cvl}`)
    await manager.page.getByText('No se han encontrado Clientes que mostrar.').waitFor()
    await manager.page.keyboard.press('Control+k')
    await manager.page.getByRole('dialog').getByRole('combobox').fill(foreignClient.cvl)
    await manager.page.getByText(`No hay resultados para «${foreignClient.cvl}».`).waitFor()
    await manager.page.keyboard.press('Escape')
  })

  testInFullRun('a manager exports only their own clients', async () => {
    await manager.open('/clientes')
    const { content } = await downloadExport(manager.page, 'Excel')
    const [sheet] = readXlsx(content)
    const at = sheet!.rows[0]!.findIndex((cell) => cell?.value === 'CVL')
    expect(
      sheet!.rows
        .slice(1)
        .map((row) => row[at]!.value)
        .sort(),
    ).toEqual(ownClients.map(({ cvl }) => cvl).sort())
  })

  test('a manager gets nothing by the address of another’s client or account', async () => {
    for (const path of [
      `/clientes/${foreignClient.id}`,
      `/clientes/${foreignClient.id}/cuentas/${foreignClient.account}`,
    ]) {
      await manager.open(path)
      await manager.page.getByText('¡Lo sentimos! No se han encontrado los datos que buscas').waitFor()
      expect(await manager.page.getByRole('main').innerText()).not.toContain(foreignClient.cvl)
    }
  })

  testInFullRun('a user without the export right sees no export button', async () => {
    expect(manager.problems).toEqual([])
    const colleague = await createVisitor(browser, firm)
    await colleague.openAs('investments')
    expect(await colleague.page.getByRole('button', { name: 'Exportar' }).count()).toBe(0)
    expect(colleague.problems).toEqual([])
    await colleague.close()
  })
})

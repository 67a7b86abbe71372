import { parse } from 'csv-parse/sync'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgers } from '#rules/ledgers.ts'
import { readXlsx } from '#test/harness/read-xlsx.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { downloadExport, pressKeyOn, requestExport, tabTo } from './harness/keyboard.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let visitor: Visitor

beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  visitor = await createVisitor(browser, firm)
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const countRows = async (sql: string): Promise<number> => {
  const [row] = await firm.rows<{ count: string }>(`select count(*) from ${sql}`)
  return Number(row!.count)
}
const getTableRows = (name: string): Locator => visitor.page.getByRole('table', { name }).locator('tbody tr')
const getAddress = (): string => {
  const { pathname, search } = new URL(visitor.page.url())
  return pathname + search
}
const approvedClientsSql = `client_list where kyc_status = 'approved'`

// One visit, told in order: each part begins where the one before ended.
describe('clients by keyboard alone', () => {
  test('a wrong password shows the one text of a refused sign-in', async () => {
    await visitor.open('/clientes?kyc=approved')
    expect(getAddress()).toBe('/auth/login?next=%2Fclientes%3Fkyc%3Dapproved')
    await visitor.page.keyboard.type(firm.emailOf('direction'))
    await visitor.page.keyboard.press('Tab')
    await visitor.page.keyboard.type('something else')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.getByRole('alert').getByText('Usuario o contraseña incorrectos', { exact: true }).waitFor()
  })

  test('signing in leads to the requested list', async () => {
    await visitor.open('/clientes?kyc=approved')
    await visitor.signIn('direction')
    expect(getAddress()).toBe('/clientes?kyc=approved')
    const total = await countRows(approvedClientsSql)
    await visitor.page.getByRole('status').getByText(`Mostrando 50 de ${total} registros`).waitFor()
    expect(await getTableRows('Clientes').count()).toBe(50)
  })

  test('the key / searches clients, ignoring accents and case', async () => {
    const { page } = visitor
    await pressKeyOn(page.getByRole('button', { name: 'Limpiar filtros' }))
    await page.keyboard.press('/')
    await page.keyboard.type('GARCIA')
    await page.waitForURL((url) => url.searchParams.get('search') === 'GARCIA')
    const total = await countRows(`client_search where all_text like '%garcia%'`)
    await page
      .getByRole('status')
      .getByText(new RegExp(` de ${total} registros`))
      .waitFor()
    await visitor.settled()
    const names = await getTableRows('Clientes').getByRole('link').allInnerTexts()
    expect(names.length).toBe(Math.min(50, total))
    expect(names.filter((name) => /García/.test(name)).length).toBeGreaterThan(0)
    await pressKeyOn(page.getByRole('button', { name: 'Limpiar filtros' }))
    await page.waitForURL((url) => url.search === '')
  })

  test('the list of clients filters and sorts by keyboard', async () => {
    const { page } = visitor
    // By every stop of the page and its rows: nothing on the way keeps the focus.
    await tabTo(page.getByRole('button', { name: 'KYC', exact: true }).first(), { everyStop: true })
    await page.keyboard.press('Enter')
    const option = page.getByRole('option', { name: 'Aprobado' })
    await option.waitFor()
    for (let at = 0; (await option.getAttribute('data-combobox-selected')) !== 'true' && at < 10; at++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('kyc') === 'approved')
    const capital = page.getByRole('columnheader', { name: 'Capital' })
    await pressKeyOn(capital.getByRole('button'))
    await pressKeyOn(capital.getByRole('button'))
    await page.waitForURL((url) => url.searchParams.get('direction') === 'desc')
    await expect.poll(() => capital.getAttribute('aria-sort')).toBe('descending')
    await visitor.settled()
    const [richest] = await firm.rows<{ cvl: string }>(
      `select cvl from ${approvedClientsSql} order by capital desc limit 1`,
    )
    expect(await getTableRows('Clientes').first().innerText()).toContain(richest!.cvl)
  })

  test('going back from client and account restores filter, position and row', async () => {
    const { page } = visitor
    const list = getAddress()
    // The first j takes the first row.
    for (let row = 0; row < 30; row++) await page.keyboard.press('j')
    const opened = getTableRows('Clientes').nth(29).getByRole('link')
    const name = await opened.innerText()
    const scroller = page.locator('[data-fill]')
    const place = await scroller.evaluate((element) => element.scrollTop)
    expect(place).toBeGreaterThan(100)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/clientes\/\d+$/)
    await visitor.settled()
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    expect(new Set(heading.split(' '))).toEqual(new Set(name.replace(',', '').split(' ')))

    await pressKeyOn(page.getByRole('table', { name: 'Cuentas asociadas' }).getByRole('link').first())
    await page.waitForURL(/\/cuentas\/\d+$/)
    await visitor.settled()
    const [, , , , accountId] = new URL(page.url()).pathname.split('/')
    const movements = await countRows(`posting where ledger = ${ledgers.capital} and account_id = ${accountId}`)
    await expect.poll(() => getTableRows('Movimientos').count()).toBe(Math.min(movements, 50))

    await page.goBack()
    await page.goBack()
    await visitor.settled()
    expect(getAddress()).toBe(list)
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(place)
    expect(await opened.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('the key ] opens the next record of the list', async () => {
    const { page } = visitor
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/clientes\/\d+$/)
    await visitor.settled()
    const next = page.getByText(`31 de ${await countRows(approvedClientsSql)}`)
    // Its place in the list comes with the list's rows, after the record itself.
    await page.getByText(`30 de ${await countRows(approvedClientsSql)}`).waitFor()
    await page.keyboard.press(']')
    await next.waitFor()
    await visitor.settled()
    await page.goBack()
    await visitor.settled()
  })

  test('exports every filtered row to Excel', async () => {
    const { name, content } = await downloadExport(visitor.page, 'Excel')
    expect(name).toBe(`Clientes ${firm.today}.xlsx`)
    const [sheet] = readXlsx(content)
    expect(sheet!.rows.length - 1).toBe(await countRows(approvedClientsSql))
    const first = await getTableRows('Clientes').first().innerText()
    expect(first).toContain(sheet!.rows[1]![0]!.value)
    const at = sheet!.rows[0]!.findIndex((cell) => cell?.value === 'Capital')
    expect(new Set(sheet!.rows.slice(1).map((row) => row[at]!.kind))).toEqual(new Set(['number']))
  })

  test('exports to CSV with the sums of the screen', async () => {
    const { content } = await downloadExport(visitor.page, 'CSV')
    const [headings, ...rows] = parse(content.toString('utf8'), { bom: true, delimiter: ';' }) as string[][]
    expect(rows.length).toBe(await countRows(approvedClientsSql))
    const at = headings!.indexOf('Saldo actual')
    const cents = rows.reduce((sum, row) => sum + BigInt(row[at]!.replace(',', '')), 0n)
    const [total] = await firm.rows<{ sum: string }>(`select sum(balance) from ${approvedClientsSql}`)
    expect(cents).toBe(BigInt(total!.sum.replace('.', '')))
  })

  test('a cancelled export ends at once, in the database too', async () => {
    const { page } = visitor
    const running = () =>
      countRows(`pg_stat_activity where application_name = 'atalaya snapshot' and datname = current_database()`)
    await expect.poll(running).toBe(0)
    const unlock = await firm.hold('client')
    await requestExport(page, 'Excel')
    const tray = page.getByRole('region', { name: 'Exportaciones' })
    await tray.getByText(/Preparando/).waitFor()
    await expect.poll(running).toBe(1)
    await pressKeyOn(tray.getByRole('button', { name: 'Cancelar' }))
    await tray.getByText(/Preparando/).waitFor({ state: 'detached' })
    await expect.poll(running).toBe(0)
    await unlock()
  })

  test('Ctrl+K finds and opens a client; g c returns to the list', async () => {
    const { page } = visitor
    const [client] = await firm.rows<{ id: string; cvl: string }>('select id, cvl from client order by id limit 1')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type(client!.cvl)
    await page.getByRole('option', { name: new RegExp(client!.cvl) }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/clientes/${client!.id}`)
    await visitor.settled()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL('**/clientes')
    await visitor.settled()
  })

  test('signing out ends the session on the server too', async () => {
    const { page } = visitor
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await pressKeyOn(page.getByRole('button', { name: /^Tu cuenta/ }))
    await pressKeyOn(page.getByRole('link', { name: 'Cerrar sesión' }))
    await page.waitForURL('**/auth/logout')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    expect(token).toBeTruthy()
    const answer = () => fetch(`${firm.url}/api/v1/session`, { headers: { authorization: `JWT ${token}` } })
    await expect.poll(async () => (await answer()).status).toBe(401)
  })

  test('the next sign-in opens the page requested before', async () => {
    await visitor.open('/clientes?kyc=pending&sort=capital')
    expect(new URL(visitor.page.url()).pathname).toBe('/auth/login')
    await visitor.signIn('direction')
    expect(getAddress()).toBe('/clientes?kyc=pending&sort=capital')
  })

  test('the whole journey leaves no errors', () => {
    expect(visitor.problems).toEqual([])
  })
})

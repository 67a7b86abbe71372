import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { screens } from '#web/app/screens.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, shareFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
import { measureList } from './harness/measure-list.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
beforeAll(async () => {
  ;[firm, browser] = await Promise.all([shareFirm(), shareBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

/** Screens without a record in their path: the lists are among them. */
const plainPaths = screens.map(({ path }) => path).filter((path) => !path.includes(':'))

describe('head of a list', () => {
  // The sweep over the screens measures the same in its window (harness/screen-sweep.ts).
  test.for(
    takeFirstCases(0, [
      { width: 1366, height: 768 },
      { width: 1440, height: 900 },
    ]),
  )(
    'the first row starts within 240 pixels and only rows scroll, $width pixels wide',
    { timeout: 120_000 },
    async ({ width, height }) => {
      const who = await createVisitor(browser, firm, { width, height })
      await who.openAs('admin')
      const lists: string[] = []
      const faults: unknown[] = []
      for (const path of plainPaths) {
        if (path !== new URL(who.page.url()).pathname) await who.goTo(path)
        const found = await who.page.evaluate(measureList)
        if (!found) continue
        lists.push(path)
        if (found.scrolls !== 0 || (found.firstRow ?? 0) > 240) faults.push({ path, ...found })
      }
      expect(faults).toEqual([])
      expect(lists).toEqual(expect.arrayContaining(['/clientes', '/crm/Vencimientos', '/crm/Contabilidad/asientos']))
      await who.close()
    },
  )

  test('a list without rows has no pager and offers to clear its filters', async () => {
    const who = await createVisitor(browser, firm)
    await who.openAs('admin', '/clientes?search=nobody-has-this-name')
    await who.page.getByRole('button', { name: 'Limpiar filtros' }).last().waitFor()
    expect(await who.page.getByRole('navigation', { name: 'Páginas' }).count()).toBe(0)
    await who.close()
  })

  test('all filters open on the first of them, and no e-mail is cut', async () => {
    const who = await createVisitor(browser, firm)
    const { page } = who
    await who.openAs('admin', '/crm/Avisos')
    await page.getByRole('row').nth(1).waitFor()
    const cut = await page
      .locator('td', { hasText: /^\S+@\S+$/ })
      .evaluateAll(
        (cells) =>
          cells.filter((cell) =>
            [cell, ...cell.querySelectorAll('span')].some((part) => part.scrollWidth > part.clientWidth + 1),
          ).length,
      )
    expect(cut).toBe(0)
    await pressKeyOn(page.getByRole('button', { name: 'Todos los filtros' }))
    const drawer = page.getByRole('dialog', { name: 'Todos los filtros' })
    await drawer.waitFor()
    await expect.poll(() => drawer.locator(':focus').evaluateAll((all) => all[0]?.matches('input, select'))).toBe(true)
    expect(await who.violations()).toEqual([])
    await page.keyboard.press('Escape')
    await who.close()
  })

  test('a page that holds all rows has no pager even before they are counted', async () => {
    const who = await createVisitor(browser, firm)
    await who.openAs('admin')
    let isCounted = false
    await who.page.route(/\/audit\/accesses\/count/, () => {
      isCounted = true
    })
    await who.page.goto('/crm/Auditoria/accesos')
    await who.page.getByRole('row').nth(1).waitFor()
    await expect.poll(() => isCounted).toBe(true)
    expect(await who.page.getByRole('navigation', { name: 'Páginas' }).count()).toBe(0)
    await who.close()
  })

  test('a list whose rows fail to load shows the error without figures', async () => {
    const who = await createVisitor(browser, firm)
    await who.openAs('admin')
    await who.page.route(/\/maturities\?/, (route) => route.fulfill({ status: 400, json: { code: 'invalid' } }))
    await who.page.goto('/crm/Vencimientos')
    await who.page.getByRole('alert').getByRole('button', { name: 'Reintentar' }).waitFor()
    expect(await who.page.getByRole('navigation', { name: 'Páginas' }).count()).toBe(0)
    expect(await who.page.getByRole('table').count()).toBe(0)
    await who.close()
  })
})

describe('rows of a list by keyboard', () => {
  // Keys of a row, as in the test of its menu below.
  testInFullRun('one key leads from a selected row to what can be done with it', async () => {
    const who = await createVisitor(browser, firm)
    const { page } = who
    await who.openAs('admin', '/crm/Vencimientos')
    await page.getByText('Selecciona filas (tecla x)').waitFor()
    // A row's box is a stop of the Tab key.
    await page.getByRole('checkbox', { name: 'Seleccionar esta página' }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('checkbox')
    await page.keyboard.press('Space')
    const bar = page.getByRole('region', { name: 'Selección' })
    await bar.getByText('1 seleccionado').waitFor()
    await page.keyboard.press('.')
    await page.locator('[data-selection-actions] button:focus', { hasText: 'Cambiar la instrucción' }).waitFor()
    await who.close()
  })
})

test('the renewal rate leads to its accounts, and a month of it too', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('admin', '/crm/Vencimientos')
  const rate = page.getByRole('link', { name: /^Tasa de renovación \(12 meses\)/ })
  const [, shown, renewed, matured] = /: ([\d,]+ %) \((\S+\s€) de (\S+\s€)\)/.exec(await rate.innerText())!
  await rate.press('Enter')
  await page.getByText(`${shown} renovado en los doce meses hasta el`).waitFor()
  const total = page.getByRole('row').filter({ hasText: 'Total' })
  await total.getByText(matured!, { exact: true }).waitFor()
  await total.getByText(renewed!, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Doce meses hasta' }).click()
  await page
    .getByRole('option', { name: / · [\d,]+ %$/ })
    .nth(1)
    .click()
  await page.waitForURL(/\?month=\d{4}-\d\d$/)
  await total.getByText(matured!, { exact: true }).waitFor({ state: 'detached' })
  expect(await who.violations()).toEqual([])
  expect(who.problems).toEqual([])
  await who.close()
})

test('the keys of lists go through the rows of Mi día', async () => {
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('admin', '/crm/MiDia')
  const rows = page.locator('[data-tile] [data-row]')
  await rows.nth(1).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  expect(await rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true)
  await page.keyboard.press('k')
  const path = await rows.first().getAttribute('href')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${path}`)
  expect(who.problems).toEqual([])
  await who.close()
})

describe('actions of a row', () => {
  test('the menu of a row and its instruction are reached by keyboard', async () => {
    const who = await createVisitor(browser, firm)
    const { page } = who
    await who.openAs('admin', '/crm/Vencimientos')
    await page.keyboard.press('j')
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Registrar llamada' }).waitFor()
    await page.getByRole('menuitem', { name: 'Ver la ficha del cliente' }).waitFor()
    expect(await who.violations()).toEqual([])
    // What is noted of a call says of whom and of which account.
    const row = page.getByRole('row').nth(1)
    const path = await row.getByRole('link').first().getAttribute('href')
    const [account] = await firm.rows<{ number: string }>('select number from account where id = $1', [
      path!.split('/').at(-1)!,
    ])
    await page.getByRole('menuitem', { name: 'Registrar llamada' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Llamada sobre el vencimiento' })
    await dialog.getByText(account!.number).waitFor()
    expect(await who.violations()).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row').nth(1).getByRole('link').first().focus()
    await page.keyboard.press('F2')
    await page.getByRole('option', { name: 'Renovar el capital', exact: true }).waitFor()
    // The arrows begin at the instruction that stands.
    const cell = page.getByRole('row').nth(1).locator('[data-edit-cell]')
    await expect
      .poll(() => page.locator('[role="option"][data-combobox-selected]').allInnerTexts())
      .toEqual([await cell.innerText()])
    await page.keyboard.press('Escape')
    expect(await who.violations()).toEqual([])
    expect(who.problems).toEqual([])
    await who.close()
  })
})

describe('empty lists', () => {
  test('a list without rows says where they come from and offers the first', async () => {
    const who = await createVisitor(browser, firm)
    const { page } = who
    await who.openAs('admin', '/crm/Traspasos')
    await page.getByText('Inicia uno con «Nuevo traspaso»', { exact: false }).waitFor()
    expect(await page.getByRole('link', { name: 'Nuevo traspaso' }).count()).toBe(2)
    expect(await who.violations()).toEqual([])
    expect(who.problems).toEqual([])
    await who.close()
  })
})

describe('menus of rows', () => {
  let who: Visitor
  beforeAll(async () => {
    who = await createVisitor(browser, firm)
    await who.openAs('admin', '/crm/areapersonal')
  })
  afterAll(() => who.close())

  test.for(
    takeFirstCases(1, [
      { path: '/crm/Retiradas/por-enviar', item: 'Ver la cuenta' },
      { path: '/crm/Retiradas/remesas', item: /^(Abrir|Descargar|Enviar)/ },
      { path: '/crm/Cancelaciones', item: 'Ver la ficha del cliente' },
      { path: '/crm/RRHH', item: 'Editar' },
    ]),
  )('a row of $path offers what can be done with it', async ({ path, item }) => {
    const { page } = who
    await who.goTo(path)
    await page
      .getByRole('button', { name: /^Acciones: / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: item }).first().waitFor()
    expect(await who.violations()).toEqual([])
    expect(who.problems).toEqual([])
    await page.keyboard.press('Escape')
  })
})

describe('cards on a telephone', () => {
  test.for(takeFirstCases(1, [390, 360]))('cards are selected and sorted by finger, %d pixels wide', async (width) => {
    const phone = await createVisitor(browser, firm, { width, height: 780 })
    const { page } = phone
    await phone.openAs('admin', '/crm/Vencimientos')
    const cards = page.getByRole('list', { name: 'Vencimientos' }).getByRole('listitem')
    const sort = page.getByRole('combobox', { name: 'Ordenar por' })
    expect((await sort.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await sort.selectOption({ label: 'Importe, descendente' })
    await page.waitForURL(/sort=balance&direction=desc/)
    await phone.settled()
    const menu = cards.first().getByRole('button', { name: /^Acciones: / })
    expect((await menu.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Cambiar la instrucción' }).waitFor()
    await page.keyboard.press('Escape')
    const box = cards.first().getByRole('checkbox')
    const target = (await box.locator('xpath=..').boundingBox())!
    expect([target.width >= 44, target.height >= 44]).toEqual([true, true])
    await box.check()
    await page.getByRole('region', { name: 'Selección' }).getByText('1 seleccionado').waitFor()
    expect(await phone.overflow()).toBe(0)
    expect(await phone.violations()).toEqual([])
    expect(phone.problems).toEqual([])
    await phone.close()
  })

  // At this width widths.test.ts looks at the client list.
  testInFullRun('nothing is wider than a window of 320 pixels', async () => {
    const phone = await createVisitor(browser, firm, { width: 320, height: 640 })
    await phone.openAs('admin')
    for (const path of ['/crm/Vencimientos', '/crm/Retiradas', '/crm/Contabilidad/asientos', '/crm/Pendientes']) {
      expect({ at: new URL(phone.page.url()).pathname, overflow: await phone.overflow() }).toMatchObject({
        overflow: 0,
      })
      await phone.goTo(path)
    }
    expect(await phone.overflow()).toBe(0)
    await phone.close()
  })
})

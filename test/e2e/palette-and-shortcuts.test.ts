import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
const visitors: Visitor[] = []
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
})
afterEach(async () => {
  for (const one of visitors.splice(0)) await one.close()
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const openSignedIn = async (role: Role, path = '/clientes', width = 1440): Promise<Visitor> => {
  const who = await createVisitor(browser, firm, { width })
  visitors.push(who)
  await who.openAs(role, path)
  return who
}
const getPath = (page: Page): string => new URL(page.url()).pathname
const shortTimeout = { timeout: 10_000 }

const openSearch = async ({ page }: Visitor) => {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Buscar o ir a una página' })
  await field.waitFor()
  return field
}
const getGroupOptions = (page: Page, group: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('option')

describe('the palette', () => {
  test('a manager gets to a new record by the words for making it', async () => {
    const me = await openSignedIn('manager')
    const { page } = me
    for (const [typed, title] of [
      ['registrar una llamada', 'Registrar una llamada'],
      ['nueva reu', 'Nueva reunión'],
    ] as const) {
      await openSearch(me)
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: title }).waitFor()
      await page.getByRole('button', { name: 'Cancelar' }).press('Enter')
      await page.getByRole('dialog', { name: title }).waitFor({ state: 'hidden' })
    }
  })

  test('the palette opens clients, runs actions, and lists recent pages and actions', async () => {
    const me = await openSignedIn('admin')
    const { page } = me
    const [client] = await firm.rows<{ id: string; name: string; words: string }>(
      `select id, name, surname || ' ' || name as words from client where surname <> '' order by id limit 1`,
    )
    await openSearch(me)
    await page.keyboard.type(client!.words)
    await getGroupOptions(page, 'Clientes').filter({ hasText: client!.name }).first().waitFor()
    expect(await me.violations()).toEqual([])
    await page.keyboard.press('Escape')
    // Enter before the search has answered goes to what it finds.
    await openSearch(me)
    await page.keyboard.type(client!.words)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/clientes\/\d+$/)
    await me.settled()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(client!.name)
    await openSearch(me)
    await page.keyboard.type('oscuro modo')
    await expect.poll(() => getGroupOptions(page, 'Acciones').allInnerTexts()).toEqual(['Cambiar a modo oscuro'])
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark')
    await openSearch(me)
    await page.keyboard.type('area')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/crm/areapersonal')
    await me.settled()
    await openSearch(me)
    // The page in sight isn't offered again. The record that was opened stands first, by the name that the server gives it now.
    await getGroupOptions(page, 'Fichas recientes').filter({ hasText: client!.name }).waitFor()
    expect(await getGroupOptions(page, 'Recientes').allInnerTexts()).toEqual(['Cambiar a modo claro', 'Clientes'])
    expect(await me.violations()).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('light')
    expect(me.problems).toEqual([])
  })

  // What is found, and for whom, has tables of its own: server/features/search and test/permissions. The full suite sees it in the palette.
  testInFullRun('the palette finds accounts by last digits and shows the matched phone digits', async () => {
    const me = await openSignedIn('admin')
    const { page } = me
    const [account] = await firm.rows<{ id: string; number: string }>(
      `select id, number from account where status = 'active' order by id desc limit 1`,
    )
    const [client] = await firm.rows<{ name: string; digits: string; phone: string }>(
      `select name, right(phone, 6) as digits, phone from client where phone is not null order by id limit 1`,
    )
    await openSearch(me)
    await page.keyboard.type(client!.digits)
    const found = getGroupOptions(page, 'Clientes').filter({ hasText: client!.name })
    await found.getByText('Teléfono').waitFor()
    expect((await found.locator('mark').innerText()).replace(/\s/g, '')).toBe(client!.digits)
    await page.keyboard.press('Escape')
    await openSearch(me)
    await page.keyboard.type(account!.number.slice(-6))
    await getGroupOptions(page, 'Cuentas').filter({ hasText: account!.number }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/cuentas/${account!.id}$`))
    expect(me.problems).toEqual([])
  })

  test('the palette offers the actions of the page in sight', async () => {
    const me = await openSignedIn('admin', '/crm/Traspasos')
    await openSearch(me)
    const actions = await getGroupOptions(me.page, 'En esta página').allInnerTexts()
    expect(actions.length).toBeGreaterThan(0)
    await me.page.keyboard.type('nuevo traspaso')
    await getGroupOptions(me.page, 'En esta página').first().waitFor()
    await getGroupOptions(me.page, 'En esta página').first().click()
    await me.page.waitForURL('**/crm/Traspasos/nuevo')
    expect(me.problems).toEqual([])
  })

  testInFullRun('the palette offers only permitted actions', async () => {
    const me = await openSignedIn('manager')
    await openSearch(me)
    await getGroupOptions(me.page, 'Acciones').first().waitFor()
    const titles = await me.page.getByRole('option').allInnerTexts()
    expect(titles).toContain('Bloquear la sesión')
    expect(titles).not.toContain('Ajustes')
    expect(titles.filter((title) => /tipo de cambio|Trabajar en/.test(title))).toEqual([])
    await me.page.keyboard.press('Escape')
    await pressKeyOn(me.page.getByRole('button', { name: 'Crear algo nuevo' }))
    const creations = me.page.getByRole('dialog', { name: 'Crear algo nuevo' })
    await creations.getByText('Traspaso').waitFor()
    expect(await creations.getByText('Empleado').count()).toBe(0)
    await me.page.keyboard.press('Escape')
    expect(await me.page.getByRole('button', { name: /^País:/ }).count()).toBe(0)
  })
})

test('a favourite page stays atop the menu across sign-ins until removed', async () => {
  const me = await openSignedIn('manager')
  const { page } = me
  const favourites = page.getByRole('region', { name: 'Favoritos' })
  await page.getByRole('button', { name: 'Añadir Clientes a favoritos' }).click()
  await favourites.getByRole('link', { name: 'Clientes' }).waitFor()
  expect(await me.violations('#sidebar')).toEqual([])
  // The page in sight is marked once, at its own place.
  const marked = page.getByRole('navigation', { name: 'Menú principal' }).locator('[aria-current="page"]')
  expect(await marked.count()).toBe(1)
  expect(await favourites.locator('[aria-current]').count()).toBe(0)
  await page.reload()
  await favourites.getByRole('link', { name: 'Clientes' }).waitFor()
  await openSearch(me)
  await page.keyboard.type('quitar favoritos')
  await expect.poll(() => getGroupOptions(page, 'Acciones').allInnerTexts()).toEqual(['Quitar Clientes de favoritos'])
  await page.keyboard.press('Enter')
  await favourites.waitFor({ state: 'detached' })
  expect(me.problems).toEqual([])
})

test('n begins a new record of the list, and e edits the record', async () => {
  const me = await openSignedIn('admin')
  const { page } = me
  await me.open('/crm/RRHH')
  await page.getByRole('table').waitFor()
  // A list has no form of its own to open.
  await page.keyboard.press('e')
  await page.keyboard.press('n')
  await expect.poll(() => getPath(page), shortTimeout).toBe('/crm/RRHH/nuevo')
  await me.open('/crm/Importar')
  await page.getByRole('table').or(page.getByText('Todavía no')).first().waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).hash).toBe('')
  const [employee] = await firm.rows<{ id: string }>('select id::text from employee order by id limit 1')
  await me.open(`/crm/RRHH/${employee!.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('e')
  await expect.poll(() => getPath(page), shortTimeout).toBe(`/crm/RRHH/${employee!.id}/editar`)
  expect(me.problems).toEqual([])
})

describe('keyboard shortcuts', () => {
  test('g and a letter open a permitted place, and the help lists them', async () => {
    const me = await openSignedIn('admin')
    const { page } = me
    for (const [key, path] of [
      ['p', '/crm/areapersonal'],
      ['s', '/crm/Ajustes'],
      ['i', '/crm/Aprobaciones'],
      ['a', '/crm/AgendaComercial'],
      ['c', '/clientes'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await page.waitForURL(`**${path}`)
      await me.settled()
    }
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Atajos de teclado' })
    const text = (await help.innerText()).replace(/\s+/g, ' ')
    for (const shortcut of [
      'Ir a clientes g y luego c',
      'Ir al área personal g y luego p',
      'Ir a los ajustes g y luego s',
    ])
      expect(text).toContain(shortcut)
    expect(await me.violations()).toEqual([])
    expect(me.problems).toEqual([])
  })

  // Which shortcuts there are is a pure function, with a table beside it.
  testInFullRun('the help lists exactly the keys that work on the page in sight', async () => {
    const me = await openSignedIn('manager', '/crm/areapersonal')
    const { page } = me
    const readHelp = async (): Promise<string[]> => {
      await page.keyboard.press('?')
      const help = page.getByRole('dialog', { name: 'Atajos de teclado' })
      await help.locator('dt').first().waitFor()
      const shown = await help.locator('dt').allInnerTexts()
      await page.keyboard.press('Escape')
      await help.waitFor({ state: 'detached' })
      return shown
    }
    const ofList = ['Buscar en la lista', 'Fila siguiente o anterior', 'Abrir la fila']
    const withoutRows = await readHelp()
    expect(withoutRows).toEqual(expect.arrayContaining(['Ir a mi día', 'Ir a clientes']))
    expect(withoutRows.filter((text) => ofList.includes(text))).toEqual([])
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL('**/clientes')
    await page.locator('[data-row]').first().waitFor()
    expect(await readHelp()).toEqual(expect.arrayContaining(ofList))
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.waitForURL('**/crm/MiDia')
    expect(me.problems).toEqual([])
  })

  testInFullRun('shortcuts neither open nor list pages without permission', async () => {
    const me = await openSignedIn('manager')
    const { page } = me
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    // The key after it has been heard by the time that its help is open.
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Atajos de teclado' })
    await help.getByText('Ir a clientes').waitFor()
    expect(await help.getByText('Ir a los ajustes').count()).toBe(0)
    expect(getPath(page)).toBe('/clientes')
  })
})

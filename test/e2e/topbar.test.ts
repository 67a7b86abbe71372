import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { isFullTestRun, takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn, tabTo } from './harness/keyboard.ts'
import { getBellByName, insertNotification } from './harness/notification-bell.ts'
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
  await firm.rows('delete from notification')
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

// The journeys create by their own lists; here it is another way to the same form.
testInFullRun('creating opens the form from any page', async () => {
  const me = await openSignedIn('admin')
  const { page } = me
  const currency = page.getByRole('textbox', { name: 'Moneda' })
  const focused = () => currency.evaluate((element) => element === document.activeElement)
  for (let time = 0; time < 2; time++) {
    await pressKeyOn(page.getByRole('button', { name: 'Crear algo nuevo' }))
    await pressKeyOn(page.getByRole('dialog', { name: 'Crear algo nuevo' }).getByText('Tipo de cambio'))
    await currency.waitFor()
    await expect.poll(focused, shortTimeout).toBe(true)
    await page.keyboard.press('Shift+Tab')
  }
  expect(getPath(page)).toBe('/crm/Ajustes')
  expect(me.problems).toEqual([])
})

test('n begins a new record of the list, and e edits the record', async () => {
  const me = await openSignedIn('admin')
  const { page } = me
  await me.open('/crm/RRHH')
  await page.getByRole('table').waitFor()
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

describe('the prefix', () => {
  const places = [
    ['from the bar', 1440],
    ['from the other choices of a phone', 390],
  ] as const
  test.each(takeFirstCases(1, places))(
    'changes prefix %s after a question; page, list and language follow, and back',
    async (_, width) => {
      const me = await openSignedIn('admin', '/clientes', width)
      const { page } = me
      const clients = page.locator('a[data-row][href^="/clientes/"]')
      await clients.first().waitFor()
      const change = async (from: string, to: string, more: string): Promise<void> => {
        if (width < 1000) await page.getByRole('button', { name: more }).click()
        await page.getByRole('button', { name: new RegExp(`: ${from}\\.`) }).click()
        await page.getByRole('button', { name: to, exact: true }).click()
        const dialog = page.getByRole('dialog').filter({ hasText: `¿Trabajar en ${to}?` })
        await dialog.waitFor()
        expect(await me.violations()).toEqual([])
        const going = page.waitForEvent('load')
        await page.keyboard.press('Enter')
        await going
        await me.settled()
      }
      await change('España', 'México', 'Más opciones')
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('es-MX')
      // The other prefix is empty here: nothing of this one is left.
      await page.goto('/clientes')
      await me.settled()
      expect(await clients.count()).toBe(0)
      await change('México', 'España', 'Más opciones')
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('es')
      await page.goto('/clientes')
      await me.settled()
      await expect.poll(() => clients.count(), shortTimeout).toBeGreaterThan(5)
      expect(me.problems).toEqual([])
    },
  )
})

describe('the full screen', () => {
  // A button of the browser’s own, and nothing else depends on it.
  testInFullRun('the full screen is entered and left, and the button shows which', async () => {
    const me = await openSignedIn('manager')
    const { page } = me
    const full = () => page.evaluate(() => document.fullscreenElement !== null)
    await page.getByRole('button', { name: 'Pantalla completa', exact: true }).click()
    await expect.poll(full, shortTimeout).toBe(true)
    await page.getByRole('button', { name: 'Salir de la pantalla completa' }).click()
    await expect.poll(full, shortTimeout).toBe(false)
    await page.getByRole('button', { name: 'Pantalla completa', exact: true }).waitFor()
    expect(me.problems).toEqual([])
  })

  testInFullRun('a browser without full screen gets no button for it', async () => {
    const me = await createVisitor(browser, firm)
    visitors.push(me)
    await me.page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
    await me.openAs('manager')
    expect(await me.page.getByRole('button', { name: 'Pantalla completa' }).count()).toBe(0)
    await me.page.keyboard.press('Control+k')
    await me.page.getByRole('option', { name: 'Cerrar sesión' }).waitFor()
    expect(await me.page.getByRole('option', { name: /Pantalla completa/ }).count()).toBe(0)
  })
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
    const me = await openSignedIn('manager', '/crm/MiDia')
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
    const onDay = await readHelp()
    expect(onDay).toEqual(expect.arrayContaining(['Ir a mi día', 'Ir a clientes']))
    expect(onDay.filter((text) => ofList.includes(text))).toEqual([])
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

/** The narrowest; the full suite takes the usual window and the common phone too. */
const viewportWidths = isFullTestRun ? [1440, 390, 360] : [360]

describe('panels of the top bar', () => {
  test.each(viewportWidths)('each panel has no faults and fits at %i pixels', async (width) => {
    const me = await openSignedIn('admin', '/crm/areapersonal', width)
    const { page } = me
    // What is left of a link that something lies over would count as a target too small.
    await page.locator('#content').evaluate((content) => content.setAttribute('inert', ''))
    const whole = async (): Promise<void> => {
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
      expect(await me.violations()).toEqual([])
      expect(await me.untranslated()).toEqual([])
      expect(await me.overflow()).toBe(0)
      const outside = await page.getByRole('dialog').evaluateAll((dialogs) =>
        dialogs
          .filter((dialog) => dialog.checkVisibility())
          .map((dialog) => dialog.getBoundingClientRect())
          .filter(({ left, right }) => left < 0 || right > innerWidth)
          .map(({ left, right }) => `${left} to ${right}`),
      )
      expect(outside).toEqual([])
    }
    const opened = async (name: string | RegExp): Promise<void> => {
      const button = page.getByRole('button', { name })
      await tabTo(button)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').first().waitFor()
    }
    const closed = async (): Promise<void> => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await opened(/^Notificaciones/)
    await page.getByText('No tienes notificaciones').waitFor()
    await whole()
    await closed()
    const longest = { name: 'La llave del portátil de la oficina de Valladolid', way: 'passkey' }
    await insertNotification(firm, 'admin', 'secondFactor.added', longest)
    await insertNotification(firm, 'admin', 'signIn.newPlace', {
      address: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      agent: '',
    })
    await insertNotification(firm, 'admin', 'recoveryCode.used', { left: '7' })
    await getBellByName(page, 'Notificaciones, 3 sin leer').waitFor()
    await opened(/^Notificaciones/)
    await page.getByRole('dialog').getByRole('listitem').nth(2).waitFor()
    await whole()
    await closed()
    const more = width < 1000 ? [/^Más opciones/] : [/^País:/]
    for (const name of [/^Crear algo/, /^Tu cuenta/, /^Buscar o ir/, ...more]) {
      await opened(name)
      await whole()
      await closed()
    }
    expect(me.problems).toEqual([])
  })
})

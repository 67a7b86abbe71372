import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, isUnexpectedProblem, type Visitor } from './harness/visitor.ts'

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

const openVisitor = async (): Promise<Visitor> => {
  const who = await createVisitor(browser, firm)
  visitors.push(who)
  return who
}
const openSignedIn = async (role: Role, path = '/clientes'): Promise<Visitor> => {
  const who = await openVisitor()
  await who.openAs(role, path)
  return who
}
const getHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const getPath = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const getSignInField = (page: Page) => page.getByLabel('Usuario o correo electrónico')
const minutesToMs = (count: number): number => count * 60_000

/** Signs in by the form that stands there, and waits for nothing. */
const typeCredentials = async (page: Page, role: Role): Promise<void> => {
  await getSignInField(page).fill(firm.emailOf(role))
  await page.getByLabel('Contraseña', { exact: true }).fill(firm.password)
  await page.keyboard.press('Enter')
}
/** A second tab of the same browser. */
const openAnotherTab = async ({ page }: Visitor, path: string): Promise<Page> => {
  const other = await page.context().newPage()
  await other.goto(path)
  await other.getByRole('heading', { level: 1 }).waitFor()
  return other
}
const chooseFromUserMenu = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: /^Tu cuenta/ }).click()
  await page.getByText(name, { exact: true }).click()
}
const listDrafts = async (): Promise<string[]> => {
  const rows = await firm.rows<{ form: string }>('select form from draft')
  return rows.map(({ form }) => form)
}
const shortTimeout = { timeout: 10_000 }
const readLocalStorage = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))
const listVisitedModules = async (email: string): Promise<string[]> => {
  const rows = await firm.rows<{ entity: string }>(
    `select a.entity from audit_event a join app_user u on u.id = a.user_id
      where a.action = 'navigation' and u.email = $1 order by a.id`,
    [email],
  )
  return rows.map(({ entity }) => entity)
}

describe('two tabs', () => {
  test('signing out in one tab signs out the other, which returns after sign-in', async () => {
    const me = await openSignedIn('direction')
    const other = await openAnotherTab(me, '/clientes?kyc=approved')
    await chooseFromUserMenu(me.page, 'Cerrar sesión')
    await getHeading(me.page, 'Has cerrado sesión').waitFor()
    expect(Object.keys(await readLocalStorage(me.page))).not.toEqual(expect.arrayContaining(['token']))
    await other.getByText('Has cerrado la sesión en otra pestaña.').waitFor()
    expect(getPath(other)).toBe('/auth/login?next=%2Fclientes%3Fkyc%3Dapproved')
    await typeCredentials(other, 'direction')
    await getHeading(other, 'Clientes').waitFor()
    expect(getPath(other)).toBe('/clientes?kyc=approved')
    expect(me.problems).toEqual([])
  })

  // Other ways for a session to change elsewhere; the rules are web/core/session-events.test.ts, idle-watch.test.ts and session.test.ts.
  testInFullRun('another user’s sign-in in one tab switches the other tab to that user', async () => {
    const me = await openSignedIn('direction')
    const other = await openAnotherTab(me, '/clientes?kyc=approved')
    await me.page.goto('/auth/logout')
    await getHeading(me.page, 'Has cerrado sesión').waitFor()
    await getSignInField(other).waitFor()
    await me.page.goto('/auth/login')
    await typeCredentials(me.page, 'manager')
    await getHeading(me.page, 'Cuadro de mando').waitFor()
    await getHeading(other, 'Clientes').waitFor()
    const [mine] = await firm.rows<{ full_name: string }>('select full_name from app_user where email = $1', [
      firm.emailOf('manager'),
    ])
    await other.getByRole('button', { name: `Tu cuenta: ${mine!.full_name}` }).waitFor()
  })

  testInFullRun('a tab with an outdated session writes nothing, shows it and reloads', async () => {
    const me = await openSignedIn('admin', '/crm/Ajustes?part=panel')
    const panel = me.page.getByRole('checkbox', { name: /panel/i })
    const before = await firm.rows('select * from setting')
    // As a tab whose events come late: the stored session has become another without its knowing.
    const other = await openSignedIn('manager')
    const { token = '', user = '' } = await readLocalStorage(other.page)
    await me.page.evaluate(
      ([newToken, newUser]) => {
        localStorage.setItem('user', newUser!)
        localStorage.setItem('token', newToken!)
      },
      [token, user],
    )
    const refused = me.page.waitForResponse((response) => response.request().method() === 'PATCH')
    await panel.click()
    expect((await refused).status()).toBe(409)
    await me.page.getByText('La sesión ha cambiado en otra pestaña.').waitFor()
    // A manager may not see the settings: the person lands on a page of theirs.
    await getHeading(me.page, 'Cuadro de mando').waitFor()
    expect(await firm.rows('select * from setting')).toEqual(before)
    expect(me.problems).toEqual([])
  })
})

describe('idle sessions', () => {
  /** The watch begins when the page has nothing else to do: from then on a key is a movement. */
  const untilWatched = async (page: Page): Promise<void> => {
    const lastMovement = () => page.evaluate(() => localStorage.getItem('activity'))
    await expect
      .poll(async () => {
        const before = await lastMovement()
        await page.keyboard.press('Shift')
        return (await lastMovement()) !== before
      })
      .toBe(true)
  }
  /** The browser's clock can be moved from before the first page on. */
  const withClock = async (role: Role, path: string): Promise<Visitor> => {
    const me = await openVisitor()
    await me.page.clock.install()
    await me.openAs(role, path)
    await me.page.waitForFunction(() => localStorage.getItem('heartbeat') !== null)
    await untilWatched(me.page)
    return me
  }
  const warningOf = (page: Page) => page.getByRole('dialog', { name: '¿Sigues ahí?' })

  testInFullRun('the idle warning lasts two minutes; any movement in any tab dismisses it', async () => {
    const me = await withClock('direction', '/clientes')
    const other = await openAnotherTab(me, '/crm/areapersonal')
    await untilWatched(other)
    await me.page.clock.fastForward(minutesToMs(28) + 5000)
    await warningOf(me.page).waitFor()
    await warningOf(other).waitFor()
    expect(await me.violations()).toEqual([])
    await other.keyboard.press('Shift')
    await warningOf(me.page).waitFor({ state: 'detached' })
    await warningOf(other).waitFor({ state: 'detached' })
    expect(getPath(me.page)).toBe('/clientes')
    expect(me.problems).toEqual([])
  })

  test('an idle end closes all tabs, shows the reason, and restores typed text', async () => {
    const me = await withClock('admin', '/crm/Ajustes?part=maintenance')
    const other = await openAnotherTab(me, '/clientes?kyc=approved')
    const message = me.page.getByRole('textbox', { name: 'Mensaje' })
    await message.fill('Volvemos a las ocho')
    const kept = me.page.waitForResponse((response) => response.request().method() === 'PUT')
    await me.page.clock.fastForward(2000)
    expect((await kept).status()).toBe(200)
    await firm.restart()
    await me.page.clock.fastForward(minutesToMs(31))
    for (const page of [me.page, other]) await page.getByText('Tu sesión se ha cerrado por inactividad.').waitFor()
    expect(getPath(me.page)).toBe('/auth/login?next=%2Fcrm%2FAjustes%3Fpart%3Dmaintenance')
    expect(await readLocalStorage(me.page)).not.toHaveProperty('token')
    await typeCredentials(me.page, 'admin')
    await getHeading(me.page, 'Ajustes').waitFor()
    await me.page.getByText(/Hemos recuperado un borrador sin enviar/).waitFor()
    expect(await message.inputValue()).toBe('Volvemos a las ocho')
    expect(await me.violations()).toEqual([])
    expect(await listDrafts()).toEqual(['settings/maintenance'])
    await me.page.getByRole('button', { name: 'Descartar' }).click()
    expect(await message.inputValue()).toBe('')
    await expect.poll(listDrafts, shortTimeout).toEqual([])
    expect(me.problems.filter(isUnexpectedProblem)).toEqual([])
  })
})

describe('unsent forms', () => {
  test('an unsent form asks before leaving the page, and leaving deletes its draft', async () => {
    const me = await openSignedIn('admin', '/crm/Ajustes?part=maintenance')
    const { page } = me
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('Sin enviar')
    await expect.poll(listDrafts, shortTimeout).toHaveLength(1)
    const clients = page.getByRole('link', { name: 'Clientes', exact: true })
    await clients.click()
    const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
    await question.waitFor()
    expect(await me.violations()).toEqual([])
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(getPath(page)).toBe('/crm/Ajustes?part=maintenance')
    await clients.click()
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await getHeading(page, 'Clientes').waitFor()
    await expect.poll(listDrafts, shortTimeout).toEqual([])
    expect(me.problems).toEqual([])
  })

  testInFullRun('an unsent form left at once asks, although fetching its question fails first', async () => {
    const me = await openVisitor()
    const { page } = me
    let fetches = 0
    await page.route('**/assets/unsaved-question-*.js*', (route) => (++fetches > 1 ? route.continue() : route.abort()))
    await me.openAs('admin', '/crm/Ajustes?part=maintenance')
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('Sin enviar')
    await page.getByRole('link', { name: 'Clientes', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await getHeading(page, 'Clientes').waitFor()
    expect(fetches).toBeGreaterThan(1)
    expect(me.problems.filter((problem) => !/ERR_FAILED/.test(problem))).toEqual([])
  })
})

describe('stored tokens', () => {
  const tokens: readonly [string, string][] = [
    ['expired', `a.${btoa(JSON.stringify({ exp: 1_700_000_000 }))}.b`],
    ['forged', `a.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.b`],
    ['malformed', 'no.soy.jwt'],
    ['no token at all', 'x'],
  ]
  test.each(takeFirstCases(1, tokens))(
    'an invalid token (%s) leads to sign-in and back to the requested page',
    async (_, token) => {
      const me = await openVisitor()
      await me.open('/auth/login')
      await me.page.evaluate((text) => {
        localStorage.setItem('token', text)
        localStorage.setItem('user', JSON.stringify({ username: 'ana', email: 'ana@example.test', idioma: 'spanish' }))
      }, token)
      await me.page.goto('/crm/areapersonal')
      await getSignInField(me.page).waitFor()
      expect(getPath(me.page)).toBe('/auth/login?next=%2Fcrm%2Fareapersonal')
      expect(await readLocalStorage(me.page)).not.toHaveProperty('token')
      await typeCredentials(me.page, 'manager')
      await me.page.waitForURL('**/crm/areapersonal')
      expect(me.problems).toEqual([])
    },
  )

  testInFullRun('a stored token without its user leads to sign-in', async () => {
    const me = await openSignedIn('manager')
    await me.page.evaluate(() => localStorage.removeItem('user'))
    await me.page.goto('/clientes')
    await getSignInField(me.page).waitFor()
    expect(await readLocalStorage(me.page)).not.toHaveProperty('token')
  })

  test('a session survives server restart and reload; a revoked one ends', async () => {
    const me = await openSignedIn('manager')
    await firm.restart()
    await me.open('/clientes?kyc=approved')
    await getHeading(me.page, 'Clientes').waitFor()
    // Left first: the page would notice by itself, say so there, and have nothing to say any more when it is loaded again.
    await me.page.goto('about:blank')
    await firm.rows('update session set revoked_at = now() where revoked_at is null')
    await me.page.goto('/clientes?kyc=approved')
    await getSignInField(me.page).waitFor()
    expect(getPath(me.page)).toBe('/auth/login?next=%2Fclientes%3Fkyc%3Dapproved')
    await me.page.getByRole('status').getByText('401 · Invalid credentials').waitFor()
  })
})

describe('session lock', () => {
  test('locks all tabs on the server; the password reopens them on the same page', async () => {
    const me = await openSignedIn('manager', '/clientes?kyc=approved')
    const other = await openAnotherTab(me, '/crm/areapersonal')
    await chooseFromUserMenu(me.page, 'Bloquear la sesión')
    for (const page of [me.page, other]) await getHeading(page, 'Sesión bloqueada').waitFor()
    expect(getPath(me.page)).toBe('/auth/lock-screen?next=%2Fclientes%3Fkyc%3Dapproved')
    // Neither going back nor a new address leads past it.
    await me.page.goBack()
    await getHeading(me.page, 'Sesión bloqueada').waitFor()
    await me.page.goto('/clientes?kyc=approved')
    await getHeading(me.page, 'Sesión bloqueada').waitFor()
    await me.page.waitForLoadState('networkidle')
    await firm.restart()
    await me.page.getByLabel('Contraseña', { exact: true }).fill('no es esta')
    await me.page.keyboard.press('Enter')
    await me.page.getByRole('alert').getByText('La contraseña no es correcta.').waitFor()
    await me.page.getByLabel('Contraseña', { exact: true }).fill(firm.password)
    await me.page.keyboard.press('Enter')
    await getHeading(me.page, 'Clientes').waitFor()
    expect(getPath(me.page)).toBe('/clientes?kyc=approved')
    await other.waitForURL('**/crm/areapersonal')
    expect(me.problems.filter(isUnexpectedProblem)).toEqual([])
  })
})

describe('maintenance in an open session', () => {
  // What settings.test.ts shows from the other side.
  testInFullRun('maintenance closes the prefix to its users, then returns them to their page', async () => {
    const me = await openSignedIn('manager', '/clientes')
    const admin = await openSignedIn('admin', '/crm/Ajustes?part=maintenance')
    await admin.page.getByRole('textbox', { name: 'Mensaje' }).fill('Volvemos a las ocho')
    await admin.page.getByRole('button', { name: 'Empezar el mantenimiento' }).click()
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Empezar el mantenimiento' }).click()
    await admin.page.getByText(/En mantenimiento desde/).waitFor()
    // Who is at work is led away at once: nothing has to be asked of the server.
    await me.page.getByText('Volvemos a las ocho').waitFor()
    await expect.poll(() => getPath(me.page), shortTimeout).toMatch(/^\/maintenance\?next=%2Fclientes/)
    await admin.page.getByRole('button', { name: 'Terminar el mantenimiento' }).click()
    await admin.page.getByRole('button', { name: 'Empezar el mantenimiento' }).waitFor()
    await me.page.getByRole('button', { name: 'Comprobar ahora' }).click()
    await getHeading(me.page, 'Clientes').waitFor()
    // The refusals are the test's own.
    expect(me.problems.filter((problem) => !/503/.test(problem))).toEqual([])
  })
})

describe('visits to modules', () => {
  // web/core/session-events.test.ts holds what is recorded.
  testInFullRun('records each module visit once, whatever the filters; the last one reopens', async () => {
    const me = await openSignedIn('supervisor')
    await me.page.getByRole('searchbox').fill('garcia')
    await me.page.waitForURL(/search=garcia/)
    await me.page.goto('/CRM/AreaPersonal')
    await me.settled()
    await me.page.goto('/no-such-page')
    await me.settled()
    const readLastPath = async () => JSON.parse((await readLocalStorage(me.page)).lastPath!).path
    await me.open('/clientes')
    // The client list is no page of the CRM's paths: it isn't what is remembered.
    expect(await readLastPath()).toBe('/CRM/AreaPersonal')
    await me.open('/')
    await getHeading(me.page, 'Cuadro de mando').waitFor()
    await expect
      .poll(() => listVisitedModules(firm.emailOf('supervisor')), shortTimeout)
      .toEqual(['bt_Clientes', 'bt_AreaPersonal', 'bt_Clientes', 'bt_inicio', 'bt_Dashboard1'])
    expect(await readLastPath()).toBe('/crm')
    await me.page.goto('/crm/areapersonal?part=security')
    await me.settled()
    await me.page.goto('/auth/logout')
    await getHeading(me.page, 'Has cerrado sesión').waitFor()
    await me.page.goto('/auth/login')
    await typeCredentials(me.page, 'supervisor')
    await me.page.waitForURL('**/crm/areapersonal?part=security')
    expect(me.problems).toEqual([])
  })
})

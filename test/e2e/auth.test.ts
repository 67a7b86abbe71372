import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
import { readNewMails } from './harness/read-new-mails.ts'
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
  await firm.rows('truncate registry.sign_in_attempt, registry.call_limit')
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const openVisitor = async (path?: string): Promise<Visitor> => {
  const who = await createVisitor(browser, firm)
  visitors.push(who)
  if (path) await who.open(path)
  return who
}
const getPath = (page: Page): string => page.url().slice(firm.url.length)

/** With the keyboard alone. */
const typeCredentials = async (page: Page, identity: string, password: string): Promise<void> => {
  await page.keyboard.type(identity)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

describe('a form sign-in', () => {
  test('refuses a wrong password with one text and returns to the requested page', async () => {
    const { page, problems } = await openVisitor('/auth/login2?next=%2Fclientes%3Fkyc%3Dpending')
    await typeCredentials(page, firm.emailOf('manager'), 'not the password')
    await page.getByText('Usuario o contraseña incorrectos', { exact: true }).waitFor()
    // The wrong password is marked: typing takes its place. What is sent without one has nothing to do with the one before.
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByText('Escribe tu contraseña').waitFor()
    expect(await page.getByText('Usuario o contraseña incorrectos').count()).toBe(0)
    await page.keyboard.type(firm.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/clientes?kyc=pending')
    expect(problems).toEqual([])
  })

  const elsewhere = [
    '/\\evil.example',
    'javascript:alert(1)',
    'https://evil.example/x',
    '//evil.example',
    '/auth/logout',
  ]
  test.for(takeFirstCases(1, elsewhere))('next=%s leads nowhere outside the firm', async (next) => {
    const who = await openVisitor(`/auth/login?next=${encodeURIComponent(next)}`)
    await who.signIn('manager')
    expect(new URL(who.page.url()).origin).toBe(firm.url)
    expect(getPath(who.page)).toBe('/crm')
  })

  testInFullRun('a signed-in user is not asked for the password', async () => {
    const who = await openVisitor('/auth/login')
    await who.signIn('manager')
    await who.open('/auth/signin-signup2?next=%2Fcrm%2Fareapersonal')
    expect(getPath(who.page)).toBe('/crm/areapersonal')
  })
})

test.each(takeFirstCases(1, [429, 502, 403, 404, 500, 503]))(
  'a sign-in answered with %i shows the one text of a refused sign-in',
  async (status) => {
    const { page } = await openVisitor('/auth/login')
    await page.route('**/ApiRest/api/auth/login', (route) => route.fulfill({ status, body: 'Broken' }))
    await typeCredentials(page, firm.emailOf('manager'), firm.password)
    await page.getByRole('alert').getByText('Usuario o contraseña incorrectos', { exact: true }).waitFor()
  },
)

testInFullRun('an outdated sign-in of the demonstration firm shows the text of refusal', async () => {
  const who = await openVisitor()
  const signIns = [{ prefix: 'dino', role: 'manager', email: firm.emailOf('manager'), password: 'changed since' }]
  await who.page.route('**/api/v1/demo', (route) => route.fulfill({ json: { demo: true, signIns } }))
  await who.open('/auth/login')
  await who.page.getByRole('button', { name: firm.emailOf('manager') }).click()
  await who.page.getByRole('alert').getByText('Usuario o contraseña incorrectos', { exact: true }).waitFor()
})

test('sign-in pages link each other in the same frame and keep the destination', async () => {
  const { page } = await openVisitor('/auth/login2?next=%2Fclientes')
  // Not configured here.
  expect(await page.getByRole('button', { name: /Google/ }).count()).toBe(0)
  await page.getByRole('link', { name: '¿Has olvidado la contraseña?' }).click()
  await page.waitForURL('**/auth/forget-password2?next=%2Fclientes')
  await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
  await page.waitForURL('**/auth/login2?next=%2Fclientes')
  await page.getByRole('link', { name: 'Regístrate' }).click()
  await page.waitForURL('**/auth/register2?next=%2Fclientes')
  await page.getByRole('link', { name: 'Inicia sesión' }).click()
  await page.waitForURL('**/auth/login2?next=%2Fclientes')
})

describe('a forgotten password', () => {
  const ask = async (page: Page): Promise<void> => {
    await page.getByLabel('Correo').fill('ana+1@dino.example')
    await page.keyboard.press('Enter')
  }
  const answeredBy = async (how: (route: Route) => Promise<void>): Promise<Visitor> => {
    const who = await openVisitor('/auth/forget-password')
    await who.page.route('**/ApiRest/api/auth/password-change*', how)
    await ask(who.page)
    return who
  }

  test('asks for a new password as the specification sets it', async () => {
    const { page, violations } = await openVisitor('/auth/forget-password')
    const passwordRequest = page.waitForRequest('**/password-change*')
    await ask(page)
    const request = await passwordRequest
    expect(request.method()).toBe('POST')
    expect(request.url()).toBe(`${firm.url}/ApiRest/api/auth/password-change?email=ana%2B1%40dino.example`)
    expect(request.postData()).toBeNull()
    const headers = await request.allHeaders()
    expect(headers.accept).toBe('*/*')
    expect(headers['ngrok-skip-browser-warning']).toBe('true')
    await page.getByRole('status').getByText('Hemos enviado las instrucciones a tu email.', { exact: true }).waitFor()
    expect(await violations()).toEqual([])
  })

  const answers: readonly [what: string, how: (route: Route) => Promise<void>, message: string][] = [
    ['a text', (route) => route.fulfill({ status: 200, body: 'Mira tu correo.' }), 'Mira tu correo.'],
    ['an empty text', (route) => route.fulfill({ status: 200 }), 'Hemos enviado las instrucciones a tu email.'],
    [
      'a refusal with a text',
      (route) => route.fulfill({ status: 409, contentType: 'text/plain', body: 'Hoy no.' }),
      'Hoy no.',
    ],
    ['a refusal without', (route) => route.fulfill({ status: 404 }), 'HTTP 404'],
    ['nothing', (route) => route.abort(), 'Error al enviar la solicitud'],
  ]
  test.for(takeFirstCases(1, answers))(
    'a reset request answered with %s shows the specified text',
    async ([, how, message]) => {
      const { page } = await answeredBy(how)
      await page.getByText(message, { exact: true }).waitFor()
    },
  )

  test('the link of the e-mail replaces the password once', async () => {
    const email = firm.emailOf('advisor')
    const { page, problems } = await openVisitor('/auth/forget-password')
    await page.getByLabel('Correo').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    const letter = await vi.waitFor(async () => {
      const found = (await readNewMails(firm)).find(({ recipient }) => recipient === email)
      if (!found) throw new Error('no letter yet')
      return found
    })
    const path = /\/auth\/reset-password#token=\S+/.exec(letter.text)![0]
    await page.goto('about:blank')
    await page.goto(path)
    await page.getByLabel('Contraseña nueva').waitFor()
    expect(getPath(page)).toBe('/auth/reset-password')

    await page.keyboard.type('short')
    await page.getByText('Faltan 5 caracteres.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Escribe al menos 10 caracteres.').waitFor()
    await page.getByLabel('Contraseña nueva').fill(firm.password)
    await page.keyboard.press('Enter')
    await page.getByText('Elige una contraseña distinta de la que tenías.').waitFor()
    await page.keyboard.type('otra contraseña larga')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/auth/login')
    await page.getByText('Tu contraseña ha cambiado. Entra con la nueva.').waitFor()
    await page.getByLabel('Usuario o correo electrónico').focus()
    await typeCredentials(page, email, 'otra contraseña larga')
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))

    await page.goto('about:blank')
    await page.goto(path)
    await page.getByLabel('Contraseña nueva').fill('una contraseña más')
    await page.keyboard.press('Enter')
    await page.getByText('Este enlace ya se usó o ha caducado. Pide otro.').waitFor()
    await page.getByRole('link', { name: 'Solicitar otro enlace' }).waitFor()
    expect(problems).toEqual([])
  })
})

test('signing up asks no server and keeps data only in memory', async () => {
  const { page, problems } = await openVisitor('/auth/register')
  const calls: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request.url())
  })
  await page.keyboard.type('Ana María Romero Gil')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ana@example.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('secreto')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth/confirm')
  await page.getByText('Gracias, Ana.').waitFor()
  await page.getByText('ana@example.test').waitFor()
  expect(calls).toEqual([])
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
    /token|secreto|ana@/,
  )
  expect(problems).toEqual([])
})

describe('a locked session', () => {
  const statusOfClients = (page: Page): Promise<number> =>
    page.evaluate(async () => {
      const headers = { authorization: `JWT ${localStorage.getItem('token')}` }
      return (await fetch('/api/v1/clients', { headers })).status
    })

  test.for(takeFirstCases(1, ['', '2']))(
    'lock-screen%s opens with the password only and returns to the requested page',
    async (frame) => {
      const who = await openVisitor('/auth/login')
      const { page } = who
      await who.signIn('manager')
      await who.open(`/auth/lock-screen${frame}?next=%2Fclientes%3Fkyc%3Dpending`)
      await page.getByRole('heading', { name: 'Sesión bloqueada' }).waitFor()
      expect(getPath(page)).toBe(`/auth/lock-screen${frame}?next=%2Fclientes%3Fkyc%3Dpending`)
      await page.getByText(firm.emailOf('manager')).waitFor()
      expect(await statusOfClients(page)).toBe(423)
      // Neither another page nor loading this one again opens it.
      await page.goto('/clientes')
      await page.waitForURL('**/auth/lock-screen?next=%2Fclientes')
      await who.open(`/auth/lock-screen${frame}?next=%2Fclientes%3Fkyc%3Dpending`)
      expect(await who.violations()).toEqual([])
      expect(await who.untranslated()).toEqual([])
      await page.keyboard.type('not the password')
      await page.keyboard.press('Enter')
      await page.getByText('La contraseña no es correcta.').waitFor()
      await page.keyboard.type(firm.password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/clientes?kyc=pending')
      expect(await statusOfClients(page)).toBe(200)
      expect(who.problems).toEqual([])
    },
  )

  testInFullRun('a locked session can be left by signing out', async () => {
    const who = await openVisitor('/auth/login')
    await who.signIn('manager')
    await who.open('/auth/lock-screen')
    await pressKeyOn(who.page.getByRole('link', { name: 'Cerrar sesión' }))
    await who.page.getByRole('heading', { name: 'Has cerrado sesión' }).waitFor()
    expect(await who.page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
      null,
      null,
    ])
    await who.open('/auth/lock-screen2?next=%2Fclientes')
    expect(getPath(who.page)).toBe('/auth/login2?next=%2Fclientes')
  })
})

describe('signing out', () => {
  test('signing out shows the goodbye page and keeps the destination', async () => {
    const who = await openVisitor('/auth/login')
    await who.signIn('manager')
    await who.open('/auth/logout2?next=%2Fclientes')
    await who.page.getByRole('heading', { name: 'Has cerrado sesión' }).waitFor()
    expect(await who.violations()).toEqual([])
    await pressKeyOn(who.page.getByRole('link', { name: 'Iniciar sesión' }))
    await who.page.waitForURL('**/auth/login2?next=%2Fclientes')
    expect(who.problems).toEqual([])
  })

  test('a CRM page without a session leads to sign-in and keeps its address', async () => {
    const { page } = await openVisitor()
    await page.goto('/crm/areapersonal?part=security#llaves')
    await page.waitForURL('**/auth/login?next=%2Fcrm%2Fareapersonal%3Fpart%3Dsecurity%23llaves')
  })
})

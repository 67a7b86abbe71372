import { createPrivateKey, sign } from 'node:crypto'
import { OAuth2Server } from 'oauth2-mock-server'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

const clientId = 'atalaya.apps.example'
const oidc = new OAuth2Server()
let browser: Browser
let firm: Firm
const visitors: Visitor[] = []
/** Who consents, and what Google's answer has otherwise than asked. */
let googleUser: { email: string; subject: string }
let oidcOverrides: { claims?: Record<string, unknown>; state?: string; error?: string }
/** What the page asked of Google last. */
let receivedQuery: URLSearchParams

/** Signed with the server's own published key, at once: its hook can't wait. */
const signToken = (claims: Record<string, unknown>): string => {
  const key = oidc.issuer.keys.get()!
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: key.kid })}.${part(claims)}`
  const secret = createPrivateKey({ key: { ...key }, format: 'jwk' })
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), secret).toString('base64url')}`
}

const buildOidcAnswer = (query: URLSearchParams): URLSearchParams => {
  const state = oidcOverrides.state ?? query.get('state')!
  if (oidcOverrides.error) return new URLSearchParams({ error: oidcOverrides.error, state })
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: oidc.issuer.url,
    aud: query.get('client_id'),
    sub: googleUser.subject,
    email: googleUser.email,
    email_verified: true,
    nonce: query.get('nonce'),
    iat: now,
    exp: now + 3600,
    ...oidcOverrides.claims,
  }
  return new URLSearchParams({ id_token: signToken(claims), access_token: 'of-google', token_type: 'Bearer', state })
}

beforeAll(async () => {
  await oidc.issuer.keys.generate('RS256')
  await oidc.start(0, 'localhost')
  // It speaks the code flow only; the implicit one answers in the fragment.
  oidc.service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }, request: { originalUrl: string }) => {
    receivedQuery = new URL(request.originalUrl, oidc.issuer.url).searchParams
    url.search = ''
    url.hash = buildOidcAnswer(receivedQuery).toString()
  })
  const environment = { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: oidc.issuer.url! }
  firm = await startFirm(environment)
  browser = await shareBrowser()
})
beforeEach(() => {
  googleUser = { email: firm.emailOf('manager'), subject: 'google-1' }
  oidcOverrides = {}
})
afterEach(async () => {
  for (const one of visitors.splice(0)) await one.close()
  await firm.rows('truncate registry.sign_in_attempt, registry.call_limit')
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
  await oidc.stop()
})

const openVisitor = async (path: string): Promise<Visitor> => {
  const who = await createVisitor(browser, firm)
  visitors.push(who)
  await who.open(path)
  return who
}
const goToGoogle = ({ page }: Visitor) => page.getByRole('button', { name: 'Entrar con Google' }).click()
/** Leaving for Google is the one request to somebody else; a refusal of Google is logged. */
const filterOwnProblems = ({ problems }: Visitor): string[] =>
  problems.filter((problem) => !problem.includes(oidc.issuer.url!) && !problem.includes('Google refused'))

describe('signing in with Google', () => {
  test('asks Google for consent as specified and returns to the requested page', async () => {
    const who = await openVisitor('/auth/login2?next=%2Fclientes%3Fkyc%3Dpending')
    const { page } = who
    const toLogin = page.waitForRequest('**/api/auth/google-login')
    const toCheck = page.waitForRequest('**/ApiRest/api/auth/check-email*')
    await goToGoogle(who)
    await page.waitForURL('**/clientes?kyc=pending')
    await who.settled()

    const { nonce, state, ...rest } = Object.fromEntries(receivedQuery)
    expect(rest).toEqual({
      response_type: 'id_token token',
      client_id: clientId,
      redirect_uri: `${firm.url}/auth/google`,
      prompt: 'consent',
      scope: [
        ...['openid', 'profile', 'email', 'https://www.googleapis.com/auth/calendar.readonly'],
        ...['https://www.googleapis.com/auth/calendar.freebusy', 'https://www.googleapis.com/auth/userinfo.email'],
        'https://www.googleapis.com/auth/directory.readonly',
      ].join(' '),
    })
    expect(nonce).toMatch(/^[0-9a-f]{48}$/)
    expect(state).toMatch(/^[0-9a-f]{48}$/)
    expect(new URL((await toCheck).url()).searchParams.get('email')).toBe(googleUser.email)
    expect(Object.keys((await toLogin).postDataJSON())).toEqual(['token'])
    // Of Google nothing stays where another page could read it.
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
    expect(kept).not.toMatch(/of-google|id_token|atalaya\.google/)
    expect(filterOwnProblems(who)).toEqual([])
  })

  testInFullRun('returns from Google in the language of the page left', async () => {
    const who = await openVisitor('/auth/login')
    await who.page.getByRole('button', { name: /^EN/ }).click()
    oidcOverrides = { error: 'access_denied' }
    await who.page.getByRole('button', { name: 'Sign in with Google' }).click()
    await who.page.waitForURL('**/auth/google')
    await who.page.getByText('Signing in with Google failed.', { exact: true }).waitFor()
  })

  test('refuses a Google account whose e-mail is not in the system', async () => {
    googleUser = { email: 'nobody@dino.example', subject: 'google-2' }
    const who = await openVisitor('/auth/login')
    let sent = false
    who.page.on('request', (request) => {
      sent ||= request.url().includes('google-login')
    })
    await goToGoogle(who)
    await who.page.getByText('Usuario no encontrado en el sistema.', { exact: true }).waitFor()
    expect(sent).toBe(false)
    expect(await who.violations()).toEqual([])
    expect(new URL(who.page.url()).hash).toBe('')
    await who.page.getByRole('link', { name: 'Probar otra vez' }).click()
    await who.page.waitForURL('**/auth/login')
  })

  const badAnswers: [what: string, change: typeof oidcOverrides][] = [
    ['somebody says no', { error: 'access_denied' }],
    ['the answer is to another question', { state: 'another' }],
    ['the token is of another visit', { claims: { nonce: 'another' } }],
    ['the token is for another app', { claims: { aud: 'other.apps.example' } }],
    ['the token has expired', { claims: { iat: 1, exp: 2 } }],
    ['the e-mail is not verified', { claims: { email_verified: false } }],
  ]
  // Which answers are refused is held by the server’s tests and web/features/auth.
  test.for(takeFirstCases(1, badAnswers))('a Google sign-in fails when %s', async ([, change]) => {
    oidcOverrides = change
    const who = await openVisitor('/auth/login')
    await goToGoogle(who)
    await who.page.getByText('Error en el inicio de sesión con Google.', { exact: true }).waitFor()
    expect(await who.page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    expect(filterOwnProblems(who)).toEqual([])
  })

  test('an unrequested answer from Google signs no user in', async () => {
    const stolen = buildOidcAnswer(new URLSearchParams({ client_id: clientId, state: 's', nonce: 'n' }))
    const who = await openVisitor(`/auth/google#${stolen}`)
    await who.page.getByText('Error en el inicio de sesión con Google.', { exact: true }).waitFor()
    expect(who.page.url()).toBe(`${firm.url}/auth/google`)
    expect(who.problems).toEqual([])
  })
})

test('a user without a password unlocks with Google', async () => {
  await firm.rows(
    'delete from registry.credential where user_id = (select id from registry.app_user where email = $1)',
    [googleUser.email],
  )
  const who = await openVisitor('/auth/login?next=%2Fclientes')
  const { page } = who
  await goToGoogle(who)
  await page.waitForURL('**/clientes')
  await who.settled()
  await who.open('/auth/lock-screen?next=%2Fclientes%3Fkyc%3Dpending')
  expect(await page.getByLabel('Contraseña', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Desbloquear con Google' }).click()
  await page.waitForURL('**/clientes?kyc=pending')
  expect(filterOwnProblems(who)).toEqual([])
})

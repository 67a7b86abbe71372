import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  checkEmail,
  getGoogleSignInConfig,
  loginWithGoogle,
  NewPassword,
  requestPasswordReset,
  resetPassword,
} from '#contract/auth.ts'
import { useSession } from '#web/core/session.ts'
import { buildAuthPath } from './auth-location.ts'
import { getGoogleProblemKind, googleEndpoints } from './google-auth.ts'
import { minPasswordLength, resetPasswordEndpoint } from './reset-password-screen.tsx'
import { buildSignUpUser, signUp, useSignUpStore } from './sign-up.ts'
import { passwordChangeEndpoint, startPasswordReset } from './start-password-reset.ts'

test('the sign-in calls written separately are those of the contract', () => {
  for (const [mine, theirs] of [
    [passwordChangeEndpoint, requestPasswordReset],
    [resetPasswordEndpoint, resetPassword],
    [googleEndpoints.ways, getGoogleSignInConfig],
    [googleEndpoints.checkEmail, checkEmail],
    [googleEndpoints.login, loginWithGoogle],
  ] as const)
    expect(theirs).toMatchObject(mine)
  expect(NewPassword.safeParse('x'.repeat(minPasswordLength)).success).toBe(true)
  expect(NewPassword.safeParse('x'.repeat(minPasswordLength - 1)).success).toBe(false)
})

describe('asking for a new password', () => {
  const server = vi.fn<typeof fetch>()
  beforeEach(() => vi.stubGlobal('fetch', server))
  afterEach(() => vi.unstubAllGlobals())

  test('asking for a password sets the loading and result flags of the state', async () => {
    server.mockResolvedValueOnce(new Response(''))
    const asking = startPasswordReset('ana@example.test')
    expect(useSession.getState()).toMatchObject({ loading: true, passwordReset: false })
    expect(await asking).toBe('Hemos enviado las instrucciones a tu email.')
    expect(useSession.getState()).toMatchObject({
      loading: false,
      passwordReset: true,
      resetPasswordSuccess: 'Hemos enviado las instrucciones a tu email.',
    })
  })

  test.each<[string, () => Promise<Response>, string]>([
    [
      'a text',
      async () => new Response('Hoy no.', { status: 400, headers: { 'content-type': 'text/plain' } }),
      'Hoy no.',
    ],
    [
      'a refusal of ours',
      async () => Response.json({ code: 'internal', message: 'Broken' }, { status: 500 }),
      'Broken',
    ],
    [
      'a page',
      async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
      'HTTP 502',
    ],
    [
      'a page that is called a text',
      async () => new Response('<b>Bad</b>', { status: 502, headers: { 'content-type': 'text/plain' } }),
      'HTTP 502',
    ],
    ['nothing', async () => new Response(null, { status: 401 }), 'HTTP 401'],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'Error al enviar la solicitud'],
  ])('a password request refused with %s shows its message', async (_, answer, message) => {
    server.mockImplementationOnce(answer)
    await expect(startPasswordReset('ana@example.test')).rejects.toThrow(message)
    expect(useSession.getState()).toMatchObject({ loading: false, passwordReset: false, error: { message } })
  })
})

describe('signing up', () => {
  test('signing up builds a user of eight fields in memory', () => {
    signUp(' Ana María  Romero ', 'ana@example.test', 'x')
    expect(useSession.getState()).toMatchObject({ userSignUp: true, userLoggedIn: false, user: null })
    expect(useSignUpStore.getState().user).toEqual({
      id: 1,
      username: 'ana@example.test',
      password: 'x',
      firstName: 'Ana',
      lastName: 'María Romero',
      role: 'user',
      token: 'dummy',
      email: 'ana@example.test',
    })
  })

  test('signing up validates nothing', () => {
    expect(buildSignUpUser('', '', '')).toMatchObject({ firstName: '', lastName: '', username: '', email: '' })
  })
})

test('sign-in pages link each other in their own frame and keep the destination', () => {
  expect(buildAuthPath('register', { pathname: '/auth/login', search: '' })).toBe('/auth/register')
  expect(buildAuthPath('login', { pathname: '/auth/Forget-password2/', search: '?next=%2Fclientes%3Fa%3Db&x=1' })).toBe(
    '/auth/login2?next=%2Fclientes%3Fa%3Db',
  )
})

test('any error on the way back from Google is a failed sign-in', () => {
  expect(getGoogleProblemKind(new SyntaxError('not JSON'))).toBe('failed')
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exchangeGoogleCode } from './google-client.ts'

let server: Server
let idToken: unknown

beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ access_token: 'a', expires_in: 3599, refresh_token: 'lasting', scope: 'x', id_token: idToken }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const exchange = (token: unknown) => {
  idToken = token
  const tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
  return exchangeGoogleCode(
    {
      clientId: 'atalaya',
      clientSecret: 's',
      tokenUrl,
      authorizationUrl: tokenUrl,
      revocationUrl: tokenUrl,
      calendarUrl: tokenUrl,
      peopleUrl: tokenUrl,
    },
    { code: 'c', verifier: 'v', redirectUrl: 'https://atalaya.example/back' },
  )
}

describe('who consented, by the token of Google', () => {
  test('takes the address of a token for this program', async () => {
    const claims = { aud: 'atalaya', sub: '1', email: 'Gestora@Dino.example' }
    await expect(exchange(`${encode({ alg: 'none' })}.${encode(claims)}.`)).resolves.toMatchObject({
      email: 'gestora@dino.example',
    })
  })

  test.each([
    ['no token at all', undefined],
    ['a word', 'nonsense'],
    ['three parts of no JSON', 'a.b.c'],
    ['a list', `${encode({})}.${encode([])}.`],
    ['claims without an address', `${encode({})}.${encode({ aud: 'atalaya', sub: '1' })}.`],
    ['a token for another program', `${encode({})}.${encode({ aud: 'other', sub: '1', email: 'a@b.example' })}.`],
  ])('refuses %s as a consent that is not there', async (_, token) => {
    await expect(exchange(token)).rejects.toMatchObject({ name: 'GoogleCallError', kind: 'revoked' })
  })
})

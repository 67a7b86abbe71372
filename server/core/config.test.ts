import { describe, expect, test } from 'vitest'
import { ConfigProblem, readConfig } from './config.ts'

describe('environment configuration', () => {
  test('every setting has a default, and an empty variable counts as missing', () => {
    const config = readConfig({ PORT: '', HOST: ' ' })
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: undefined,
    })
    expect(config.home).toBe(`${config.root}/.atalaya`)
  })

  test('takes a mailbox of answers apart, with what its address leaves out', () => {
    const url = 'imaps://agenda%40firm.example:a%2Fb@mail.firm.example/Respuestas'
    expect(readConfig({ REPLY_MAILBOX_URL: url }).replyMailbox).toEqual({
      host: 'mail.firm.example',
      port: 993,
      secure: true,
      user: 'agenda@firm.example',
      password: 'a/b',
      folder: 'Respuestas',
      address: 'agenda@firm.example',
    })
    const other = { REPLY_MAILBOX_URL: 'imap://agenda:x@host', REPLY_MAILBOX_ADDRESS: 'citas@firm.example' }
    expect(readConfig(other).replyMailbox).toMatchObject({ port: 143, folder: 'INBOX', address: 'citas@firm.example' })
  })

  test('derives a public address that a browser can open', () => {
    expect(readConfig({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://127.0.0.1:8080')
    expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000')
    expect(readConfig({ PUBLIC_URL: 'https://crm.example.com/' }).publicUrl).toBe('https://crm.example.com')
  })

  test.each([
    { PORT: 'http' },
    { PORT: '70000' },
    { PORT: '0' },
    { PORT: '80.5' },
    { LOG_LEVEL: 'loud' },
    { PUBLIC_URL: 'crm' },
    { REPLY_MAILBOX_URL: 'https://mail.example.com' },
    { REPLY_MAILBOX_URL: 'imaps://mail.example.com' },
    { REPLY_MAILBOX_ADDRESS: 'agenda', REPLY_MAILBOX_URL: 'imaps://a%40b.example:secret@mail.example.com' },
  ])('refuses the environment %j and names the variable', (environment) => {
    expect(() => readConfig(environment)).toThrow(ConfigProblem)
    expect(() => readConfig(environment)).toThrow(Object.keys(environment)[0])
  })
})

test('CORS_ORIGINS keeps the origin of each address and refuses anything else', () => {
  expect(readConfig({ CORS_ORIGINS: 'https://web.example.com/, http://localhost:9999/path' }).corsOrigins).toEqual([
    'https://web.example.com',
    'http://localhost:9999',
  ])
  for (const CORS_ORIGINS of ['*', 'null', 'web.example.com'])
    expect(() => readConfig({ CORS_ORIGINS }), CORS_ORIGINS).toThrow(/CORS_ORIGINS is an address/)
})

test('API hosts keep their path and refuse query, fragment or credentials', () => {
  const hosts = { API_URL: 'https://api.example.com/', API2_URL: 'https://other.example.com/crm//' }
  expect(readConfig(hosts)).toMatchObject({ api: 'https://api.example.com', api2: 'https://other.example.com/crm' })
  for (const more of ['https://a.example?x=1', 'https://a.example/#x', 'https://me:secret@a.example', 'a.example/crm'])
    for (const name of ['API_URL', 'API2_URL']) expect(() => readConfig({ [name]: more }), more).toThrow(name)
})

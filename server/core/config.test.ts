import { describe, expect, test } from 'vitest'
import { ConfigProblem, readConfig } from './config.ts'

describe('the environment', () => {
  test('has defaults for everything, and an empty variable counts as none', () => {
    const config = readConfig({ PORT: '', HOST: ' ' })
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: undefined,
    })
    expect(config.home).toBe(`${config.root}/.atalaya`)
  })

  test('tells an address that can be opened', () => {
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
  ])('%j is refused by name', (environment) => {
    expect(() => readConfig(environment)).toThrow(ConfigProblem)
    expect(() => readConfig(environment)).toThrow(Object.keys(environment)[0])
  })
})

test('origins that may call are origins, however they are written, and nothing else', () => {
  expect(readConfig({ CORS_ORIGINS: 'https://web.example.com/, http://localhost:9999/path' }).corsOrigins).toEqual([
    'https://web.example.com',
    'http://localhost:9999',
  ])
  for (const CORS_ORIGINS of ['*', 'null', 'web.example.com'])
    expect(() => readConfig({ CORS_ORIGINS }), CORS_ORIGINS).toThrow(/CORS_ORIGINS is an address/)
})

test('the hosts of the calls keep their path, and are refused where they say more', () => {
  const hosts = { API_URL: 'https://api.example.com/', API2_URL: 'https://other.example.com/crm//' }
  expect(readConfig(hosts)).toMatchObject({ api: 'https://api.example.com', api2: 'https://other.example.com/crm' })
  for (const more of ['https://a.example?x=1', 'https://a.example/#x', 'https://me:secret@a.example', 'a.example/crm'])
    for (const name of ['API_URL', 'API2_URL']) expect(() => readConfig({ [name]: more }), more).toThrow(name)
})

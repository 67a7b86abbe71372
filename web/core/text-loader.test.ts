import { describe, expect, test, vi } from 'vitest'
import { createTextLoader, type FindTexts } from './text-loader.ts'

const createTextFinder =
  (files: Record<string, () => Promise<{ default: object }>>): FindTexts =>
  (language, feature) =>
    files[`${language}/${feature}`]
const spanishTexts = { 'es/clients': async () => ({ default: { title: 'Clientes' } }) }
const skipWait = async () => {}
const createFailingLoader = () => vi.fn(() => Promise.reject(new Error('gone')))

describe('loading texts', () => {
  test('retries texts five times, from 350 ms and doubling, then uses the Spanish ones', async () => {
    const load = createFailingLoader()
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const texts = await createTextLoader(createTextFinder({ ...spanishTexts, 'en/clients': load }), wait)(
      'en',
      'clients',
    )
    expect(texts).toEqual({ title: 'Clientes' })
    expect(load).toHaveBeenCalledTimes(6)
    expect(waits).toEqual([350, 700, 1400, 2800, 5600])
  })

  test('uses the texts that a later try brings', async () => {
    const load = createFailingLoader().mockResolvedValueOnce({ default: { title: 'Clients' } } as never)
    expect(
      await createTextLoader(createTextFinder({ ...spanishTexts, 'en/clients': load }), skipWait)('en', 'clients'),
    ).toEqual({
      title: 'Clients',
    })
  })

  test('asks an unreachable language once for each further file', async () => {
    const clients = createFailingLoader()
    const accounts = createFailingLoader()
    const files = { ...spanishTexts, 'en/clients': clients, 'en/accounts': accounts }
    const load = createTextLoader(
      createTextFinder({ ...files, 'es/accounts': async () => ({ default: { title: 'Cuentas' } }) }),
      skipWait,
    )
    await load('en', 'clients')
    expect(await load('en', 'accounts')).toEqual({ title: 'Cuentas' })
    expect([clients.mock.calls.length, accounts.mock.calls.length]).toEqual([6, 1])
    // It answers again: what fails next is waited for.
    clients.mockResolvedValueOnce({ default: { title: 'Clients' } } as never)
    expect(await load('en', 'clients')).toEqual({ title: 'Clients' })
    await load('en', 'accounts')
    expect(accounts).toHaveBeenCalledTimes(7)
  })

  test('falls back to English when Spanish cannot be loaded', async () => {
    const files = {
      'es/clients': createFailingLoader(),
      'pt-PT/clients': createFailingLoader(),
      'en/clients': async () => ({ default: { title: 'Clients' } }),
    }
    for (const language of ['es', 'pt-PT'])
      expect(await createTextLoader(createTextFinder(files), skipWait)(language, 'clients')).toEqual({
        title: 'Clients',
      })
  })

  test('fails when neither Spanish nor English texts load', async () => {
    const texts = createTextLoader(createTextFinder({ 'es/clients': createFailingLoader() }), skipWait)('es', 'clients')
    await expect(texts).rejects.toThrow('gone')
  })

  test('a variant without its own file adds no texts', async () => {
    expect(await createTextLoader(createTextFinder(spanishTexts))('es-MX', 'clients')).toEqual({})
    const broke = createTextFinder({ ...spanishTexts, 'es-MX/clients': createFailingLoader() })
    expect(await createTextLoader(broke, skipWait)('es-MX', 'clients')).toEqual({})
  })
})

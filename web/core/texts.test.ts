import { describe, expect, test, vi } from 'vitest'
import { type FindTexts, textLoader } from './texts.ts'

const from =
  (files: Record<string, () => Promise<{ default: object }>>): FindTexts =>
  (language, feature) =>
    files[`${language}/${feature}`]
const spanish = { 'es/clients': async () => ({ default: { title: 'Clientes' } }) }
const atOnce = async () => {}
const broken = () => vi.fn(() => Promise.reject(new Error('gone')))

describe('loading texts', () => {
  test('retries texts five times, from 350 ms and doubling, then uses the Spanish ones', async () => {
    const load = broken()
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const texts = await textLoader(from({ ...spanish, 'en/clients': load }), wait)('en', 'clients')
    expect(texts).toEqual({ title: 'Clientes' })
    expect(load).toHaveBeenCalledTimes(6)
    expect(waits).toEqual([350, 700, 1400, 2800, 5600])
  })

  test('uses the texts that a later try brings', async () => {
    const load = broken().mockResolvedValueOnce({ default: { title: 'Clients' } } as never)
    expect(await textLoader(from({ ...spanish, 'en/clients': load }), atOnce)('en', 'clients')).toEqual({
      title: 'Clients',
    })
  })

  test('asks an unreachable language once for each further file', async () => {
    const [clients, accounts] = [broken(), broken()]
    const files = { ...spanish, 'en/clients': clients, 'en/accounts': accounts }
    const load = textLoader(from({ ...files, 'es/accounts': async () => ({ default: { title: 'Cuentas' } }) }), atOnce)
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
      'es/clients': broken(),
      'pt/clients': broken(),
      'en/clients': async () => ({ default: { title: 'Clients' } }),
    }
    for (const language of ['es', 'pt'])
      expect(await textLoader(from(files), atOnce)(language, 'clients')).toEqual({ title: 'Clients' })
  })

  test('fails when neither Spanish nor English texts load', async () => {
    const texts = textLoader(from({ 'es/clients': broken() }), atOnce)('es', 'clients')
    await expect(texts).rejects.toThrow('gone')
  })

  test('a variant without its own file adds no texts', async () => {
    expect(await textLoader(from(spanish))('es-MX', 'clients')).toEqual({})
    const broke = from({ ...spanish, 'es-MX/clients': broken() })
    expect(await textLoader(broke, atOnce)('es-MX', 'clients')).toEqual({})
  })
})

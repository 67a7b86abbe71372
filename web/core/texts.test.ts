import { describe, expect, test, vi } from 'vitest'
import { loadTexts, type TextLoader } from './texts.ts'

const from =
  (files: Record<string, () => Promise<{ default: object }>>): TextLoader =>
  (language, feature) =>
    files[`${language}/${feature}`]
const spanish = { 'es/clients': async () => ({ default: { title: 'Clientes' } }) }
const broken = () => vi.fn(() => Promise.reject(new Error('gone')))

describe('loading texts', () => {
  test('tries five more times, from 350 ms and doubling, then shows the Spanish ones', async () => {
    const load = broken()
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const texts = await loadTexts(from({ ...spanish, 'en/clients': load }), 'en', 'clients', wait)
    expect(texts).toEqual({ title: 'Clientes' })
    expect(load).toHaveBeenCalledTimes(6)
    expect(waits).toEqual([350, 700, 1400, 2800, 5600])
  })

  test('takes what a later try brings', async () => {
    const load = broken().mockResolvedValueOnce({ default: { title: 'Clients' } } as never)
    expect(await loadTexts(from({ ...spanish, 'en/clients': load }), 'en', 'clients', async () => {})).toEqual({
      title: 'Clients',
    })
  })

  test('falls back to English where Spanish can not be had', async () => {
    const files = {
      'es/clients': broken(),
      'pt/clients': broken(),
      'en/clients': async () => ({ default: { title: 'Clients' } }),
    }
    for (const language of ['es', 'pt'])
      expect(await loadTexts(from(files), language, 'clients', async () => {})).toEqual({ title: 'Clients' })
  })

  test('fails where not even Spanish can be had', async () => {
    const texts = loadTexts(from({ 'es/clients': broken() }), 'es', 'clients', async () => {})
    await expect(texts).rejects.toThrow('gone')
  })

  test('a variant without a file of its own has nothing to add', async () => {
    expect(await loadTexts(from(spanish), 'es-MX', 'clients')).toEqual({})
    const broke = from({ ...spanish, 'es-MX/clients': broken() })
    expect(await loadTexts(broke, 'es-MX', 'clients', async () => {})).toEqual({})
  })
})

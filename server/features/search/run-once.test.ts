import { expect, test } from 'vitest'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import type { SearchSource } from '#server/core/search-source.ts'
import { searchRecords } from './search-records.ts'

test('kinds of one search ask for what they share once, another search asks anew', async () => {
  const texts: string[] = []
  const toSource = (kind: 'call' | 'meeting'): SearchSource => ({
    kind,
    module: 'bt_AgendaComercial',
    findByText: async (_, text, once) => {
      const id = await once('counts', async () => {
        texts.push(text)
        return text
      })
      return [{ id, path: '/', title: kind }]
    },
    findByIds: async () => [],
  })
  const ctx = { person: { rights: { may: () => true, getScopes: () => [] } } } as unknown as Ctx
  const raw = { deps: { searches: [toSource('call'), toSource('meeting')] } } as unknown as HttpContext
  const search = (q: string) => searchRecords(ctx, { query: { q }, params: undefined, body: undefined }, raw)
  for (const q of ['cartera', 'fondo'])
    expect((await search(q)).results.map(({ kind, id }) => [kind, id])).toEqual([
      ['meeting', q],
      ['call', q],
    ])
  expect(texts).toEqual(['cartera', 'fondo'])
})

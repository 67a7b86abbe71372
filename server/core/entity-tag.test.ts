import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { getMyDay } from '#contract/my-day.ts'
import { getOpenApiDocument } from '#server/app.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let token: string | undefined
beforeAll(async () => {
  t = await createTestTenant()
  await t.make.client({ name: 'Ana' })
  token = (await t.as('admin')).token
})
afterAll(() => t.drop())

const get = (path: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/api/v1${path}`, headers: { authorization: `JWT ${token}`, ...headers } })

describe('tags of answers', () => {
  test('a known answer is 304 without a body until something has changed', async () => {
    const first = await get(listClients.path)
    const tag = String(first.headers.etag)
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-store'])
    const again = await get(listClients.path, { 'if-none-match': tag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
    expect([again.headers['cache-control'], again.headers['content-type']]).toEqual(['no-store', undefined])
    await t.make.client({ name: 'Berta' })
    const changed = await get(listClients.path, { 'if-none-match': tag })
    expect([changed.statusCode, changed.json().rows.length]).toEqual([200, 2])
    expect(changed.headers.etag).not.toBe(tag)
  })

  test('a tag that a proxy made weak, or one of several, is known too', async () => {
    const tag = String((await get(getMyDay.path)).headers.etag)
    for (const header of [`W/${tag}`, `"other", ${tag}`])
      expect((await get(getMyDay.path, { 'if-none-match': header })).statusCode).toBe(304)
    expect((await get(getMyDay.path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('a session that is over learns nothing by a tag it knew', async () => {
    const tag = String((await get(listClients.path)).headers.etag)
    const outsider = await t.as('user')
    const refused = await get(listClients.path, { 'if-none-match': tag, authorization: `JWT ${outsider.token}` })
    expect([refused.statusCode, refused.headers.etag]).toEqual([403, undefined])
    expect((await get(listClients.path, { 'if-none-match': tag, authorization: 'JWT none' })).statusCode).toBe(401)
  })

  test('files and writes have no tag', async () => {
    const file = await get(`${listClients.exportRows.path}?format=csv`)
    expect([file.statusCode, file.headers.etag]).toEqual([200, undefined])
    const written = await t.app.inject({
      method: 'POST',
      url: '/api/v1/session/sign-out',
      headers: { authorization: `JWT ${token}` },
    })
    expect([written.statusCode, written.headers.etag]).toEqual([200, undefined])
  })

  test('the OpenAPI document names the tag and the 304 of reads', () => {
    const { get: read } = getOpenApiDocument().paths['/api/v1/clients'] as Record<string, Record<string, unknown>>
    expect(read).toMatchObject({ responses: { 200: { headers: { ETag: {} } }, 304: {} } })
    expect(read?.parameters).toContainEqual(expect.objectContaining({ name: 'If-None-Match', in: 'header' }))
  })
})

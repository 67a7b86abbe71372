import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { Id } from '#contract/core/values.ts'
import { callEndpoint } from './call.ts'
import { forgetKnownAnswers } from './known-answers.ts'

const getThing = defineEndpoint({
  method: 'GET',
  path: '/things/:thingId',
  summary: 'A thing',
  open: 'signedIn',
  params: z.object({ thingId: Id }),
  output: z.object({ name: z.string() }),
})

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetchMock.mockReset()))
afterEach(() => {
  forgetKnownAnswers()
  vi.unstubAllGlobals()
})
const answerWith = (name: string, etag: string) =>
  fetchMock.mockResolvedValueOnce(Response.json({ name }, { headers: { etag } }))
const answerUnchanged = () => fetchMock.mockResolvedValueOnce(new Response(null, { status: 304 }))
const callThing = (thingId = '7') => callEndpoint(getThing, { params: { thingId } })
const getSentTag = () => new Headers(fetchMock.mock.lastCall?.[1]?.headers).get('if-none-match')

describe('answers that were given before', () => {
  test('an unchanged answer is the same object again', async () => {
    answerWith('x', '"one"')
    const first = await callThing()
    expect(getSentTag()).toBeNull()
    answerUnchanged()
    expect(await callThing()).toBe(first)
    expect(getSentTag()).toBe('"one"')
  })

  test('a changed answer replaces the one that was known', async () => {
    answerWith('x', '"one"')
    await callThing()
    answerWith('y', '"two"')
    expect(await callThing()).toEqual({ name: 'y' })
    answerUnchanged()
    expect(await callThing()).toEqual({ name: 'y' })
    expect(getSentTag()).toBe('"two"')
  })

  test('another record has a tag of its own', async () => {
    answerWith('x', '"one"')
    await callThing()
    answerWith('z', '"three"')
    await callThing('8')
    expect(getSentTag()).toBeNull()
  })

  test('nothing is known once the session has ended, late answers included', async () => {
    let answer = (_response: Response): void => {}
    fetchMock.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    const pending = callThing()
    forgetKnownAnswers()
    answer(Response.json({ name: 'x' }, { headers: { etag: '"one"' } }))
    await pending
    answerWith('x', '"one"')
    await callThing()
    expect(getSentTag()).toBeNull()
  })

  test('only the answers asked for last are kept', async () => {
    for (let id = 1; id <= 101; id++) {
      answerWith(`${id}`, `"${id}"`)
      await callThing(`${id}`)
    }
    answerWith('1', '"1"')
    await callThing('1')
    expect(getSentTag()).toBeNull()
    answerUnchanged()
    await callThing('101')
    expect(getSentTag()).toBe('"101"')
  })
})

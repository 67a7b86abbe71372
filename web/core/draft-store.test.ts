import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteFormDraft, getFormDraft, saveFormDraft } from '#contract/auth/drafts.ts'
import { createDraftStore, draftEndpoints, removeSecretFields } from './draft-store.ts'

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    fetchMock.mockReset().mockImplementation(async () => Response.json({ draft: null })),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const listSentRequests = (): string[] =>
  fetchMock.mock.calls.map(([, options]) => `${options?.method} ${options?.body ?? ''}`.trim())
const mockStoredDraft = (values: object) => {
  const draft = { form: 'f', values, savedAt: '2026-11-21T09:00:00Z' }
  fetchMock.mockImplementationOnce(async () => Response.json({ draft }))
}

test('the draft calls are those of the contract', () => {
  for (const [mine, theirs] of [
    [draftEndpoints.get, getFormDraft],
    [draftEndpoints.keep, saveFormDraft],
    [draftEndpoints.drop, deleteFormDraft],
  ] as const)
    expect(mine).toEqual({ method: theirs.method, path: theirs.path })
})

describe('drafts of typed values', () => {
  test('stores the last typed state as a draft a moment after typing stops', async () => {
    const keeper = createDraftStore('settings/maintenance')
    for (const message of ['C', 'Ce', 'Cer']) {
      keeper.change({ message })
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(listSentRequests()).toEqual([])
    await vi.advanceTimersByTimeAsync(500)
    expect(listSentRequests()).toEqual(['PUT {"values":{"message":"Cer"}}'])
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/v1/me/drafts/settings%2Fmaintenance')
  })

  test('stores the draft at once when the session is about to end', async () => {
    const keeper = createDraftStore('f')
    keeper.change({ message: 'half a sent' })
    await keeper.flush()
    expect(listSentRequests()).toEqual(['PUT {"values":{"message":"half a sent"}}'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(listSentRequests()).toHaveLength(1)
  })

  test('deletes the draft once the form is sent, despite a running save', async () => {
    const keeper = createDraftStore('f')
    keeper.change({ message: 'x' })
    void keeper.flush()
    await vi.advanceTimersByTimeAsync(0)
    await keeper.drop()
    expect(listSentRequests()).toEqual(['PUT {"values":{"message":"x"}}', 'DELETE'])
  })

  test('values typed and reverted send no draft and no deletion', async () => {
    const keeper = createDraftStore('f')
    keeper.change({ message: 'x' })
    keeper.change(null)
    await vi.advanceTimersByTimeAsync(5000)
    expect(listSentRequests()).toEqual([])
  })

  test('a draft that failed to save is sent with the next change', async () => {
    const keeper = createDraftStore('f')
    fetchMock.mockImplementationOnce(() => Promise.reject(new TypeError('failed')))
    keeper.change({ message: 'x' })
    await keeper.flush()
    keeper.change({ message: 'xy' })
    await keeper.flush()
    expect(listSentRequests().at(-1)).toBe('PUT {"values":{"message":"xy"}}')
  })
})

describe('drafts of an earlier visit', () => {
  test('a loaded draft stays until the form has it and is not resent unchanged', async () => {
    const keeper = createDraftStore('f')
    keeper.change(null)
    mockStoredDraft({ message: 'left' })
    expect(await keeper.load()).toMatchObject({ values: { message: 'left' } })
    await vi.advanceTimersByTimeAsync(5000)
    keeper.change({ message: 'left' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(listSentRequests()).toEqual(['GET'])
  })

  test('dropping a loaded draft deletes it on the server', async () => {
    const keeper = createDraftStore('f')
    mockStoredDraft({ message: 'left' })
    await keeper.load()
    await keeper.drop()
    expect(listSentRequests()).toEqual(['GET', 'DELETE'])
  })
})

describe('secrets in drafts', () => {
  test('a draft never contains secrets, whatever their field name or type', async () => {
    const field = (name: string) => ({ name })
    vi.stubGlobal('document', { querySelectorAll: () => [field('clave'), field('')] })
    const keeper = createDraftStore('f')
    const person = { newPassword: 'a', name: 'Ana', login: { contraseña: 'b', city: 'León' } }
    keeper.change({
      ...person,
      password: 'c',
      clave: 'd',
      code: '123456',
      otp: 'e',
      resetToken: 'f',
      currencyCode: 'USD',
    })
    await keeper.flush()
    expect(listSentRequests()).toEqual(['PUT {"values":{"name":"Ana","login":{"city":"León"},"currencyCode":"USD"}}'])
  })

  test('lists and empty values stay unchanged in a draft', () => {
    expect(removeSecretFields({ roles: ['a', 'b'], until: null, on: false })).toEqual({
      roles: ['a', 'b'],
      until: null,
      on: false,
    })
  })
})

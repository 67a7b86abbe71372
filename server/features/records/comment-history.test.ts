import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCommentHistory, maxPinnedComments, pinComment } from '#contract/records/comment-history.ts'
import { addComment, editComment, listComments, removeComment, restoreComment } from '#contract/records.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { locateGivenData } from '#test/harness/given-data.ts'
import { buildExpectedError, buildRecordRequest, type Caller, createRecordsFixture } from './test-records.ts'

let fixture: Awaited<ReturnType<typeof createRecordsFixture>>
let manager: Caller
let params: { entity: 'client'; recordId: string }

beforeAll(async () => {
  fixture = await createRecordsFixture()
  manager = fixture.manager
  params = { entity: 'client', recordId: fixture.client.id }
})
afterAll(() => fixture.t.drop())

const add = (body: string, caller = manager) => caller.call(addComment, { params, body: { body } })
const pin = (commentId: string, pinned: boolean, caller = manager) =>
  caller.call(pinComment, { params: { ...params, commentId }, body: { pinned } })
const fetchHistory = async (commentId: string, caller = manager) =>
  (await caller.call(getCommentHistory, { params: { ...params, commentId } })).versions

describe('versions of a comment', () => {
  test('an edited comment keeps what it said, with who wrote it and when', async () => {
    const { id } = await add('Primera')
    await manager.call(editComment, { params: { ...params, commentId: id }, body: { body: 'Segunda', version: 1 } })
    await manager.call(editComment, { params: { ...params, commentId: id }, body: { body: 'Tercera', version: 2 } })
    const versions = await fetchHistory(id, fixture.supervisor)
    expect(versions.map(({ version, body }) => [version, body])).toEqual([
      [3, 'Tercera'],
      [2, 'Segunda'],
      [1, 'Primera'],
    ])
    expect(new Set(versions.map(({ authorName }) => authorName))).toEqual(new Set([manager.username]))
    const times = versions.map(({ at }) => Date.parse(at))
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test('a refused edit keeps no version', async () => {
    const { id } = await add('Única')
    const edit = { params: { ...params, commentId: id }, body: { body: 'Otra', version: 7 } }
    await expect(manager.call(editComment, edit)).rejects.toMatchObject(buildExpectedError(409, 'conflict.changed'))
    expect(await fetchHistory(id)).toHaveLength(1)
  })

  test('a removed comment has no words in any version, also once it is restored', async () => {
    const { id } = await add('Versión secretísima')
    const request = { params: { ...params, commentId: id } }
    await manager.call(editComment, { ...request, body: { body: 'Versión corregida', version: 1 } })
    await manager.call(removeComment, { ...request, body: { version: 2 } })
    expect((await fetchHistory(id)).map(({ body }) => body)).toEqual(['', ''])
    const { rows } = await fixture.t.owner.query(
      `select count(*)::int as n from dino.record_comment_version v where v::text like '%secretísima%'`,
    )
    expect(rows[0].n).toBe(0)
    await manager.call(restoreComment, { ...request, body: { version: 3, body: 'Versión corregida' } })
    expect((await fetchHistory(id)).map(({ body }) => body)).toEqual(['Versión corregida', ''])
  })

  test('answers 404 for versions of a comment out of scope or of another record', async () => {
    const { id } = await add('Ajena')
    await expect(fetchHistory(id, fixture.outsider)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
    const elsewhere = { ...buildRecordRequest('account', fixture.accountId).params, commentId: id }
    await expect(manager.call(getCommentHistory, { params: elsewhere })).rejects.toMatchObject(
      buildExpectedError(404, 'notFound'),
    )
  })
})

describe('pinned comments', () => {
  test('a pinned comment stands above the others, on the first page alone', async () => {
    const first = await add('Importante')
    await add('Después')
    expect(await pin(first.id, true)).toMatchObject({ pinnedByName: manager.username, version: first.version })
    expect(await pin(first.id, true)).toMatchObject({ id: first.id })
    const page = await manager.call(listComments, { params, query: {} })
    expect(page.pinned.map(({ id }) => id)).toEqual([first.id])
    expect(page.comments.map(({ id }) => id)).not.toContain(first.id)
    const older = await manager.call(listComments, { params, query: { before: page.comments[0]!.id } })
    expect(older.pinned).toEqual([])
    expect((await pin(first.id, false)).pinnedAt).toBeNull()
    const { comments, pinned } = await manager.call(listComments, { params, query: {} })
    expect(pinned).toEqual([])
    expect(comments.map(({ id }) => id)).toContain(first.id)
  })

  test('refuses a pin without a right, out of scope, and of a removed comment', async () => {
    const { id } = await add('Fijable', fixture.partner)
    await expect(pin(id, true, fixture.partner)).rejects.toMatchObject(buildExpectedError(403, 'permission.missing'))
    await expect(pin(id, true, fixture.outsider)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
    await expect(pin('999999999', true)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
    await pin(id, true)
    const request = { params: { ...params, commentId: id } }
    const removed = await fixture.director.call(removeComment, { ...request, body: { version: 1 } })
    expect(removed.pinnedAt).toBeNull()
    await expect(pin(id, true)).rejects.toMatchObject(buildExpectedError(409, 'comment.removed'))
  })

  test('refuses more pinned comments than a record takes, also at once', async () => {
    const made = []
    for (let n = 0; n <= maxPinnedComments; n++) made.push((await add(`Fijado ${n}`)).id)
    const outcomes = await Promise.allSettled(made.map((id) => pin(id, true)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(maxPinnedComments)
    const { pinned } = await manager.call(listComments, { params, query: {} })
    expect(pinned.length).toBeLessThanOrEqual(maxPinnedComments)
    expect(pinned.length).toBeGreaterThan(0)
  })
})

const html = locateGivenData('html', ['dompurify.json', 'list.json', 'owasp-evasion.json'])
const naughty = locateGivenData('blns', ['blns.json'])
const storable = (text: string): boolean =>
  !/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text.replace(/[\n\t]/g, ''))

describe('comments are text, whatever they look like', () => {
  test.skipIf(!html.isThere || !naughty.isThere)(`keeps every text of ${html.place} unchanged`, async () => {
    const payloads = ['dompurify.json', 'list.json', 'owasp-evasion.json'].flatMap((name) =>
      (JSON.parse(readFileSync(join(html.place, name), 'utf8')) as { payload: string }[]).map(({ payload }) => payload),
    )
    const strings = JSON.parse(readFileSync(join(naughty.place, 'blns.json'), 'utf8')) as string[]
    const texts = [...payloads, ...strings]
      .map((text) => text.replace(/\r\n?/g, '\n').trim())
      .filter((text) => text.length > 0 && text.length <= 4000 && storable(text) && /[^\p{C}\p{Z}\p{M}]/u.test(text))
    expect(texts.length).toBeGreaterThan(500)
    for (const text of isFullTestRun ? texts : texts.filter((_, n) => n % 10 === 0))
      expect((await add(text)).body).toBe(text)
  })
})

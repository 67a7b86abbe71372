import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterStaffView } from '#contract/auth/staff-view.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { listNotifications } from '#contract/notifications.ts'
import {
  addComment,
  editComment,
  getRecordPanels,
  listComments,
  removeComment,
  restoreComment,
  searchRecordPeople,
} from '#contract/records.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let clientId = ''
let supervisorCvl = ''
let manager: Caller
let partner: Caller
let supervisor: Caller
let outsider: Caller
let director: Caller
let recordRequest: { params: { entity: 'client'; recordId: string } }

beforeAll(async () => {
  t = await createTestTenant('dino')
  const superior = await t.make.employee({ name: 'Berta', position: 'supervisor' })
  const mine = await t.make.employee({ name: 'Marta', supervisorId: superior.id })
  const brings = await t.make.employee({ name: 'Pau', position: 'partner' })
  const other = await t.make.employee({ name: 'Olga' })
  supervisorCvl = superior.cvl
  clientId = (await t.make.client({ staff: { manager: mine.id, partner: brings.id } })).id
  manager = await t.as('manager', mine.cvl)
  partner = await t.as('partner', brings.cvl)
  supervisor = await t.as('supervisor', superior.cvl)
  outsider = await t.as('manager', other.cvl)
  director = await t.as('direction')
  recordRequest = { params: { entity: 'client', recordId: clientId } }
})
afterAll(() => t.drop())

const buildExpectedError = (status: number, code: string) => ({ status, code })
const callAddComment = (caller: Caller, body: string, mentions: string[] = []) =>
  caller.call(addComment, { ...recordRequest, body: { body, mentions } })
type RestoredWords = { version: number; body: string; mentions: { userId: string; name: string }[] }
const callRestoreComment = (caller: Caller, commentId: string, body: RestoredWords) =>
  caller.call(restoreComment, { params: { ...recordRequest.params, commentId }, body })
const fetchNewestComment = async (caller: Caller) =>
  (await caller.call(listComments, { ...recordRequest, query: {} })).comments[0]!
const listOwnNotifications = async (caller: Caller) =>
  (await caller.call(listNotifications, { query: {} })).notifications
const buildCommentRequest = (commentId: string) => ({ params: { ...recordRequest.params, commentId } })

describe('reading and writing comments', () => {
  test('a comment keeps its lines and names its author', async () => {
    const made = await callAddComment(manager, ' Primera línea\r\nSegunda ')
    expect(made).toMatchObject({
      body: 'Primera línea\nSegunda',
      authorName: manager.username,
      mine: true,
      version: 1,
    })
    expect(await fetchNewestComment(supervisor)).toEqual({ ...made, mine: false })
    expect(await partner.call(getRecordPanels, recordRequest)).toMatchObject({
      comments: 1,
      attachments: 0,
      mayWork: false,
    })
  })

  test('a partner who may only view the client comments too', async () => {
    expect(await callAddComment(partner, 'Lo llamo yo')).toMatchObject({ body: 'Lo llamo yo' })
  })

  test('refuses a comment that is empty, too long or has control characters', async () => {
    for (const body of ['  \n ', 'x'.repeat(4001), 'a\u0000b', 'a\u202eb'])
      await expect(callAddComment(manager, body)).rejects.toMatchObject(buildExpectedError(400, 'request.invalid'))
  })

  test('lists older comments page by page, each once', async () => {
    for (let n = 0; n < 5; n++) await callAddComment(manager, `Comentario ${n}`)
    const all = (await manager.call(listComments, { ...recordRequest, query: { limit: '50' } })).comments.map(
      ({ id }) => id,
    )
    const first = await manager.call(listComments, { ...recordRequest, query: { limit: '3' } })
    const rest = await manager.call(listComments, { ...recordRequest, query: { before: first.comments.at(-1)!.id } })
    expect([first.more, rest.more]).toEqual([true, false])
    expect([...first.comments, ...rest.comments].map(({ id }) => id)).toEqual(all)
  })
})

describe('comments on records out of scope', () => {
  test('every comment call answers 404 to a user who does not see the client', async () => {
    const { id } = await fetchNewestComment(manager)
    const attempts = [
      () => outsider.call(getRecordPanels, recordRequest),
      () => outsider.call(listComments, { ...recordRequest, query: {} }),
      () => outsider.call(addComment, { ...recordRequest, body: { body: 'Hola' } }),
      () => outsider.call(editComment, { ...buildCommentRequest(id), body: { body: 'Hola', version: 1 } }),
      () => outsider.call(removeComment, { ...buildCommentRequest(id), body: { version: 1 } }),
      () => outsider.call(searchRecordPeople, { ...recordRequest, query: {} }),
    ]
    for (const call of attempts) await expect(call()).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
  })

  test('a comment of one record is not found through another record', async () => {
    const { id, version } = await fetchNewestComment(manager)
    const elsewhere = await t.make.client({ staff: {} })
    const params = { entity: 'client' as const, recordId: elsewhere.id, commentId: id }
    await expect(director.call(removeComment, { params, body: { version } })).rejects.toMatchObject(
      buildExpectedError(404, 'notFound'),
    )
  })

  test('losing the right closes the comments at once', async () => {
    await t.owner.query(`update registry.membership set role = 'hr' where user_id = $1`, [partner.userId])
    await expect(partner.call(listComments, { ...recordRequest, query: {} })).rejects.toMatchObject(
      buildExpectedError(404, 'notFound'),
    )
    await t.owner.query(`update registry.membership set role = 'partner' where user_id = $1`, [partner.userId])
  })
})

test('refuses a comment that shows nothing', async () => {
  for (const body of ['\u200b', ' \u200b\u2060 ', '\ufeff'])
    await expect(manager!.call(addComment, { ...recordRequest, body: { body } })).rejects.toMatchObject({
      status: 400,
      fields: { body: 'too_small' },
    })
})

describe('a comment sent again', () => {
  const withKey = (caller: Caller) => t.callerWith(caller.token, { [idempotencyKeyHeader]: 'one-comment-sent-twice' })
  const body = () => ({ body: `@${director.username} una vez`, mentions: [director.userId] })

  test('a comment sent twice with one key is one comment and one notification', async () => {
    const before = (await listOwnNotifications(director)).length
    const made = await withKey(manager).call(addComment, { ...recordRequest, body: body() })
    expect(await withKey(manager).call(addComment, { ...recordRequest, body: body() })).toEqual(made)
    expect((await listOwnNotifications(director)).length).toBe(before + 1)
    const { comments } = await manager.call(listComments, { ...recordRequest, query: {} })
    expect(comments.filter((one) => one.body === made.body).length).toBe(1)
  })

  test('refuses another text under one key, and keeps keys of users apart', async () => {
    await expect(
      withKey(manager).call(addComment, { ...recordRequest, body: { body: 'Otra cosa' } }),
    ).rejects.toMatchObject(buildExpectedError(422, 'idempotency.differentBody'))
    expect(await withKey(supervisor).call(addComment, { ...recordRequest, body: body() })).toMatchObject({
      mine: true,
    })
  })
})

describe('mentions in comments', () => {
  test('a mentioned user gets a notification with a link to the client', async () => {
    const body = `@${supervisor.username} ¿lo miras?`
    expect(await callAddComment(manager, body, [supervisor.userId])).toMatchObject({
      mentions: [{ userId: supervisor.userId, name: supervisor.username }],
    })
    expect((await listOwnNotifications(supervisor))[0]).toMatchObject({
      kind: 'comment.mentioned',
      params: { by: manager.username, entity: 'client', name: expect.stringMatching(/\w/) },
      link: `/clientes/${clientId}?panel=comments`,
    })
  })

  test('a mention notification keeps no client name in tables shared between firms', async () => {
    const { rows } = await t.owner.query(`select params from registry.notification where kind = 'comment.mentioned'`)
    for (const { params } of rows) expect(params).toMatchObject({ entity: 'client', name: '' })
  })

  test('refuses a mention of a user who does not see the client, writing nothing', async () => {
    const before = await manager.call(getRecordPanels, recordRequest)
    await expect(callAddComment(manager, `@${outsider.username} mira`, [outsider.userId])).rejects.toMatchObject(
      buildExpectedError(422, 'mention.noAccess'),
    )
    expect(await manager.call(getRecordPanels, recordRequest)).toEqual(before)
    expect(await listOwnNotifications(outsider)).toEqual([])
  })

  test('refuses a mention whose name is not in the text', async () => {
    await expect(callAddComment(manager, 'Sin nombre', [supervisor.userId])).rejects.toMatchObject({
      code: 'request.invalid',
      fields: { mentions: 'notInText' },
    })
  })

  test('suggests for mentions exactly the colleagues who can open the client', async () => {
    const found = async (caller: Caller) =>
      (await manager.call(searchRecordPeople, { ...recordRequest, query: { search: caller.username.slice(0, -1) } }))
        .people
    for (const caller of [manager, partner, supervisor, director])
      expect((await found(caller)).map(({ userId }) => userId)).toContain(caller.userId)
    expect(await found(outsider)).toEqual([])
  })
})

describe('editing and removing comments', () => {
  test('an edited comment is marked and notifies only newly mentioned users', async () => {
    const text = `@${supervisor.username} mira`
    const made = await callAddComment(manager, text, [supervisor.userId])
    const before = (await listOwnNotifications(supervisor)).length
    const body = { body: `${text} @${director.username}`, mentions: [supervisor.userId, director.userId] }
    const edited = await manager.call(editComment, { ...buildCommentRequest(made.id), body: { ...body, version: 1 } })
    expect(edited).toMatchObject({ body: body.body, version: 2, editedAt: expect.any(String) })
    expect((await listOwnNotifications(supervisor)).length).toBe(before)
    expect((await listOwnNotifications(director))[0]).toMatchObject({ kind: 'comment.mentioned' })
  })

  test('a mention taken out and put back notifies nobody a second time', async () => {
    const text = `@${supervisor.username} mira`
    const mentions = [supervisor.userId]
    const { id } = await callAddComment(manager, text, mentions)
    const before = (await listOwnNotifications(supervisor)).length
    const edit = (body: object) => manager.call(editComment, { ...buildCommentRequest(id), body: body as never })
    expect(await edit({ body: 'Nadie', mentions: [], version: 1 })).toMatchObject({ mentions: [], version: 2 })
    expect((await fetchNewestComment(manager)).mentions).toEqual([])
    const again = await edit({ body: text, mentions, version: 2 })
    expect(again.mentions).toEqual([{ userId: supervisor.userId, name: supervisor.username }])
    expect((await listOwnNotifications(supervisor)).length).toBe(before)
  })

  test('refuses a comment edit made on an older version', async () => {
    const { id } = await callAddComment(manager, 'Uno')
    await manager.call(editComment, { ...buildCommentRequest(id), body: { body: 'Dos', version: 1 } })
    await expect(
      manager.call(editComment, { ...buildCommentRequest(id), body: { body: 'Tres', version: 1 } }),
    ).rejects.toMatchObject(buildExpectedError(409, 'conflict.changed'))
  })

  test('refuses to edit another user’s comment, whatever the role', async () => {
    const { id } = await callAddComment(manager, 'Mío')
    await expect(
      director.call(editComment, { ...buildCommentRequest(id), body: { body: 'Tuyo', version: 1 } }),
    ).rejects.toMatchObject(buildExpectedError(403, 'permission.missing'))
  })

  test('a removed comment leaves a mark and none of its words anywhere', async () => {
    const { id } = await callAddComment(manager, 'Palabra secretísima')
    await expect(
      supervisor.call(removeComment, { ...buildCommentRequest(id), body: { version: 1 } }),
    ).rejects.toMatchObject(buildExpectedError(403, 'permission.missing'))
    const removed = await director.call(removeComment, { ...buildCommentRequest(id), body: { version: 1 } })
    expect(removed).toMatchObject({ body: '', mentions: [], removedByName: director.username })
    expect((await fetchNewestComment(manager)).id).toBe(id)
    await expect(
      manager.call(editComment, { ...buildCommentRequest(id), body: { body: 'Otra vez', version: 2 } }),
    ).rejects.toMatchObject(buildExpectedError(409, 'comment.removed'))
    const { rows } = await t.owner.query(
      `select (select count(*) from dino.record_comment c where c::text like '%secretísima%')
            + (select count(*) from dino.audit_event e where e::text like '%secretísima%') as found`,
    )
    expect(rows[0].found).toBe('0')
  })

  test('whoever removed a comment restores it with its words and mentions', async () => {
    const made = await callAddComment(manager, `@${supervisor.username} vuelve`, [supervisor.userId])
    const before = (await listOwnNotifications(supervisor)).length
    await manager.call(removeComment, { ...buildCommentRequest(made.id), body: { version: 1 } })
    const { body, mentions } = made
    const restored = await callRestoreComment(manager, made.id, { version: 2, body, mentions })
    expect(restored).toEqual({ ...made, version: 3 })
    expect((await listOwnNotifications(supervisor)).length).toBe(before)
    const { rows } = await t.owner.query(`select action, after from dino.audit_event order by id desc limit 1`)
    expect(rows[0]).toEqual({ action: 'comment.restored', after: { comment: made.id } })
    // Sent once more, it finds the comment standing.
    await expect(callRestoreComment(manager, made.id, { version: 3, body, mentions })).rejects.toMatchObject(
      buildExpectedError(409, 'conflict.changed'),
    )
  })

  test('refuses to restore a comment with other words or other mentions', async () => {
    const { id, body } = await callAddComment(manager, 'Como estaba')
    await director.call(removeComment, { ...buildCommentRequest(id), body: { version: 1 } })
    const attempts = [
      { version: 2, body: 'Otra cosa', mentions: [] },
      { version: 2, body, mentions: [{ userId: manager.userId, name: manager.username }] },
    ]
    for (const attempt of attempts)
      await expect(callRestoreComment(director, id, attempt)).rejects.toMatchObject(
        buildExpectedError(400, 'request.invalid'),
      )
    expect(await fetchNewestComment(manager)).toMatchObject({ id, body: '', version: 2 })
  })

  test('refuses to restore a comment that somebody else removed, or out of scope', async () => {
    const { id, body } = await callAddComment(manager, 'Moderado')
    await director.call(removeComment, { ...buildCommentRequest(id), body: { version: 1 } })
    const restored = { version: 2, body, mentions: [] }
    await expect(callRestoreComment(manager, id, restored)).rejects.toMatchObject(
      buildExpectedError(403, 'permission.missing'),
    )
    await expect(callRestoreComment(outsider, id, restored)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
    expect(await callRestoreComment(director, id, restored)).toMatchObject({ body, mine: false })
  })

  test('refuses to restore a comment an hour after its removal', async () => {
    const { id, body } = await callAddComment(manager, 'Tarde')
    await manager.call(removeComment, { ...buildCommentRequest(id), body: { version: 1 } })
    await t.owner.query(`update dino.record_comment set removed_at = now() - interval '61 minutes' where id = $1`, [id])
    await expect(callRestoreComment(manager, id, { version: 2, body, mentions: [] })).rejects.toMatchObject(
      buildExpectedError(409, 'comment.removed'),
    )
  })

  test('the audit records who commented on which record', async () => {
    const { id } = await callAddComment(manager, 'Auditado')
    const { rows } = await t.owner.query(
      `select action, entity, entity_id, after from dino.audit_event where user_id = $1 order by id desc limit 1`,
      [manager.userId],
    )
    expect(rows[0]).toEqual({ action: 'comment.added', entity: 'client', entity_id: clientId, after: { comment: id } })
  })

  test('a user in another’s view reads comments and writes none', async () => {
    const looker = await t.as('direction', (await t.make.employee()).cvl)
    await looker.call(enterStaffView, { body: { cvl: supervisorCvl } })
    await expect(looker.call(addComment, { ...recordRequest, body: { body: 'Hola' } })).rejects.toMatchObject(
      buildExpectedError(409, 'cvl.readOnly'),
    )
    expect((await looker.call(listComments, { ...recordRequest, query: {} })).comments.length).toBeGreaterThan(0)
    const allowed = { mayComment: false, mayWork: false, mayModerate: false }
    expect(await looker.call(getRecordPanels, recordRequest)).toMatchObject(allowed)
  })
})

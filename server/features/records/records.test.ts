import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { listNotifications } from '#contract/notifications.ts'
import * as attachments from '#contract/records/attachments.ts'
import { addAttachment } from '#contract/records/attachments.ts'
import * as tags from '#contract/records/tags.ts'
import * as records from '#contract/records.ts'
import { allRoutes } from '#server/app.ts'
import { type Caller, recordOf, recordsTenant, refused, upload } from './test-records.ts'

const { addComment, assignRecord, getRecordPanels, listActivity, searchPeople } = records
const { addTag, changeTag, deleteTag, listTags, mergeTag, removeTag, searchTags } = tags

let w: Awaited<ReturnType<typeof recordsTenant>>
let approvalId = ''
let of: ReturnType<typeof recordOf>
beforeAll(async () => {
  w = await recordsTenant()
  of = recordOf('client', w.client.id)
  const { rows } = await w.t.owner.query(
    `insert into dino.approval (entity, task, params, reason, payload, made_by, expires_at, lies_with_id, guarded)
     values ('account', 'bonus', '{}', 'Una prueba', '{}', $1, now() + interval '9 years', $2, false) returning id`,
    [w.manager.userId, w.employees.mine.id],
  )
  approvalId = rows[0].id
})
afterAll(() => w.t.drop())

const every = (): [records.RecordEntity, string][] => [
  ['client', w.client.id],
  ['account', w.accountId],
  ['approval', approvalId],
]
const status = async (who: Caller, [entity, recordId]: [records.RecordEntity, string]) =>
  (await who.send(getRecordPanels, recordOf(entity, recordId))).statusCode
const notified = async (who: Caller) => (await who.call(listNotifications, { query: {} })).notifications

describe('visibility of record panels', () => {
  test('every call on every kind of record answers 404 to users out of scope', async () => {
    const endpoints = allRoutes
      .map(({ endpoint }: { endpoint: EndpointSpec }) => endpoint)
      .filter(({ path }) => path.startsWith(records.recordRoot))
    expect(endpoints.length).toBe(18)
    const body = { version: 1, name: 'VIP', body: 'Hola', userId: null, description: '' }
    for (const [entity, recordId] of every())
      for (const endpoint of endpoints) {
        const known = Object.keys((endpoint.body?.shape ?? {}) as object)
        const sent = {
          params: {
            ...{ entity, recordId },
            ...Object.fromEntries([...endpoint.path.matchAll(/:(\w+Id)/g)].slice(1).map(([, name]) => [name, '1'])),
          },
          ...(endpoint.body && {
            body: Object.fromEntries(Object.entries(body).filter(([key]) => known.includes(key))),
          }),
          ...(endpoint.upload && upload('a.txt', 'nota')),
        }
        const { statusCode } = await w.stranger.send(endpoint, sent)
        expect(statusCode, `${endpoint.method} ${endpoint.path} of ${entity}`).toBe(404)
      }
  })

  test('offers for a mention exactly the users who can open the record', async () => {
    const people = [
      w.manager,
      w.partner,
      w.supervisor,
      w.stranger,
      w.director,
      w.admin,
      await w.t.as('investments'),
      await w.t.as('hr'),
    ]
    for (const record of every()) {
      const opens: string[] = []
      const offered: string[] = []
      for (const who of people) {
        if ((await status(who, record)) === 200) opens.push(who.username)
        const { people: found } = await w.manager.call(searchPeople, {
          ...recordOf(...record),
          query: { search: who.username },
        })
        offered.push(...found.filter(({ userId }) => userId === who.userId).map(({ name }) => name))
      }
      expect([record[0], ...offered]).toEqual([record[0], ...opens])
      expect(opens).toContain(w.manager.username)
      expect(opens).not.toContain(w.stranger.username)
    }
  })

  test('each holder gives access to an account, and notifications link the visible holder', async () => {
    const other = await w.t.make.client({ staff: { manager: w.employees.other.id } })
    const { id } = await w.t.make.account({ clientId: w.client.id, holders: [other.id] })
    const record = recordOf('account', id)
    const body = { body: `@${w.stranger.username} tu titular`, mentions: [w.stranger.userId] }
    await w.manager.call(addComment, { ...record, body })
    expect((await notified(w.stranger))[0]).toMatchObject({
      link: `/clientes/${other.id}/cuentas/${id}?panel=comments`,
    })
    expect(await w.stranger.call(getRecordPanels, record)).toMatchObject({ comments: 1, mayWork: true })
    await w.t.owner.query(`update dino.account_holder set role = 'authorised', share = null where client_id = $1`, [
      other.id,
    ])
    expect(await status(w.stranger, ['account', id])).toBe(404)
  })

  test('refuses an unknown kind of record by name', async () => {
    const { statusCode, json } = await w.admin.send(getRecordPanels, { params: { entity: 'payment', recordId: '1' } })
    expect([statusCode, json().fields]).toEqual([400, { entity: 'invalid_value' }])
  })
})

describe('the assignee of a record', () => {
  const assign = (who: Caller, userId: string | null, version: number) =>
    who.call(assignRecord, { ...of, body: { userId, version } })

  test('notifies a new assignee and refuses a change made on an older version', async () => {
    expect(await assign(w.supervisor, w.manager.userId, 0)).toMatchObject({
      assignee: { userId: w.manager.userId, hasAccess: true },
      version: 1,
    })
    expect((await notified(w.manager))[0]).toMatchObject({ kind: 'record.assigned', link: `/clientes/${w.client.id}` })
    await expect(assign(w.manager, null, 0)).rejects.toMatchObject(refused(409, 'conflict.changed'))
    expect(await assign(w.manager, null, 1)).toEqual({ assignee: null, version: 2 })
  })

  test('refuses an assignee who does not see the record, or may only view it', async () => {
    await expect(assign(w.manager, w.stranger.userId, 2)).rejects.toMatchObject(refused(422, 'assignment.noAccess'))
    await expect(assign(w.partner, w.partner.userId, 2)).rejects.toMatchObject(refused(403, 'permission.missing'))
  })

  test('marks an assignee who no longer sees the record', async () => {
    await assign(w.manager, w.partner.userId, 2)
    await w.t.owner.query(`update registry.membership set role = 'hr' where user_id = $1`, [w.partner.userId])
    expect((await w.manager.call(getRecordPanels, of)).assignee).toMatchObject({ hasAccess: false })
    await w.t.owner.query(`update registry.membership set role = 'partner' where user_id = $1`, [w.partner.userId])
  })
})

describe('tags of records', () => {
  const tag = (who: Caller, name: string) => who.call(addTag, { ...of, body: { name } })

  test('tags that differ only in case or accents are the same tag', async () => {
    const made = await tag(w.manager, 'Sucesión')
    expect(await tag(w.supervisor, 'SUCESION')).toEqual(made)
    expect((await w.manager.call(getRecordPanels, of)).tags).toEqual([made])
    expect(await w.manager.call(searchTags, { ...of, query: { search: 'sucesion' } })).toEqual({
      tags: [],
      exact: true,
    })
    const account = recordOf('account', w.accountId)
    expect((await w.manager.call(searchTags, { ...account, query: { search: 'ces' } })).tags).toEqual([made])
  })

  test('refuses a tag without searchable characters, or from a user who may only view', async () => {
    await expect(tag(w.manager, '\u0301')).rejects.toMatchObject(refused(400, 'request.invalid'))
    await expect(tag(w.partner, 'Nueva')).rejects.toMatchObject(refused(403, 'permission.missing'))
  })

  test('refuses more tags than a record takes', async () => {
    const account = recordOf('account', w.accountId)
    for (let n = 0; n < tags.maxTags; n++) await w.manager.call(addTag, { ...account, body: { name: `Etiqueta ${n}` } })
    await expect(w.manager.call(addTag, { ...account, body: { name: 'Una más' } })).rejects.toMatchObject(
      refused(409, 'tag.tooMany'),
    )
    expect((await w.admin.call(listTags, {})).tags.map(({ name }) => name)).not.toContain('Una más')
  })

  test('an administrator renames, merges and deletes tags; a taken name is refused', async () => {
    const named = async (name: string) => (await w.admin.call(listTags, {})).tags.find((one) => one.name === name)!
    await tag(w.manager, 'VIP')
    const [vip, succession] = [await named('VIP'), await named('Sucesión')]
    const body = { name: 'sucesion', color: 'red' as const, version: vip.version }
    await expect(w.admin.call(changeTag, { params: { tagId: vip.id }, body })).rejects.toMatchObject(
      refused(409, 'tag.taken'),
    )
    const renamed = await w.admin.call(changeTag, { params: { tagId: vip.id }, body: { ...body, name: 'Preferente' } })
    expect(renamed).toMatchObject({ name: 'Preferente', color: 'red', version: 2, records: 1 })
    await expect(
      w.admin.call(mergeTag, { params: { tagId: vip.id }, body: { intoId: succession.id, version: 1 } }),
    ).rejects.toMatchObject(refused(409, 'conflict.changed'))
    await w.admin.call(mergeTag, { params: { tagId: vip.id }, body: { intoId: succession.id, version: 2 } })
    expect((await w.manager.call(getRecordPanels, of)).tags.map(({ name }) => name)).toEqual(['Sucesión'])
    const { version } = await named('Sucesión')
    await w.admin.call(deleteTag, { params: { tagId: succession.id }, body: { version } })
    expect((await w.manager.call(getRecordPanels, of)).tags).toEqual([])
  })

  test('a user who may edit the record removes a tag from it', async () => {
    const { id } = await tag(w.manager, 'Fugaz')
    await w.supervisor.call(removeTag, { params: { ...of.params, tagId: id } })
    expect((await w.manager.call(getRecordPanels, of)).tags).toEqual([])
  })
})

describe('activity of a record', () => {
  test('activity shows who did what to the record and its panels, without amounts', async () => {
    await w.manager.call(addAttachment, { ...of, ...upload('nota.txt', 'una nota') })
    await w.t.owner.query(
      `insert into dino.audit_event (user_id, action, entity, entity_id, after) values
         ($1, 'client.bankAccountAdded', 'client', $2, '{"number": "ES12"}'), ($1, 'client.exported', 'client', $2, '{}')`,
      [w.manager.userId, w.client.id],
    )
    const { events } = await w.partner.call(listActivity, { ...of, query: { limit: '50' } })
    const actions = events.map(({ action }) => action)
    expect(actions.slice(0, 2)).toEqual(['client.bankAccountAdded', 'attachment.added'])
    expect(actions).not.toContain('client.exported')
    expect(events.find(({ action }) => action === 'tag.removed')).toMatchObject({
      tag: 'Fugaz',
      personName: w.supervisor.username,
    })
    expect(
      events.filter(({ action }) => action === 'assignment.changed').map(({ assigneeName }) => assigneeName),
    ).toEqual([w.partner.username, null, w.manager.username])
    expect(JSON.stringify(events)).not.toContain('ES12')
  })

  test('lists older activity events page by page', async () => {
    const first = await w.manager.call(listActivity, { ...of, query: { limit: '2' } })
    expect(first).toMatchObject({ more: true })
    const next = await w.manager.call(listActivity, { ...of, query: { limit: '2', before: first.events[1]!.id } })
    expect(Number(next.events[0]!.id)).toBeLessThan(Number(first.events[1]!.id))
  })
})

test('the kinds of record of the contract are those of the server, each once', () => {
  expect(every().map(([entity]) => entity)).toEqual([...records.recordEntities])
  expect(attachments.attachmentKinds.length).toBe(7)
})

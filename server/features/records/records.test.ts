import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { listNotifications } from '#contract/notifications.ts'
import * as attachments from '#contract/records/attachments.ts'
import { addAttachment } from '#contract/records/attachments.ts'
import * as tags from '#contract/records/tags.ts'
import * as records from '#contract/records.ts'
import { allRoutes } from '#server/app.ts'
import {
  buildExpectedError,
  buildRecordRequest,
  buildUpload,
  type Caller,
  createRecordsFixture,
} from './test-records.ts'

const {
  addComment,
  assignRecord,
  getRecordPanels,
  listRecordActivity: listActivity,
  searchRecordPeople: searchPeople,
} = records
const { addTag, changeTag, deleteTag, listTags, mergeTag, removeTag, searchTags } = tags

let fixture: Awaited<ReturnType<typeof createRecordsFixture>>
let approvalId = ''
let contactId = ''
let recordRequest: ReturnType<typeof buildRecordRequest>
beforeAll(async () => {
  fixture = await createRecordsFixture()
  recordRequest = buildRecordRequest('client', fixture.client.id)
  const { rows } = await fixture.t.owner.query(
    `insert into dino.approval (entity, task, params, reason, payload, made_by, expires_at, lies_with_id, guarded)
     values ('account', 'bonus', '{}', 'Una prueba', '{}', $1, now() + interval '9 years', $2, false) returning id`,
    [fixture.manager.userId, fixture.employees.mine.id],
  )
  approvalId = rows[0].id
  const contact = await fixture.t.owner.query(
    `insert into dino.contact (name, surname, country, employee_id) values ('Clara', 'Posible', 'ES', $1) returning id`,
    [fixture.employees.mine.id],
  )
  contactId = contact.rows[0].id
})
afterAll(() => fixture.t.drop())

const listTestRecords = (): [records.RecordEntity, string][] => [
  ['client', fixture.client.id],
  ['account', fixture.accountId],
  ['approval', approvalId],
  ['contact', contactId],
]
const fetchPanelsStatus = async (caller: Caller, [entity, recordId]: [records.RecordEntity, string]) =>
  (await caller.send(getRecordPanels, buildRecordRequest(entity, recordId))).statusCode
const listOwnNotifications = async (caller: Caller) =>
  (await caller.call(listNotifications, { query: {} })).notifications

describe('visibility of record panels', () => {
  test('every call on every kind of record answers 404 to users out of scope', async () => {
    const endpoints = allRoutes
      .map(({ endpoint }: { endpoint: EndpointSpec }) => endpoint)
      .filter(({ path }) => path.startsWith(records.recordBasePath))
    expect(endpoints.length).toBe(21)
    const body = { version: 1, name: 'VIP', body: 'Hola', userId: null, description: '', pinned: true }
    for (const [entity, recordId] of listTestRecords())
      for (const endpoint of endpoints) {
        const known = Object.keys((endpoint.body?.shape ?? {}) as object)
        const sent = {
          params: {
            entity,
            recordId,
            ...Object.fromEntries([...endpoint.path.matchAll(/:(\w+Id)/g)].slice(1).map(([, name]) => [name, '1'])),
          },
          ...(endpoint.body && {
            body: Object.fromEntries(Object.entries(body).filter(([key]) => known.includes(key))),
          }),
          ...(endpoint.upload && buildUpload('a.txt', 'nota')),
        }
        const { statusCode } = await fixture.outsider.send(endpoint, sent)
        expect(statusCode, `${endpoint.method} ${endpoint.path} of ${entity}`).toBe(404)
      }
  })

  test('offers for a mention exactly the users who can open the record', async () => {
    const people = [
      fixture.manager,
      fixture.partner,
      fixture.supervisor,
      fixture.outsider,
      fixture.director,
      fixture.admin,
      await fixture.t.as('investments'),
      await fixture.t.as('hr'),
    ]
    for (const record of listTestRecords()) {
      const opens: string[] = []
      const offered: string[] = []
      for (const caller of people) {
        if ((await fetchPanelsStatus(caller, record)) === 200) opens.push(caller.username)
        const { people: found } = await fixture.manager.call(searchPeople, {
          ...buildRecordRequest(...record),
          query: { search: caller.username },
        })
        offered.push(...found.filter(({ userId }) => userId === caller.userId).map(({ name }) => name))
      }
      expect([record[0], ...offered]).toEqual([record[0], ...opens])
      expect(opens).toContain(fixture.manager.username)
      expect(opens).not.toContain(fixture.outsider.username)
    }
  })

  test('each holder gives access to an account, and notifications link the visible holder', async () => {
    const other = await fixture.t.make.client({ staff: { manager: fixture.employees.other.id } })
    const { id } = await fixture.t.make.account({ clientId: fixture.client.id, holders: [other.id] })
    const record = buildRecordRequest('account', id)
    const body = { body: `@${fixture.outsider.username} tu titular`, mentions: [fixture.outsider.userId] }
    await fixture.manager.call(addComment, { ...record, body })
    expect((await listOwnNotifications(fixture.outsider))[0]).toMatchObject({
      link: `/clientes/${other.id}/cuentas/${id}?panel=comments`,
    })
    expect(await fixture.outsider.call(getRecordPanels, record)).toMatchObject({ comments: 1, mayWork: true })
    await fixture.t.owner.query(
      `update dino.account_holder set role = 'authorised', share = null where client_id = $1`,
      [other.id],
    )
    expect(await fetchPanelsStatus(fixture.outsider, ['account', id])).toBe(404)
  })

  test('refuses an unknown kind of record by name', async () => {
    const { statusCode, json } = await fixture.admin.send(getRecordPanels, {
      params: { entity: 'payment', recordId: '1' },
    })
    expect([statusCode, json().fields]).toEqual([400, { entity: 'invalid_value' }])
  })
})

describe('the assignee of a record', () => {
  const assign = (caller: Caller, userId: string | null, version: number) =>
    caller.call(assignRecord, { ...recordRequest, body: { userId, version } })

  test('notifies a new assignee and refuses a change made on an older version', async () => {
    expect(await assign(fixture.supervisor, fixture.manager.userId, 0)).toMatchObject({
      assignee: { userId: fixture.manager.userId, hasAccess: true },
      version: 1,
    })
    expect((await listOwnNotifications(fixture.manager))[0]).toMatchObject({
      kind: 'record.assigned',
      link: `/clientes/${fixture.client.id}`,
    })
    await expect(assign(fixture.manager, null, 0)).rejects.toMatchObject(buildExpectedError(409, 'conflict.changed'))
    expect(await assign(fixture.manager, null, 1)).toEqual({ assignee: null, version: 2 })
  })

  test('refuses an assignee who does not see the record, or may only view it', async () => {
    await expect(assign(fixture.manager, fixture.outsider.userId, 2)).rejects.toMatchObject(
      buildExpectedError(422, 'assignment.noAccess'),
    )
    await expect(assign(fixture.partner, fixture.partner.userId, 2)).rejects.toMatchObject(
      buildExpectedError(403, 'permission.missing'),
    )
  })

  test('marks an assignee who no longer sees the record', async () => {
    await assign(fixture.manager, fixture.partner.userId, 2)
    await fixture.t.owner.query(`update registry.membership set role = 'hr' where user_id = $1`, [
      fixture.partner.userId,
    ])
    expect((await fixture.manager.call(getRecordPanels, recordRequest)).assignee).toMatchObject({ hasAccess: false })
    await fixture.t.owner.query(`update registry.membership set role = 'partner' where user_id = $1`, [
      fixture.partner.userId,
    ])
  })
})

describe('tags of records', () => {
  const tag = (caller: Caller, name: string) => caller.call(addTag, { ...recordRequest, body: { name } })

  test('tags that differ only in case or accents are the same tag', async () => {
    const made = await tag(fixture.manager, 'Sucesión')
    expect(await tag(fixture.supervisor, 'SUCESION')).toEqual(made)
    expect((await fixture.manager.call(getRecordPanels, recordRequest)).tags).toEqual([made])
    expect(await fixture.manager.call(searchTags, { ...recordRequest, query: { search: 'sucesion' } })).toEqual({
      tags: [],
      exact: true,
    })
    const account = buildRecordRequest('account', fixture.accountId)
    expect((await fixture.manager.call(searchTags, { ...account, query: { search: 'ces' } })).tags).toEqual([made])
  })

  test('refuses a tag without searchable characters, or from a user who may only view', async () => {
    await expect(tag(fixture.manager, '\u0301')).rejects.toMatchObject(buildExpectedError(400, 'request.invalid'))
    await expect(tag(fixture.partner, 'Nueva')).rejects.toMatchObject(buildExpectedError(403, 'permission.missing'))
  })

  test('refuses a tag whose letters stand for too many others, naming the field', async () => {
    await expect(tag(fixture.manager, '\ufdfa'.repeat(40))).rejects.toMatchObject({
      status: 400,
      fields: { name: 'too_big' },
    })
  })

  test('a tag that is deleted while it is being added is created again', async () => {
    const { id } = await tag(fixture.supervisor, 'Efímera')
    const deleting = new Client({ connectionString: fixture.t.ownerUrl })
    await deleting.connect()
    await deleting.query(
      `begin; delete from dino.record_tag where tag_id = ${id}; delete from dino.tag where id = ${id}`,
    )
    const adding = tag(fixture.manager, 'Efímera')
    const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await expect.poll(async () => (await deleting.query(waiting)).rowCount).toBeGreaterThan(0)
    await deleting.query('commit')
    await deleting.end()
    const added = await adding
    expect(added.id).not.toBe(id)
    await fixture.manager.call(removeTag, { params: { ...recordRequest.params, tagId: added.id } })
  })

  test('refuses more tags than a record takes', async () => {
    const account = buildRecordRequest('account', fixture.accountId)
    for (let n = 0; n < tags.maxTags; n++)
      await fixture.manager.call(addTag, { ...account, body: { name: `Etiqueta ${n}` } })
    await expect(fixture.manager.call(addTag, { ...account, body: { name: 'Una más' } })).rejects.toMatchObject(
      buildExpectedError(409, 'tag.tooMany'),
    )
    expect((await fixture.admin.call(listTags, {})).tags.map(({ name }) => name)).not.toContain('Una más')
  })

  test('an administrator renames, merges and deletes tags; a taken name is refused', async () => {
    const named = async (name: string) =>
      (await fixture.admin.call(listTags, {})).tags.find((one) => one.name === name)!
    await tag(fixture.manager, 'VIP')
    const vip = await named('VIP')
    const succession = await named('Sucesión')
    const body = { name: 'sucesion', color: 'red' as const, version: vip.version }
    await expect(fixture.admin.call(changeTag, { params: { tagId: vip.id }, body })).rejects.toMatchObject(
      buildExpectedError(409, 'tag.taken'),
    )
    const renamed = await fixture.admin.call(changeTag, {
      params: { tagId: vip.id },
      body: { ...body, name: 'Preferente' },
    })
    expect(renamed).toMatchObject({ name: 'Preferente', color: 'red', version: 2, records: 1 })
    await expect(
      fixture.admin.call(mergeTag, { params: { tagId: vip.id }, body: { intoId: succession.id, version: 1 } }),
    ).rejects.toMatchObject(buildExpectedError(409, 'conflict.changed'))
    await fixture.admin.call(mergeTag, { params: { tagId: vip.id }, body: { intoId: succession.id, version: 2 } })
    expect((await fixture.manager.call(getRecordPanels, recordRequest)).tags.map(({ name }) => name)).toEqual([
      'Sucesión',
    ])
    const { version } = await named('Sucesión')
    await fixture.admin.call(deleteTag, { params: { tagId: succession.id }, body: { version } })
    expect((await fixture.manager.call(getRecordPanels, recordRequest)).tags).toEqual([])
  })

  test('a user who may edit the record removes a tag from it', async () => {
    const { id } = await tag(fixture.manager, 'Fugaz')
    await fixture.supervisor.call(removeTag, { params: { ...recordRequest.params, tagId: id } })
    expect((await fixture.manager.call(getRecordPanels, recordRequest)).tags).toEqual([])
  })
})

describe('activity of a record', () => {
  test('activity shows who did what to the record and its panels, without amounts', async () => {
    await fixture.manager.call(addAttachment, { ...recordRequest, ...buildUpload('nota.txt', 'una nota') })
    await fixture.t.owner.query(
      `insert into dino.audit_event (user_id, action, entity, entity_id, after) values
         ($1, 'client.bankAccountAdded', 'client', $2, '{"number": "ES12"}'), ($1, 'client.exported', 'client', $2, '{}')`,
      [fixture.manager.userId, fixture.client.id],
    )
    const { events } = await fixture.partner.call(listActivity, { ...recordRequest, query: { limit: '50' } })
    const actions = events.map(({ action }) => action)
    expect(actions.slice(0, 2)).toEqual(['client.bankAccountAdded', 'attachment.added'])
    expect(actions).not.toContain('client.exported')
    expect(events.find(({ action }) => action === 'tag.removed')).toMatchObject({
      tag: 'Fugaz',
      personName: fixture.supervisor.username,
    })
    expect(
      events.filter(({ action }) => action === 'assignment.changed').map(({ assigneeName }) => assigneeName),
    ).toEqual([fixture.partner.username, null, fixture.manager.username])
    expect(JSON.stringify(events)).not.toContain('ES12')
  })

  test('lists older activity events page by page', async () => {
    const first = await fixture.manager.call(listActivity, { ...recordRequest, query: { limit: '2' } })
    expect(first).toMatchObject({ more: true })
    const next = await fixture.manager.call(listActivity, {
      ...recordRequest,
      query: { limit: '2', before: first.events[1]!.id },
    })
    expect(Number(next.events[0]!.id)).toBeLessThan(Number(first.events[1]!.id))
  })
})

test('the kinds of record of the contract are those of the server, each once', () => {
  expect(listTestRecords().map(([entity]) => entity)).toEqual([...records.recordEntities])
  expect(attachments.attachmentKinds.length).toBe(7)
})

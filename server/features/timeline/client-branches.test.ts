import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getClientTimeline, type TimelineKind } from '#contract/timeline.ts'
import { readTableReads } from '#test/harness/rows-read.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: Caller
let outsider: Caller
let client: { id: string; cvl: string }
let absorbed: { id: string; cvl: string }

const kinds = ['clientDocument', 'kyc', 'consent', 'report', 'presentation', 'merge', 'estate'] as const

const insertFile = async () => {
  const id = randomUUID()
  await t.owner.query(
    `insert into dino.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256)
     values ($1, 'client.document.pdf', 'client', $2, 'a.pdf', 'application/pdf', 1, sha256('a'))`,
    [id, client.id],
  )
  return id
}

type DocumentRow = { kind: string; origin: string; at: string; retainUntil?: string; removedAt?: string }
const insertDocument = async ({ kind, origin, at, retainUntil, removedAt }: DocumentRow) => {
  const fileId = await insertFile()
  await t.owner.query(
    `insert into dino.client_document (client_id, kind, origin, file_id, title, document_date, retain_until, user_id, created_at, removed_at, removed_by)
     values ($1, $2, $3, $4, $5, '2025-01-01', $6, $7, $8::timestamptz, $9::timestamptz, case when $9::timestamptz is not null then $7::bigint end)`,
    [client.id, kind, origin, fileId, `Un ${kind}`, retainUntil ?? null, manager.userId, at, removedAt ?? null],
  )
  return fileId
}

const insertDocuments = async () => {
  await insertDocument({ kind: 'contract', origin: 'upload', at: '2026-01-01T10:00:00Z', retainUntil: '2026-01-31' })
  const removedAt = '2026-02-03T10:00:00Z'
  await insertDocument({ kind: 'other', origin: 'upload', at: '2026-02-02T10:00:00Z', removedAt })
  await insertDocument({ kind: 'report', origin: 'product', at: '2026-02-10T10:00:00Z' })
  const sent = await insertDocument({ kind: 'report', origin: 'product', at: '2026-02-11T10:00:00Z' })
  await t.owner.query(
    `insert into dino.client_mail (client_id, template, recipient, idioma, file_id, created_at, next_at, sent_at)
     values ($1, 'paper.attached', 'a@b.example', 'spanish', $2, now(), now(), now())`,
    [client.id, sent],
  )
  await insertDocument({ kind: 'presentation', origin: 'product', at: '2026-03-02T10:00:00Z' })
}

const insertPresentation = () =>
  t.owner.query(
    `with p as (insert into dino.presentation (client_id, title, content, created_by, created_at, changed_by, changed_at, idempotency_key, request_hash)
       values ($1, 'Propuesta', '{}', $2, now(), $2, now(), 'p', 'p') returning id)
     insert into dino.presentation_version (presentation_id, number, idioma, content, made_by, made_at, idempotency_key, request_hash)
     select id, 1, 'spanish', '{}', $2, '2026-03-01T10:00:00Z', 'v', 'v' from p`,
    [client.id, manager.userId],
  )

beforeAll(async () => {
  t = await createTestTenant('dino')
  const mine = await t.make.employee({ name: 'Marta' })
  manager = await t.as('manager', mine.cvl)
  outsider = await t.as('manager', (await t.make.employee()).cvl)
  client = await t.make.client({ staff: { manager: mine.id } })
  absorbed = await t.make.client()
  await insertDocuments()
  await insertPresentation()
  await t.owner.query(
    `insert into dino.consent (client_id, purpose, state, withdrawn_at, withdrawn_by, withdraw_reason)
     values ($1, 'marketing', 'withdrawn', '2026-04-01T10:00:00Z', $2, 'Un motivo secreto')`,
    [client.id, manager.userId],
  )
  await t.owner.query(
    `insert into dino.kyc_document (client_id, subject, state, identity_kind, issuing_country, identity_number, front_file_id, status_before,
       uploaded_at, uploaded_by, checked_at, checked_by, decided_at, decided_by, reject_reason)
     values ($1, 'identity', 'rejected', 'dni', 'ES', '99999999R', $2, 'missing', '2026-05-01T10:00:00Z', $3, '2026-05-02T10:00:00Z', $3,
       '2026-05-03T10:00:00Z', $3, 'Otro motivo secreto')`,
    [client.id, await insertFile(), manager.userId],
  )
  await t.owner.query(
    `insert into dino.client_merge (survivor_id, absorbed_id, state, taken, survivor_version, absorbed_version, moves_scope, asked_by, asked_at, done_at, undone_at, undone_by)
     values ($1, $2, 'undone', '{}', 1, 1, false, $3, now(), '2026-05-10T10:00:00Z', '2026-05-11T10:00:00Z', $3)`,
    [client.id, absorbed.id, manager.userId],
  )
  await t.owner.query(
    `insert into dino.estate (client_id, died_on, registered_at, registered_by) values ($1, '2026-05-20', '2026-05-21T10:00:00Z', $2)`,
    [client.id, manager.userId],
  )
})
afterAll(() => t.drop())

const fetchTimeline = (query: object = {}, caller = manager) =>
  caller.call(getClientTimeline, { params: { clientId: client.id }, query })
const listSteps = async (kind: TimelineKind) =>
  (await fetchTimeline({ kind })).entries.map(({ what, state, text, path }) => [what, state, text, path])

test('every step of a client’s papers is an entry with its page, newest first', async () => {
  const page = `/clientes/${client.id}`
  expect(await listSteps('clientDocument')).toEqual([
    ['removed', null, null, null],
    ['expired', null, 'Un contract', null],
    ['added', null, 'Un contract', null],
  ])
  expect(await listSteps('report')).toEqual([
    ['sent', null, 'Un report', null],
    ['filed', null, 'Un report', null],
  ])
  expect(await listSteps('presentation')).toEqual([
    ['sent', null, 'Un presentation', null],
    ['made', null, 'Propuesta', expect.stringMatching(new RegExp(`^${page}/presentaciones/\\d+$`))],
  ])
  expect(await listSteps('consent')).toEqual([['marketing', 'withdrawn', null, `${page}#consents`]])
  expect(await listSteps('kyc')).toEqual(
    ['rejected', 'verified', 'pending'].map((state) => ['identity', state, null, `${page}#kyc`]),
  )
  expect(await listSteps('merge')).toEqual([
    ['undone', null, absorbed.cvl, null],
    ['merged', null, absorbed.cvl, null],
  ])
  expect(await listSteps('estate')).toEqual([['registered', null, null, `${page}/fallecimiento`]])
})

test('entries of papers carry no reason, and nobody out of scope sees any', async () => {
  const { body } = await manager.send(getClientTimeline, { params: { clientId: client.id } })
  expect(body).not.toMatch(/secreto|99999999R/)
  for (const kind of kinds) await expect(fetchTimeline({ kind }, outsider)).rejects.toMatchObject({ status: 404 })
})

test('pages of papers have each entry once, and words find them', async () => {
  const all = (await fetchTimeline({ kind: kinds.join(','), limit: '50' })).entries.map(({ id }) => id)
  expect(all).toHaveLength(14)
  const seen: string[] = []
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof fetchTimeline>> = await fetchTimeline({
      kind: kinds.join(','),
      limit: '3',
      ...(before !== null && { before }),
    })
    seen.push(...page.entries.map(({ id }) => id))
    before = page.next
  } while (before !== null)
  expect(seen).toEqual(all)
  expect((await fetchTimeline({ search: 'herencia' })).entries).toEqual([])
  expect((await fetchTimeline({ search: 'fusion deshecha' })).entries).toMatchObject([{ what: 'undone' }])
})

test('a page reads no more of many documents than it shows', async () => {
  const ids = Array.from({ length: 2000 }, () => randomUUID())
  await t.owner.query(
    `insert into dino.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256)
     select id, 'client.document.pdf', 'client', $2, 'a.pdf', 'application/pdf', 1, sha256('a') from unnest($1::uuid[]) id`,
    [ids, client.id],
  )
  await t.owner.query(
    `insert into dino.client_document (client_id, kind, origin, file_id, title, document_date, created_at)
     select $2, 'contract', 'upload', id, 'Muchos', '2025-01-01', timestamptz '2025-01-01' + n * interval '1 minute'
       from unnest($1::uuid[]) with ordinality x (id, n)`,
    [ids, client.id],
  )
  await t.owner.query('analyze dino.client_document')
  const { next } = await fetchTimeline({ kind: 'clientDocument', limit: '20' })
  const before = await readTableReads(t)
  await fetchTimeline({ kind: 'clientDocument', limit: '20', before: next! })
  const after = await readTableReads(t)
  expect(after.get('client_document')!.entries - before.get('client_document')!.entries).toBeLessThan(100)
})

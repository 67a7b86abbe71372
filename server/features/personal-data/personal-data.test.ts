import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockClient } from '#contract/client-blocks.ts'
import { exportPersonalData } from '#contract/personal-data.ts'
import { addAttachment } from '#contract/records/attachments.ts'
import { addComment } from '#contract/records.ts'
import es from '#locales/es/personal-data.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { exportedClientTables, unexportedClientTables } from '#server/domain/client-tables.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { unzip } from '#test/harness/read-xlsx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
})
afterAll(() => t.drop())

/** Tables with a foreign key to one of these. */
const findReferringTables = async (targets: readonly string[]): Promise<string[]> => {
  const { rows } = await t.owner.query<{ table: string }>(
    `select distinct r.relname as table from pg_constraint k join pg_class r on r.oid = k.conrelid
      join pg_class f on f.oid = k.confrelid join pg_namespace n on n.oid = r.relnamespace
     where k.contype = 'f' and n.nspname = 'dino' and f.relname = any($1) order by 1`,
    [targets],
  )
  return rows.map(({ table }) => table)
}

test('every table that refers to clients or accounts is exported or excused', async () => {
  const named = new Set([...Object.keys(exportedClientTables), ...Object.keys(unexportedClientTables)])
  expect((await findReferringTables(['client', 'account'])).filter((table) => !named.has(table))).toEqual([])
  expect(Object.keys(es.tables).sort()).toEqual(Object.keys(exportedClientTables).sort())
})

test('every exported table is read for merged records too', () => {
  const conditions = Object.entries(exportedClientTables).map(([table, condition]) => {
    const { sql: text } = condition('1').compile(t.db)
    return { table, text }
  })
  // The client is asked for among their own records, never alone.
  const alone = conditions.filter(({ text }) => /(?:client|survivor|other)_id"?\s*=\s*\$/.test(text))
  expect(alone.map(({ table }) => table)).toEqual([])
})

test('exports what stayed with a record that was merged', async () => {
  const survivor = await t.make.client()
  const absorbed = await t.make.client()
  const other = await t.make.client()
  for (const { id } of [survivor, absorbed])
    await t.owner.query(
      `insert into dino.client_relation (client_id, other_id, kind, noted_by, noted_at) values ($1, $2, 'spouse', 1, now())`,
      [id, other.id],
    )
  await t.owner.query(`set session_replication_role = replica`)
  await t.owner.query('update dino.client set merged_into_id = $1 where id = $2', [survivor.id, absorbed.id])
  await t.owner.query(`reset session_replication_role`)
  const files = unzip((await exportAs(await t.as('direction'), survivor.id)).rawPayload)
  expect(JSON.parse(files.get('client_relation.json')!.toString())).toHaveLength(2)
})

const exportAs = async (caller: Awaited<ReturnType<typeof t.as>>, clientId: string) =>
  caller.send(exportPersonalData, { params: { clientId } })

test('exports every row about a client with their documents, and nothing of others', async () => {
  const manager = await t.make.employee()
  const clientId = (
    await t.make.client({
      name: 'Lucía',
      surname: '=1+1 <b>Ñandú</b>',
      staff: { manager: manager.id },
      bankAccounts: ['ES9121000418450200051332'],
    })
  ).id
  const other = await t.make.client({ surname: 'Ajena', staff: { manager: manager.id } })
  const account = await t.make.account({ clientId, holders: [other.id] })
  const foreign = await t.make.account({ clientId: other.id })
  await t.make.movement(account.id, '1234.56')
  await t.make.movement(foreign.id, '99.99')
  const direction = await t.as('direction')
  const admin = await t.as('admin')
  await admin.call(addAttachment, {
    params: { entity: 'client', recordId: clientId },
    query: { fileName: 'contrato.txt' },
    content: new Blob(['Un contrato'], { type: 'application/octet-stream' }),
  } as never)
  const reason = 'Examen por prevención'
  await admin.call(blockClient, { params: { clientId }, body: { kind: 'legal', reason, expectedEnd: null } })

  const answer = await exportAs(direction, clientId)
  expect(answer.statusCode).toBe(200)
  const files = unzip(answer.rawPayload)
  const read = (table: string) => JSON.parse(files.get(`${table}.json`)!.toString()) as Record<string, unknown>[]
  expect(read('client')).toMatchObject([{ name: 'Lucía', surname: '=1+1 <b>Ñandú</b>' }])
  expect(read('client_bank_account')).toMatchObject([{ number: 'ES9121000418450200051332' }])
  expect(read('account').map(({ id }) => String(id))).toEqual([account.id])
  expect(read('posting').some(({ amount }) => amount === -1234.56)).toBe(true)
  expect([...files.keys()].some((name) => /^documentos\/.+-contrato\.txt$/.test(name))).toBe(true)
  expect([...files.keys()].filter((name) => name.endsWith('.json'))).toHaveLength(
    Object.keys(exportedClientTables).length,
  )
  const all = [...files.values()].map((file) => file.toString()).join('\n')
  expect(all).not.toContain('Ajena')
  expect(all).not.toContain('99.99')
  // Why money is examined is not told to the person.
  expect(all).not.toContain(reason)
  const paper = [...files].find(([name]) => name.endsWith('.pdf'))!
  expect(readPdf(paper[1]).pages.flat().join(' ')).toContain('Lucía')
  const { rows } = await t.owner.query(
    `select from dino.audit_event where action = 'client.dataExported' and entity_id = $1`,
    [clientId],
  )
  expect(rows).toHaveLength(1)
})

test('exports what is noted on the page of the contact that the client was', async () => {
  const { id: clientId } = await t.make.client({ name: 'Nora' })
  const admin = await t.as('admin')
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into dino.contact (name, surname, country, client_id, converted_at) values ('Nora', 'Antes', 'ES', $1, now()), ('Otra', 'Ajena', 'ES', null, null)
     returning id::text`,
    [clientId],
  )
  for (const [index, body] of ['Llamar en mayo', 'Nota de otra'].entries())
    await admin.call(addComment, {
      params: { entity: 'contact', recordId: rows[index]!.id },
      body: { body, mentions: [] },
    })
  const files = unzip((await exportAs(await t.as('direction'), clientId)).rawPayload)
  const read = (table: string) => JSON.parse(files.get(`${table}.json`)!.toString()) as Record<string, unknown>[]
  expect(read('record_comment').map(({ body }) => body)).toEqual(['Llamar en mayo'])
  expect(read('audit_event').filter(({ entity }) => entity === 'contact')).toHaveLength(1)
})

test('names a document whose content is lost and exports everything else', async () => {
  const client = await t.make.client({ name: 'Berta' })
  const admin = await t.as('admin')
  await admin.call(addAttachment, {
    params: { entity: 'client', recordId: client.id },
    query: { fileName: 'perdido.txt' },
    content: new Blob(['Se perderá'], { type: 'application/octet-stream' }),
  } as never)
  const { rows } = await t.owner.query<{ id: string }>(
    `select id::text as id from dino.stored_file where entity = 'client' and entity_id = $1`,
    [client.id],
  )
  const { id } = rows[0]!
  await rm(join(t.home, 'files', id.slice(0, 2), id))
  const answer = await exportAs(await t.as('direction'), client.id)
  expect(answer.statusCode).toBe(200)
  const files = unzip(answer.rawPayload)
  expect(files.get('client.json')!.toString()).toContain('Berta')
  expect([...files.keys()].filter((name) => name.startsWith('documentos/'))).toEqual([])
  const paper = [...files].find(([name]) => name.endsWith('.pdf'))!
  expect(readPdf(paper[1]).pages.flat().join(' ')).toContain('perdido.txt')
})

test('refuses the export without approval rights or outside the scope', async () => {
  const { id: clientId } = await t.make.client()
  expect((await exportAs(await t.as('manager', (await t.make.employee()).cvl), clientId)).statusCode).toBe(403)
  const head = await t.make.employee({ position: 'supervisor' })
  expect((await exportAs(await t.as('supervisor', head.cvl), clientId)).statusCode).toBe(404)
})

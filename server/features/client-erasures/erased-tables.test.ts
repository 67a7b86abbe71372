import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClient } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { addAttachment } from '#contract/records/attachments.ts'
import { addComment } from '#contract/records.ts'
import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { exportedClientTables, unexportedClientTables } from '#server/domain/client-tables.ts'
import { verifyAudit } from '#server/features/audit/verify-audit.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { dropErasedFiles } from './drop-erased-files.ts'
import { erasedRowsSql, erasedTables, untouchedTables } from './erased-tables.ts'
import { createErasureFixture, type ErasureFixture, fileText, personMarkers } from './test-erasures.ts'

let fixture: ErasureFixture
beforeAll(async () => {
  fixture = await createErasureFixture()
})
afterAll(() => fixture.t.drop())

type Column = { schema: string; table: string; column: string; type: string; isComputed: boolean }
/** Every column of words, JSON or bytes of the prefix and of the registry. */
const findTextColumns = (): Promise<Column[]> =>
  fixture.select(`
    select c.table_schema as schema, c.table_name as "table", c.column_name as "column", c.data_type as type,
           c.is_generated = 'ALWAYS' as "isComputed" from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema in ('dino', 'registry') and c.data_type in ('text', 'json', 'jsonb', 'bytea', 'character', 'character varying', 'ARRAY')
       and not (c.data_type = 'ARRAY' and c.udt_name <> '_text')
     order by 1, 2, 3`) as Promise<Column[]>

describe('the tables of a prefix and the erasure of a client', () => {
  test('every table is erased from, or passed by for a reason', async () => {
    const tables = await fixture.select(
      `select table_name as name from information_schema.tables where table_schema = 'dino' and table_type = 'BASE TABLE' order by 1`,
    )
    const named = [...Object.keys(erasedTables), ...Object.keys(untouchedTables), 'migration']
    expect(named.sort()).toEqual(tables.map(({ name }) => name))
  })

  test('every text, JSON or byte column of an erased table is set or stays', async () => {
    const unclassified = (await findTextColumns()).filter(({ schema, table, column, isComputed }) => {
      // The database makes it of the others, erased ones included.
      if (isComputed) return false
      const rule = schema === 'dino' ? erasedTables[table] : undefined
      if (!rule || rule.does === 'delete') return false
      const sets = rule.does === 'set' ? Object.keys(rule.sets) : rule.does === 'owner' ? rule.sets : []
      return ![...sets, ...(rule.stays ?? [])].includes(column)
    })
    expect(unclassified.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  })

  test('every erased table is part of the export of personal data, or excused there', () => {
    const exported = [...Object.keys(exportedClientTables), ...Object.keys(unexportedClientTables)]
    expect(Object.keys(erasedTables).filter((table) => !exported.includes(table))).toEqual([])
  })
})

const toHex = (text: string): string => Buffer.from(text, 'utf8').toString('hex')

/** Where one of the markers stands, in clear or as bytes. */
const findMarkers = async (): Promise<string[]> => {
  const found: string[] = []
  const markers = Object.values(personMarkers)
  const pattern = markers
    .flatMap((marker) => [marker.toLowerCase(), toHex(marker)])
    .join('|')
    .replace(/[+.]/g, '\\$&')
  for (const { schema, table, column } of await findTextColumns()) {
    const rows = await fixture.select(
      `select 1 from ${schema}."${table}" x where lower(to_jsonb(x."${column}")::text) ~ $1 limit 1`,
      [pattern],
    )
    if (rows.length > 0) found.push(`${schema}.${table}.${column}`)
  }
  return found
}

const rowsJsonSql = (rows: string) => `(select json_agg(x) from (${rows}) x)`
/** The books, and every total by month, product and manager. */
const readBooks = async () => {
  await fixture.t.owner.query('select dino.fold_totals()')
  const { differenceList } = await verifyLedger({ ...fixture.t, prefix: 'dino' }, undefined)
  const [totals] = await fixture.select(`select
    ${rowsJsonSql('select * from dino.total_month_product order by 1, 2, 3')} as months,
    ${rowsJsonSql('select * from dino.total_month_manager order by 1, 2, 3, 4')} as managers,
    ${rowsJsonSql('select * from dino.posting order by journal_id, line')} as postings,
    ${rowsJsonSql('select sum(capital) as capital, sum(balance) as balance, count(*) as clients from dino.client_list')} as sums`)
  return { differenceList, ...totals }
}

const verifyChain = async () =>
  (await verifyAudit('dino', { ownerUrl: fixture.t.ownerUrl, secret: fixture.t.secret, home: fixture.t.home }))
    .findingList

/** A client of whom every table says something, with a file in the store. */
const makeRichClient = async () => {
  const { name, surname, email, phone, identityNumber, bankNumber, note, fileName } = personMarkers
  const other = await fixture.makeClient()
  const client = await fixture.makeClient({
    name,
    surname,
    email,
    phone,
    identityNumber,
    bankAccounts: [bankNumber],
  })
  const { accountId, journalId } = await fixture.makeClosedAccount(client.id, '2015-05-05')
  await fixture.manager.call(addComment, {
    params: { entity: 'client', recordId: client.id },
    body: { body: `Nota ${note}`, mentions: [] },
  })
  await fixture.manager.call(addAttachment, {
    params: { entity: 'client', recordId: client.id },
    query: { fileName },
    content: new Blob([fileText], { type: 'application/octet-stream' }),
  } as never)
  const [{ id: fileId }] = (await fixture.select(
    `select id::text from dino.stored_file where entity = 'client' and entity_id = $1`,
    [client.id],
  )) as [{ id: string }]
  const ids = { clientId: client.id, otherId: other.id, accountId, journalId, fileId, userId: fixture.manager.userId }
  return { client, ids }
}

describe('an erased client', () => {
  test('leaves no word in any table or file, and books and audit unchanged', async () => {
    const { client, ids } = await makeRichClient()
    const { accountId, fileId } = ids
    await fixture.request(client.id)
    await fixture.fillRichly(ids)
    const before = await readBooks()
    expect(await verifyChain()).toEqual([])
    const texts = [personMarkers.email]
    const empty: string[] = []
    for (const table of Object.keys(erasedTables).filter((name) => erasedTables[name]!.does !== 'owner')) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} x where ${erasedRowsSql(table, client.id, texts)}`.execute(
        fixture.t.db,
      )
      if (rows[0]!.n === 0) empty.push(table)
    }
    // Of these the test has no row: they hold no words.
    expect(empty.sort()).toEqual([
      'client_contribution',
      'declared_relative',
      'handover_client',
      'maturity',
      'record_assignment',
      'record_tag',
      'withholding_part',
    ])
    await fixture.approve(await fixture.propose(client.id))

    expect(await findMarkers()).toEqual([])
    expect(await readBooks()).toEqual(before)
    expect(await verifyChain()).toEqual([])
    const path = join(fixture.t.home, 'files', fileId.slice(0, 2), fileId)
    expect(existsSync(path)).toBe(true)
    const [{ id: erasureId }] = (await fixture.select('select id::text from dino.client_erasure')) as [{ id: string }]
    const files = openFileStorage(fixture.t.home, secretBox(fixture.t.secret, fileEncryptionPurpose))
    for (let run = 0; run < 2; run += 1) await dropErasedFiles(fixture.t.db, files, erasureId)
    expect(existsSync(path)).toBe(false)

    const shown = await fixture.manager.call(getClient, { params: { clientId: client.id } })
    expect(shown).toMatchObject({ cvl: client.cvl, name: 'Cliente suprimido', surname: '', email: null })
    expect(shown.accounts).toMatchObject([{ id: accountId }])
    expect((await fixture.manager.call(listClients.page, { query: { search: 'Zenobia' } as never })).rows).toEqual([])
    expect(
      (await fixture.manager.call(listClients.page, { query: { cvl: client.cvl } })).rows.map(({ id }) => id),
    ).toEqual([client.id])
  })

  test('leaves the events of others whose records have the same number', async () => {
    const client = await fixture.makeClient()
    const other = await fixture.makeClient()
    const { accountId } = await fixture.makeClosedAccount(client.id, '2015-05-05')
    await fixture.request(client.id)
    await fixture.t.owner.query('set search_path = dino; set session_replication_role = replica')
    await fixture.t.owner.query(`
      insert into payment_order (id, kind, account_id, client_id, amount, state, requested_at, bank_account_id, idempotency_key, request_hash) overriding system value
        values (950, 'withdrawal', ${accountId}, ${client.id}, 5, 'canceled', now(), 1, 'clave-950', 'h');
      insert into approval (id, task, entity, entity_id, subject_client_id, params, payload, reason, state, made_by, expires_at, decided_by, decided_at, decision_reason)
        overriding system value values (950, 'payout', 'payout', 950, ${other.id}, '{}', '{}', 'Pago', 'rejected', 1, now(), 2, now(), 'No procede');
      insert into audit_event (action, entity, entity_id, after) values ('approval.proposed', 'approval', 950, '{"amount": "5.00"}')`)
    await fixture.t.owner.query('reset session_replication_role; reset search_path')
    await fixture.approve(await fixture.propose(client.id))
    expect(
      await fixture.select(`select after from dino.audit_event where entity = 'approval' and entity_id = 950`),
    ).toEqual([{ after: { amount: '5.00' } }])
  })

  test('shows an emptied row of the audit that no erasure names as altered', async () => {
    const [{ id }] = (await fixture.select(
      `select id::text from dino.audit_event where erasure_id is null and after is not null and action <> 'client.erased' order by id limit 1`,
    )) as [{ id: string }]
    await fixture.t.owner.query(
      `set session_replication_role = replica; update dino.audit_event set before = null, after = null, erasure_id = (select min(id) from dino.client_erasure) where id = ${id};
       reset session_replication_role`,
    )
    expect((await verifyChain()).map(({ what }) => what)).toEqual(['payload altered'])
  })
})

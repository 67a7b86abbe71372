import { type Kysely, sql } from 'kysely'
import type { ImportFault } from '#contract/imports/rows.ts'
import type { DB } from '#db/types.ts'
import type { ImportKindHandler, RowSubject } from './import-handler-types.ts'

/** One record of a file that can be read, and whom it names: an account by its number in plain letters and figures, a client by CVL or number. */
export type StagedRow = RowSubject & { line: number; key: string; hash: string; fields: object }

/** What is wrong with a record; `n` counts what is wrong with the same one. */
export type StagedFault = { line: number; n: number; field: string | null; fault: ImportFault; value: string | null }

/**
 * Makes the transaction's own tables of the rows that are being checked, `import_check`, and of what is wrong with others, `import_wrong`. The
 * first is analyzed as soon as it is full, so that every
 * statement over it is planned for as many rows as there are; those of a new import are unknown to the statistics of the table that keeps them.
 */
export const createStagingTables = async (tx: Kysely<DB>): Promise<void> => {
  await sql`set local work_mem = '64MB'`.execute(tx)
  await sql`
    create temporary table import_check (
      line integer not null, key text not null, hash text not null, account_id bigint, client_id bigint, known boolean not null default false, decision text,
      fields jsonb not null, word text, amount numeric, day date
    ) on commit drop`.execute(tx)
  await sql`
    create temporary table import_wrong (
      line integer not null, n smallint not null, field text, fault text not null, value text
    ) on commit drop`.execute(tx)
}

/** `faults`: a JSON array of StagedFault. */
export const insertStagedFaults = async (tx: Kysely<DB>, faults: string): Promise<void> => {
  await sql`
    insert into import_wrong select f.*
      from jsonb_to_recordset(${faults}::jsonb) as f (line integer, n smallint, field text, fault text, value text)`.execute(
    tx,
  )
}

/** Gives the planner the figures of a table that this transaction has filled. */
export const analyzeStagingTable = async (tx: Kysely<DB>): Promise<void> => {
  await sql`analyze import_check`.execute(tx)
}

/** `rows`: a JSON array of StagedRow. */
export const insertStagedRows = async (
  tx: Kysely<DB>,
  { word, amount, day }: ImportKindHandler['figures'],
  rows: string,
): Promise<void> => {
  await sql`
    with given as materialized (
      select g.line, g.key, g.hash, g.account, g."clientCvl" as client_cvl, g."clientNumber" as client_number, g.fields, g.decision
        from jsonb_to_recordset(${rows}::jsonb)
          as g (line integer, key text, hash text, account text, "clientCvl" text, "clientNumber" text, fields jsonb, decision text)
    ), named as (
      select n.account, (select case when count(*) = 1 then min(a.id) end from account a where plain_number(a.number) = n.account) as id
        from (select distinct account from given where account is not null) n
    ), people as (
      select n.client_cvl, n.client_number, (select case when count(*) = 1 then min(k.id) end from (
               select coalesce(c.merged_into_id, c.id) as id from client c where c.cvl = n.client_cvl
               union select coalesce(c.merged_into_id, c.id) from client c where c.identity_number = n.client_number) k) as id
        from (select distinct client_cvl, client_number from given where client_cvl is not null) n
    )
    insert into import_check (line, key, hash, account_id, client_id, fields, word, amount, day)
    select r.line, r.key, r.hash, n.id, p.id, r.fields, ${word}, ${amount}, ${day}
      from given r left join named n using (account) left join people p using (client_cvl, client_number)`.execute(tx)
}

/** Stages the rows that an import has kept, to be checked again. */
export const stageSavedRows = async (
  tx: Kysely<DB>,
  importId: string,
  { word, amount, day }: ImportKindHandler['figures'],
): Promise<void> => {
  await createStagingTables(tx)
  await sql`
    insert into import_check (line, key, hash, account_id, client_id, known, decision, fields, word, amount, day)
    select r.line, r.key, r.hash, r.account_id, r.client_id, r.known, r.decision, r.fields, ${word}, ${amount}, ${day}
      from mapped_import_row r where r.import_id = ${importId}`.execute(tx)
  await analyzeStagingTable(tx)
}

/** Keeps the staged rows as those of the import, instead of what it had. */
export const saveStagedRows = async (tx: Kysely<DB>, importId: string): Promise<void> => {
  await tx.deleteFrom('mappedImportRow').where('importId', '=', importId).execute()
  await sql`
    insert into mapped_import_row (import_id, line, key, hash, account_id, client_id, known, decision, fields)
    select ${importId}, line, key, hash, account_id, client_id, known, decision, fields from import_check order by line`.execute(
    tx,
  )
}

/** Adds the staged faults to those of the import. */
export const saveStagedFaults = async (tx: Kysely<DB>, importId: string): Promise<void> => {
  await sql`
    insert into mapped_import_fault (import_id, line, n, field, fault, value)
    select ${importId}, line, n, field, fault, value from import_wrong order by line, n`.execute(tx)
}

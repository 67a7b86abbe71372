import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ImportField, ImportKind } from '#contract/imports/fields.ts'
import type { ImportFault } from '#contract/imports/rows.ts'
import type { DB } from '#db/types.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { isAccountVisible } from './account-visibility.ts'
import type { ImportMaker, RowCheckContext } from './import-handler-types.ts'
import { importKindHandlers } from './import-kind-handlers.ts'

/** What a check has found of all rows together. */
export type ImportFigures = {
  sums: { word: string; rows: number; amount: string | null }[]
  accounts: number
  /** Rows that may be somebody who is there, whatever becomes of them. */
  duplicates: number
  fromDate: string | null
  toDate: string | null
}

export type ImportCheckTotals = { known: number; fresh: number; amount: string | null; figures: ImportFigures }

const writtenValueSql = (field: ImportField) => sql<string | null>`r.fields -> 'written' ->> ${field}::text`

const createRowRefuser = (tx: Kysely<DB>) => {
  const refuseRows = async (
    field: ImportField,
    fault: ImportFault,
    condition: RawBuilder<SqlBool>,
  ): Promise<number> => {
    const { numAffectedRows } = await sql`
      with gone as (
        delete from import_check r where ${condition} returning r.line, ${writtenValueSql(field)} as value
      )
      insert into import_wrong select line, 1, ${field}::text, ${fault}::text, left(value, 200) from gone`.execute(tx)
    return Number(numAffectedRows ?? 0)
  }
  return refuseRows
}

/**
 * Of rows that are the same one, the first stays; where they say different things, none can be told to be the right one. One pass over the
 * rows, however many share a key. Answers how many were refused.
 */
const refuseDuplicateRows = async (tx: Kysely<DB>, keyField: ImportField): Promise<number> => {
  const { numAffectedRows } = await sql`
    with compared as materialized (
      select line, min(line) over same as first, min(hash) over same <> max(hash) over same as differs
        from import_check window same as (partition by key)
    ), gone as (
      delete from import_check r using compared c where c.line = r.line and (c.differs or c.line > c.first)
      returning r.line, c.differs, case when c.differs then ${writtenValueSql(keyField)} else c.first::text end as value
    )
    insert into import_wrong
    select line, 1, ${keyField}::text, case when differs then 'differs' else 'repeated' end, left(value, 200) from gone`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

const sumFreshRows = async (tx: Kysely<DB>): Promise<ImportCheckTotals> => {
  const { rows } = await sql<ImportCheckTotals>`
    with fresh as materialized (
      select word, amount, day, coalesce(account_id, client_id) as subject_id from import_check where not known
    ), sums as (
      select word, count(*)::integer as rows, sum(amount)::numeric(18, 2) as amount from fresh group by word
    )
    select (select count(*)::integer from import_check where known) as known,
           (select count(*)::integer from fresh) as fresh, (select sum(amount)::numeric(18, 2) from fresh) as amount,
           jsonb_build_object(
             'sums', coalesce((select jsonb_agg(jsonb_build_object('word', word, 'rows', rows, 'amount', amount::text) order by word) from sums), '[]'),
             'accounts', (select count(distinct subject_id) from fresh),
             'duplicates', (select count(*) from import_check where jsonb_typeof(fields -> 'duplicate') = 'object'),
             'fromDate', (select min(day) from fresh), 'toDate', (select max(day) from fresh)) as figures`.execute(tx)
  return rows[0]!
}

/** `maker`: whose rights and limits count. Whom they don't see is as unknown as somebody who isn't there. */
type RowCheckParams = { kind: ImportKind; maker: ImportMaker }

/** Of the row `r`: it names nobody and nothing that its maker sees. */
const isUnseenSql = (tx: Kysely<DB>, field: ImportField, { scopes }: ImportMaker): RawBuilder<SqlBool> => {
  const seen =
    field === 'account'
      ? sql`select from account a where a.id = r.account_id and ${isAccountVisible({ db: tx, scopes })}`
      : sql`${selectVisibleClients({ db: tx, scopes })
          .where('c.clientId', '=', sql<string>`r.client_id`)
          .select(sql.lit(1).as('one'))}`
  return sql<SqlBool>`not exists (${seen})`
}

/**
 * Checks the staged rows of an import against each other and against the books as they are now: what can't be taken goes from the rows to the
 * faults. Answers what is left, and whether anything changed. Asked again before anything is done, since the books may have moved on.
 */
export const checkStagedRows = async (
  tx: Kysely<DB>,
  { kind, maker }: RowCheckParams,
): Promise<{ found: ImportCheckTotals; changed: boolean }> => {
  const refuseRows = createRowRefuser(tx)
  const { subjectField, keyField, prepare, known, check } = importKindHandlers[kind]
  let refused = 0
  const count = async (work: Promise<number>): Promise<number> => {
    const rows = await work
    refused += rows
    return rows
  }
  if (subjectField) {
    const fault = subjectField === 'account' ? 'account' : 'client'
    await count(refuseRows(subjectField, fault, isUnseenSql(tx, subjectField, maker)))
  }
  await count(refuseDuplicateRows(tx, keyField))
  await prepare?.(tx, maker)
  const { numAffectedRows } = await sql`
    update import_check r set known = not r.known where r.known <> coalesce(${known}, false)`.execute(tx)
  const refuse: RowCheckContext['refuse'] = (field, fault, condition) =>
    count(refuseRows(field, fault, sql`not r.known and (${condition})`))
  await check({ tx, businessDate: maker.businessDate, maker, refuse })
  return { found: await sumFreshRows(tx), changed: refused > 0 || Number(numAffectedRows) > 0 }
}

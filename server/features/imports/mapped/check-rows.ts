import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ImportField, ImportKind } from '#contract/imports/fields.ts'
import type { ImportFault } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import type { RowCheckContext } from './import-handler-types.ts'
import { importKindHandlers } from './import-kind-handlers.ts'

/** What a check has found of all rows together. */
export type ImportFigures = {
  sums: { word: string; rows: number; amount: string | null }[]
  accounts: number
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
const refuseDuplicateRows = async (tx: Kysely<DB>): Promise<number> => {
  const { numAffectedRows } = await sql`
    with compared as materialized (
      select line, min(line) over same as first, min(hash) over same <> max(hash) over same as differs
        from import_check window same as (partition by key)
    ), gone as (
      delete from import_check r using compared c where c.line = r.line and (c.differs or c.line > c.first)
      returning r.line, c.differs, case when c.differs then ${writtenValueSql('reference')} else c.first::text end as value
    )
    insert into import_wrong
    select line, 1, 'reference', case when differs then 'differs' else 'repeated' end, left(value, 200) from gone`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

const sumFreshRows = async (tx: Kysely<DB>): Promise<ImportCheckTotals> => {
  const { rows } = await sql<ImportCheckTotals>`
    with fresh as materialized (
      select word, amount, day, account_id from import_check where not known
    ), sums as (
      select word, count(*)::integer as rows, sum(amount)::numeric(18, 2) as amount from fresh group by word
    )
    select (select count(*)::integer from import_check where known) as known,
           (select count(*)::integer from fresh) as fresh, (select sum(amount)::numeric(18, 2) from fresh) as amount,
           jsonb_build_object(
             'sums', coalesce((select jsonb_agg(jsonb_build_object('word', word, 'rows', rows, 'amount', amount::text) order by word) from sums), '[]'),
             'accounts', (select count(distinct account_id) from fresh),
             'fromDate', (select min(day) from fresh), 'toDate', (select max(day) from fresh)) as figures`.execute(tx)
  return rows[0]!
}

/** `seen`: whether its maker sees the account `a`. Any other is as unknown as one that isn't there. */
type RowCheckParams = { kind: ImportKind; businessDate: string; seen: RawBuilder<SqlBool> }

/**
 * Checks the staged rows of an import against each other and against the books as they are now: what can't be taken goes from the rows to the
 * faults. Answers what is left, and whether anything changed. Asked again before anything is done, since the books may have moved on.
 */
export const checkStagedRows = async (
  tx: Kysely<DB>,
  { kind, businessDate, seen }: RowCheckParams,
): Promise<{ found: ImportCheckTotals; changed: boolean }> => {
  const refuseRows = createRowRefuser(tx)
  let refused = 0
  const count = async (work: Promise<number>): Promise<number> => {
    const rows = await work
    refused += rows
    return rows
  }
  const isUnseen = sql<SqlBool>`not exists (select from account a where a.id = r.account_id and ${seen})`
  await count(refuseRows('account', 'account', isUnseen))
  await count(refuseDuplicateRows(tx))
  await importKindHandlers[kind].prepare?.(tx)
  const { numAffectedRows } = await sql`
    update import_check r set known = not r.known where r.known <> (${importKindHandlers[kind].known})`.execute(tx)
  const refuse: RowCheckContext['refuse'] = (field, fault, condition) =>
    count(refuseRows(field, fault, sql`not r.known and (${condition})`))
  await importKindHandlers[kind].check({ tx, businessDate, refuse })
  return { found: await sumFreshRows(tx), changed: refused > 0 || Number(numAffectedRows) > 0 }
}

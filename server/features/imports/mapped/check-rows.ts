import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ImportField, ImportKind } from '#contract/import-fields.ts'
import type { ImportFault } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import type { Checking } from './kind.ts'
import { kinds } from './kinds.ts'

/** What a check has found of all rows together. */
export type Figures = {
  sums: { word: string; rows: number; amount: string | null }[]
  accounts: number
  fromDate: string | null
  toDate: string | null
}

export type Found = { known: number; fresh: number; amount: string | null; figures: Figures }

const refusing = (tx: Kysely<DB>, importId: string) => {
  const take = async (
    field: ImportField,
    fault: ImportFault,
    condition: RawBuilder<SqlBool>,
    value: RawBuilder<unknown> = sql`r.fields -> 'written' ->> ${field}::text`,
  ): Promise<number> => {
    const { numAffectedRows } = await sql`
      with gone as (
        delete from mapped_import_row r where r.import_id = ${importId} and (${condition}) returning r.line, ${value} as value
      )
      insert into mapped_import_fault (import_id, line, n, field, fault, value)
      select ${importId}, line, 1, ${field}::text, ${fault}::text, left(value, 200) from gone`.execute(tx)
    return Number(numAffectedRows ?? 0)
  }
  return take
}

/** Of rows that are the same one, the first stays; where they say different things, none can be told to be the right one. */
const refuseRepeated = async (take: ReturnType<typeof refusing>, importId: string): Promise<void> => {
  const lines = (of: RawBuilder<unknown>, which: RawBuilder<SqlBool>) => sql<SqlBool>`r.line in (
    select d.line from (select o.line, ${of} from mapped_import_row o where o.import_id = ${importId}) d where ${which})`
  const isOther = sql`min(o.hash) over (partition by o.key) <> max(o.hash) over (partition by o.key) as differs`
  await take('reference', 'differs', lines(isOther, sql`d.differs`))
  const first = sql`select min(o.line) from mapped_import_row o where o.import_id = ${importId} and o.key = r.key`
  const isLater = sql`row_number() over (partition by o.key order by o.line) > 1 as later`
  await take('reference', 'repeated', lines(isLater, sql`d.later`), sql`(${first})::text`)
}

const sumUp = async (tx: Kysely<DB>, importId: string, kind: ImportKind): Promise<Found> => {
  const { word, amount, day } = kinds[kind].figures
  const { rows } = await sql<{ known: number; fresh: number; amount: string | null; figures: Figures }>`
    with fresh as materialized (
      select ${word} as word, ${amount} as amount, ${day} as day, r.account_id from mapped_import_row r where r.import_id = ${importId} and not r.known
    ), sums as (
      select word, count(*)::integer as rows, sum(amount)::numeric(18, 2) as amount from fresh group by word
    )
    select (select count(*)::integer from mapped_import_row r where r.import_id = ${importId} and r.known) as known,
           (select count(*)::integer from fresh) as fresh, (select sum(amount)::numeric(18, 2) from fresh) as amount,
           jsonb_build_object(
             'sums', coalesce((select jsonb_agg(jsonb_build_object('word', word, 'rows', rows, 'amount', amount::text) order by word) from sums), '[]'),
             'accounts', (select count(distinct account_id) from fresh),
             'fromDate', (select min(day) from fresh), 'toDate', (select max(day) from fresh)) as figures`.execute(tx)
  return rows[0]!
}

/** `seen`: whether its maker sees the account `a`. Any other is as unknown as one that isn't there. */
type Checked = { importId: string; kind: ImportKind; businessDate: string; seen: RawBuilder<SqlBool> }

/**
 * Checks the rows of an import against each other and against the books as they are now: what can't be taken goes from the rows to the faults.
 * Answers what is left. Asked again before anything is done, since the books may have moved on.
 */
export const checkRows = async (tx: Kysely<DB>, { importId, kind, businessDate, seen }: Checked): Promise<Found> => {
  const take = refusing(tx, importId)
  await take('account', 'account', sql`not exists (select from account a where a.id = r.account_id and ${seen})`)
  await refuseRepeated(take, importId)
  await sql`update mapped_import_row r set known = not r.known where r.import_id = ${importId} and r.known <> (${kinds[kind].known})`.execute(
    tx,
  )
  const checking: Checking = {
    ...{ tx, importId, businessDate },
    refuse: (field, fault, condition) => take(field, fault, sql`not r.known and (${condition})`),
  }
  await kinds[kind].check(checking)
  return sumUp(tx, importId, kind)
}

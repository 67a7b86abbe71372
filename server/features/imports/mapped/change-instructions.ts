import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ImportRunContext, ImportUndoContext, UndoObstacle } from './import-handler-types.ts'
import { saveStagedRows } from './staged-rows.ts'

type MaturityInstructionState = { instruction: string | null; productId: string | null }
type ChangedInstruction = {
  accountId: string
  line: number
  before: MaturityInstructionState
  after: MaturityInstructionState
  takesAll?: boolean
}

const auditBatchSize = 500

const auditInstructionChanges = async (
  tx: Kysely<DB>,
  importId: string,
  changed: readonly ChangedInstruction[],
): Promise<void> => {
  for (let from = 0; from < changed.length; from += auditBatchSize)
    await recordAuditEvents(
      tx,
      null,
      changed.slice(from, from + auditBatchSize).map(({ accountId, before, after, takesAll }) => ({
        action: 'maturity.instructed',
        entity: 'account',
        entityId: accountId,
        before,
        after: { ...after, import: importId, ...(takesAll && { allSigned: true }) },
      })),
    )
}

const buildInstructionSql = (alias: string) =>
  sql.raw(`jsonb_build_object('instruction', ${alias}.instruction, 'productId', ${alias}.transfer_product_id::text)`)

/** The row doesn't say that all holders have signed. */
export const isUnsignedSql = (row: 'r' | 'o') => sql<boolean>`${sql.ref(`${row}.fields`)} ->> 'allSigned' is null`

/** Tells the accounts of the fresh rows of the stage what becomes of them; each row keeps what had been said before. */
export const changeInstructions = async ({ tx, importId, progress }: ImportRunContext): Promise<void> => {
  const { rows } = await sql<ChangedInstruction & { isUnsigned: boolean }>`
    with old as materialized (
      select a.id, a.instruction, a.transfer_product_id, a.signature = 'all' as takes_all, r.line, r.fields
        from import_check r join account a on a.id = r.account_id
       where not r.known order by a.id for no key update of a
    ), changed as (
      update account a set instruction = (o.fields ->> 'instruction')::maturity_instruction,
             transfer_product_id = (select p.id from product p where upper(p.code) = upper(o.fields ->> 'product'))
        from old o where a.id = o.id returning a.id, a.instruction, a.transfer_product_id
    ), kept as (
      update import_check r set fields = r.fields || jsonb_build_object('before', ${buildInstructionSql('o')}, 'after', ${buildInstructionSql('c')})
        from old o join changed c on c.id = o.id where r.line = o.line
    )
    select o.id::text as "accountId", o.line, o.takes_all as "takesAll", ${isUnsignedSql('o')} as "isUnsigned", ${buildInstructionSql('o')} as before, ${buildInstructionSql('c')} as after from old o join changed c on c.id = o.id order by o.line`.execute(
    tx,
  )
  // Whose signatures an account takes may have changed since its row was checked, a moment ago.
  if (rows.some(({ takesAll, isUnsigned: isMissing }) => takesAll && isMissing)) throw buildRefusal('import.booksMoved')
  await saveStagedRows(tx, importId)
  await auditInstructionChanges(tx, importId, rows)
  await progress(rows.length)
}

/** Throws where somebody has said something else since, or it is too late. */
export const assertInstructionsRestorable = async ({
  tx,
  importId,
  businessDate,
}: ImportUndoContext): Promise<UndoObstacle[]> => {
  const { rows } = await sql<{ number: string; changed: boolean }>`
    select a.number, (${buildInstructionSql('a')} is distinct from r.fields -> 'after') as changed
      from mapped_import_row r join account a on a.id = r.account_id
     where r.import_id = ${importId} and not r.known
       and (${buildInstructionSql('a')} is distinct from r.fields -> 'after' or a.status <> 'active' or a.expires_on <= ${businessDate}::date)
     order by r.line limit 1`.execute(tx)
  if (rows[0])
    throw buildRefusal(rows[0].changed ? 'conflict.changed' : 'maturity.tooLate', {
      fields: { account: rows[0].number },
    })
  return []
}

/** Gives the accounts back what had been said before. */
export const restorePreviousInstructions = async (undoContext: ImportUndoContext): Promise<void> => {
  const { tx, importId } = undoContext
  await assertInstructionsRestorable(undoContext)
  const { rows: changed } = await sql<ChangedInstruction>`
    with restored as (
      update account a set instruction = (r.fields -> 'before' ->> 'instruction')::maturity_instruction,
             transfer_product_id = (r.fields -> 'before' ->> 'productId')::bigint
        from mapped_import_row r where r.import_id = ${importId} and not r.known and a.id = r.account_id
      returning a.id, r.line, r.fields
    )
    select id::text as "accountId", line, fields -> 'after' as before, fields -> 'before' as after from restored order by line`.execute(
    tx,
  )
  await auditInstructionChanges(tx, importId, changed)
}

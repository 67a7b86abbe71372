import { sql } from 'kysely'
import { buildRefusal } from '#server/core/errors.ts'
import type { ImportUndoContext, UndoObstacle } from './import-handler-types.ts'
import { refreshAccountHolderRows } from './refresh-client-rows.ts'

/** The journals of an import that nobody has taken back yet, with the account of each. */
const selectUnreversedJournals = (importId: string) => sql`
  select j.id, r.account_id, (r.fields ->> 'amount')::numeric as amount
    from mapped_import_row r
    join journal j on j.idempotency_key = 'import:' || ${importId} || ':' || r.line
   where r.import_id = ${importId} and not r.known and not exists (select from journal v where v.reverses_id = j.id)`

/** Throws where an account is over, or its money gone or held, or today is in a month that is closed. The accounts are locked. */
export const assertRowsUndoable = async ({
  tx,
  importId,
  businessDate,
}: ImportUndoContext): Promise<UndoObstacle[]> => {
  const { rows: accounts } = await sql<{ number: string; active: boolean; covered: boolean }>`
    with moved as (select account_id, sum(amount) as amount from (${selectUnreversedJournals(importId)}) s group by account_id)
    select a.number, a.status = 'active' as active,
           b.may_be_negative or b.balance - b.reserved - m.amount >= 0 or m.amount <= 0 as covered
      from moved m join account a on a.id = m.account_id join account_balance b on b.account_id = a.id
     order by a.id for no key update of a`.execute(tx)
  const over = accounts.find(({ active }) => !active)
  if (over) throw buildRefusal('account.notActive', { fields: { account: over.number } })
  const short = accounts.find(({ covered }) => !covered)
  if (short) throw buildRefusal('account.overdrawn', { fields: { account: short.number } })
  const closed = await sql`select from ledger_period where closed_through >= ${businessDate}::date`.execute(tx)
  if (closed.rows.length > 0) throw buildRefusal('ledger.monthClosed')
  return []
}

/** Takes back what was posted: booked today, on the same lines, from its own value dates. All of it or nothing. */
export const undoImportRows = async (undoContext: ImportUndoContext): Promise<void> => {
  const { tx, importId, businessDate, userId } = undoContext
  await assertRowsUndoable(undoContext)
  await sql`
    select reverse_journals(array(select s.id from (${selectUnreversedJournals(importId)}) s order by s.id), ${businessDate}::date, ${userId}::bigint)`.execute(
    tx,
  )
  await refreshAccountHolderRows(tx, importId)
}

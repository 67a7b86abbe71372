import { sql } from 'kysely'
import { recordAuditEvents } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ImportUndoContext, UndoObstacle } from '../mapped/import-handler-types.ts'
import { refreshAccountHolderRows } from '../mapped/refresh-client-rows.ts'

/** What an account is written with; what its money does is looked at by its journals. */
const ownTables = ['account_balance', 'account_holder', 'account_terms', 'posting'] as const
const batchSize = 500

/**
 * Accounts that are over or were changed, and those on which something hangs: another movement, an order to pay, a change that waits, whatever
 * refers to them.
 */
export const findAccountObstacles = async ({ tx, importId }: ImportUndoContext): Promise<UndoObstacle[]> => {
  const { rows } = await sql<UndoObstacle>`
    with written as materialized (
      select r.line, r.account_id from mapped_import_row r where r.import_id = ${importId} and not r.known
    ), hanging as (
      select d.id, min(d.dependent) as dependent
        from find_dependent_rows('account', 'account', array(select w.account_id from written w), ${[...ownTables]}::text[]) d group by d.id
    ), moved as (
      select distinct w.account_id from written w join posting p on p.account_id = w.account_id
        join journal j on j.id = p.journal_id where j.idempotency_key <> 'import:' || ${importId} || ':' || w.line
    )
    select w.line, case when a.status <> 'active' or a.version > 1 then 'changedSince' else 'hangs' end as fault,
           coalesce(h.dependent, case when m.account_id is not null then 'journal' end, a.number) as value
      from written w
      join account a on a.id = w.account_id
      left join hanging h on h.id = w.account_id
      left join moved m on m.account_id = w.account_id
     where a.status <> 'active' or a.version > 1 or h.id is not null or m.account_id is not null
     order by w.line limit 1000`.execute(tx)
  return rows
}

/**
 * Takes the balances back, today and from their own value dates, and ends the accounts. A ledger forgets nothing, so they stay as canceled ones;
 * their numbers are free for the next file. All or nothing.
 */
export const undoAccounts = async (undoContext: ImportUndoContext): Promise<void> => {
  const { tx, importId, businessDate, userId } = undoContext
  await sql`
    select from account a where a.id in (select r.account_id from mapped_import_row r where r.import_id = ${importId} and not r.known)
     order by a.id for update of a`.execute(tx)
  if ((await findAccountObstacles(undoContext)).length > 0) throw buildRefusal('import.undoBlocked')
  const closed = await sql`select from ledger_period where closed_through >= ${businessDate}::date`.execute(tx)
  if (closed.rows.length > 0) throw buildRefusal('ledger.monthClosed')
  await sql`
    select reverse_journals(array(
      select j.id from mapped_import_row r join journal j on j.idempotency_key = 'import:' || ${importId} || ':' || r.line
       where r.import_id = ${importId} and not r.known order by j.id), ${businessDate}::date, ${userId}::bigint)`.execute(
    tx,
  )
  const { rows: ended } = await sql<{ id: string; number: string }>`
    update account a
       set status = 'canceled', closed_on = ${businessDate}::date, close_reason = left(i.file_name, 400) || ' (' || i.id || ')', number = left(a.number, 20) || '-X' || a.id,
           version = a.version + 1
      from mapped_import_row r join mapped_import i on i.id = r.import_id
     where r.import_id = ${importId} and not r.known and a.id = r.account_id
    returning a.id::text as id, a.number`.execute(tx)
  await refreshAccountHolderRows(tx, importId)
  for (let from = 0; from < ended.length; from += batchSize)
    await recordAuditEvents(
      tx,
      null,
      ended.slice(from, from + batchSize).map(({ id, number }) => ({
        action: 'account.importUndone',
        entity: 'account',
        entityId: id,
        before: { status: 'active' },
        after: { status: 'canceled', number, import: importId },
      })),
    )
}

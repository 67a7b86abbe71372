/** What stands in erased columns, by the names that rules of tables use, and why an erasure passes a table by. */

/** What stands where something has to. */
export const erasedText = '---'

export const blank = `'${erasedText}'`

/** A value that was there, where the table wants one. */
export const blankIfSet = (column: string) => `case when x.${column} is not null then ${blank} end`

/** Whoever erases, as the one who removes what is still there. */
const doerSql = '(select e.done_by from client_erasure e where e.transaction = pg_current_xact_id())'
export const removed = { removed_at: 'coalesce(x.removed_at, now())', removed_by: `coalesce(x.removed_by, ${doerSql})` }

export const noRequest = { idempotency_key: 'null', request_hash: 'null' }

export const idsAndAmountsOnly = 'ids, days, amounts and states alone'
export const sumsOfManyClients = 'figures of many clients together'
export const staffOnly = 'members of staff and what they may do'
export const firmOnly = 'rules, texts and reference data of the firm'

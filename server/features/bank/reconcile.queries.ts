import { sql } from 'kysely'
import type { getStatementReconciliation } from '#contract/bank.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { accountingCurrency } from '#contract/core/tenants.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { pendingEntryApprovalSql } from '#server/domain/entry-approval.ts'

type ReconciliationRow = ResponseBody<typeof getStatementReconciliation>['rows'][number]

/** So many rows are told one by one. */
const maxReconciliationRows = 500

/** The end of a statement, and the day before the bank's first one: what came earlier nobody compares line by line. */
const findStatementDates = async ({ db }: Ctx, statementId: string) => {
  const found = await db
    .selectFrom('bankStatement as s')
    .where('s.id', '=', statementId)
    .select(['s.toDate as on', 's.currency'])
    .select(sql<string>`(select min(from_date) from bank_statement where currency = ${accountingCurrency})`.as('start'))
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  if (found.currency !== accountingCurrency) throw buildRefusal('statement.otherCurrency')
  return found
}

type ReconciliationSums = { bank: string; books: string; before: string; gap: string }

/**
 * The bank: the newest statement of each account by that day. The books: their bank ledger on it. `before`: what bank and books differed by
 * when the first statement began. `gap`: what the bank's balances say beyond its lines.
 */
const findReconciliationSums = async (
  { db }: Ctx,
  { on, start }: { on: string; start: string },
): Promise<ReconciliationSums> => {
  const { rows } = await sql<ReconciliationSums>`
    with first as (select distinct on (bank_account_id) bank_account_id, opening from bank_statement where to_date <= ${on}::date
                    and currency = ${accountingCurrency} order by bank_account_id, from_date, id),
         last as (select distinct on (bank_account_id) bank_account_id, closing from bank_statement where to_date <= ${on}::date
                   and currency = ${accountingCurrency} order by bank_account_id, to_date desc, id desc),
         shown as (select distinct e.id, e.amount from bank_entry e join bank_statement_line l on l.entry_id = e.id
                     join bank_statement s on s.id = l.statement_id where s.to_date <= ${on}::date and s.currency = ${accountingCurrency}),
         books as (select (select coalesce(sum(debit - credit), 0) from ledger_sums('-infinity', ${on}::date, 1)) as now,
                          (select coalesce(sum(debit - credit), 0) from ledger_sums('-infinity', least(${start}::date - 1, ${on}::date), 1)) as before),
         linked as (select coalesce(sum(p.amount), 0) as before from shown e join bank_entry_journal l on l.entry_id = e.id
                      join posting p on p.journal_id = l.journal_id and p.ledger = ${sql.lit(ledgers.bank)} where p.booking_date < ${start}::date),
         bank as (select coalesce(sum(closing), 0) as now from last),
         opening as (select coalesce(sum(opening), 0) as sum from first),
         moved as (select coalesce(sum(amount), 0) as sum from shown)
    select bank.now::numeric(18, 2) as bank, books.now::numeric(18, 2) as books,
           (opening.sum - books.before + linked.before)::numeric(18, 2) as before,
           (bank.now - opening.sum - moved.sum)::numeric(18, 2) as gap
      from bank, books, linked, opening, moved`.execute(db)
  return rows[0]!
}

/** Lines of the bank that the books don't have by that day, and journals of the bank's ledger that the bank doesn't show. */
const findReconciliationRows = async ({ db }: Ctx, { on, start, now }: { on: string; start: string; now: number }) => {
  const { rows } = await sql<ReconciliationRow & { all: number }>`
    with shown as (select distinct e.id, e.booking_date, e.amount, e.counterparty_name, e.remittance, e.state = 'other' as open
                     from bank_entry e join bank_statement_line l on l.entry_id = e.id join bank_statement s on s.id = l.statement_id
                    where s.to_date <= ${on}::date and s.currency = ${accountingCurrency}),
         entries as (
           select 'entry' as kind, e.id, e.booking_date as date, coalesce(nullif(e.counterparty_name, ''), e.remittance) as text, e.open,
                  e.amount - coalesce((select sum(p.amount) from bank_entry_journal l join posting p on p.journal_id = l.journal_id and p.ledger = ${sql.lit(ledgers.bank)}
                                        where l.entry_id = e.id and p.booking_date <= ${on}::date), 0) as amount
             from shown e),
         journals as (
           select 'journal' as kind, j.id, j.booking_date as date, coalesce(j.description, j.kind::text) as text, false as open, -sum(p.amount) as amount
             from journal j join posting p on p.journal_id = j.id and p.ledger = ${sql.lit(ledgers.bank)}
            where j.booking_date between ${start}::date and ${on}::date
              and not exists (select from bank_entry_journal l join shown e on e.id = l.entry_id where l.journal_id = j.id)
              and not exists (select from journal r where r.booking_date between ${start}::date and ${on}::date
                                 and (r.reverses_id = j.id or r.id = j.reverses_id)
                                 and not exists (select from bank_entry_journal l where l.journal_id = r.id))
            group by j.id),
         all_rows as (select * from entries where amount <> 0 union all select * from journals where amount <> 0)
    select r.kind, r.id::text, r.date::text, r.text, r.amount::numeric(18, 2)::text, r.open and w.id is null as open, w.id as "approvalId", r."all"
      from (select *, count(*) over ()::int as "all" from all_rows order by abs(amount) desc, kind, id limit ${sql.lit(maxReconciliationRows)}) r
      left join lateral (select ${pendingEntryApprovalSql(sql`r.id`, now)} as id where r.open) w on true
     order by abs(r.amount) desc, r.kind, r.id`.execute(db)
  return { rows: rows.map(({ all, ...row }) => row), all: rows[0]?.all ?? 0 }
}

/** Bank beside books at the end of a statement. The rows add up to the difference. */
export const reconcileStatement = async (
  ctx: Ctx,
  { params: { statementId } }: ParsedRequest<typeof getStatementReconciliation>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof getStatementReconciliation>> => {
  const span = await findStatementDates(ctx, statementId)
  const { bank, books, before, gap } = await findReconciliationSums(ctx, span)
  const { rows, all } = await findReconciliationRows(ctx, { ...span, now: deps.clock() })
  const single = (kind: 'before' | 'gap', amount: string): ReconciliationRow[] =>
    /[1-9]/.test(amount) ? [{ kind, id: null, date: null, text: '', amount, open: false, approvalId: null }] : []
  const reconciliationRows = [...single('before', before), ...single('gap', gap), ...rows]
  return {
    on: span.on,
    bank,
    books,
    difference: centsToAmount(toCents(bank) - toCents(books)),
    rows: reconciliationRows,
    more: all - rows.length,
  }
}

import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import {
  type BankEntryDetail,
  type findReceiptAccounts,
  type getBankEntry,
  type getBankStatement,
  type listBankStatements,
  type listReceipts,
  type listStatementEntries,
  type ReceiptRow,
  receiptStates,
} from '#contract/bank.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { toSearchNumber, toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql, userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findAccountsByText } from '#server/domain/account-search.ts'
import { pendingEntryApprovalSql } from '#server/domain/entry-approval.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

type StatementFilters = ParsedRequest<typeof listBankStatements.count>['query']
type EntryFilters = ParsedRequest<typeof listStatementEntries.count>['query']
type ReceiptFilters = ParsedRequest<typeof listReceipts.count>['query']

export const statementSorts: Record<(typeof listBankStatements.sortable)[number], string> = {
  toDate: 's.to_date',
  uploadedAt: 's.uploaded_at',
}
export const receiptSorts: Record<(typeof listReceipts.sortable)[number], string> = {
  bookingDate: 'e.booking_date',
  amount: 'e.amount',
}
export const entrySorts: Record<(typeof listStatementEntries.sortable)[number], string> = {
  line: 'l.line',
  amount: 'e.amount',
}

const queryMatchingStatements = (ctx: Ctx, { bankAccount, from, to }: StatementFilters) =>
  ctx.db
    .selectFrom('bankStatement as s')
    .innerJoin('bankAccount as b', 'b.id', 's.bankAccountId')
    .$if(!!bankAccount, (rows) => rows.where('s.bankAccountId', '=', bankAccount!))
    .$if(!!from, (rows) => rows.where('s.toDate', '>=', from!))
    .$if(!!to, (rows) => rows.where('s.fromDate', '<=', to!))

const countLinesSql = (state?: string) =>
  sql<number>`(select count(*)::int from bank_statement_line l join bank_entry e on e.id = l.entry_id
    where l.statement_id = s.id ${state ? sql`and e.state = ${sql.lit(state)}` : sql``})`
export const selectStatements = (ctx: Ctx, filters: StatementFilters) =>
  queryMatchingStatements(ctx, filters)
    .select(['s.id', 'b.number as bankAccount', 's.format', 's.reference', 's.fromDate', 's.toDate', 's.opening'])
    .select([
      's.currency',
      's.closing',
      countLinesSql().as('entries'),
      countLinesSql('waiting').as('waiting'),
      's.uploadedAt',
    ])
    .select(userNameSql('s.uploadedBy').as('uploaderName'))

/** For a file: the moment on the clock of the firm. */
export const selectStatementsForFile = (ctx: Ctx, filters: StatementFilters) =>
  queryMatchingStatements(ctx, filters)
    .select(['s.toDate', 'b.number as bankAccount', 's.format', 's.reference', 's.currency', 's.opening', 's.closing'])
    .select([countLinesSql().as('entries'), countLinesSql('waiting').as('waiting')])
    .select(formatLocalTimeSql(ctx, 's.uploaded_at').as('uploadedAt'))

export const countStatements = (ctx: Ctx, filters: StatementFilters) =>
  queryMatchingStatements(ctx, filters).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()

/** One statement; 404 where there is none. */
export const findStatement = async (
  ctx: Ctx,
  { params: { statementId } }: ParsedRequest<typeof getBankStatement>,
): Promise<ResponseBody<typeof getBankStatement>> => {
  const found = await selectStatements(ctx, {})
    .where('s.id', '=', statementId)
    .select([
      's.fileName',
      sql<ResponseBody<typeof getBankStatement>['states']>`(select coalesce(jsonb_object_agg(g.state, g.n), '{}') from (
        select e.state, count(*)::int as n from bank_statement_line l join bank_entry e on e.id = l.entry_id
         where l.statement_id = s.id group by e.state) g)`.as('states'),
    ])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

/** Every word somewhere in what the bank says of the line `e`; an amount as it is written, too. */
const matchesLineText = (search: string) => {
  const words = toSearchText(search).split(' ').filter(Boolean)
  const text = sql`lower(concat_ws(' ', e.counterparty_name, e.counterparty_number, e.remittance, e.reference, e.amount))`
  const like = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(${sql.join(
    (words.length > 0 ? words : ['']).map(
      (word) => sql`(${text} like ${like(word)} or ${text} like ${like(toSearchNumber(word) || word)})`,
    ),
    sql` and `,
  )})`
}

type StatementParams = { statementId: string }
type StatementRequest = { params: StatementParams }

const queryMatchingEntries = (ctx: Ctx, { search, state }: EntryFilters, { statementId }: StatementParams) =>
  ctx.db
    .selectFrom('bankStatementLine as l')
    .innerJoin('bankEntry as e', 'e.id', 'l.entryId')
    .where('l.statementId', '=', statementId)
    .$if(!!state, (rows) => rows.where('e.state', 'in', state!))
    .$if(!!search, (rows) => rows.where(matchesLineText(search!)))

/** What a line of the bank says, for the screen and for files alike. */
const bankEntryColumns = [
  'e.id',
  'e.bookingDate',
  'e.valueDate',
  'e.amount',
  'e.counterpartyName',
  'e.counterpartyNumber',
  'e.remittance',
  'e.reference',
  'e.state',
] as const

export const selectEntries = (ctx: Ctx, filters: EntryFilters, { params }: StatementRequest) =>
  queryMatchingEntries(ctx, filters, params)
    .leftJoin('account as a', 'a.id', 'e.accountId')
    .leftJoin('client', 'client.id', 'a.clientId')
    .select([...bankEntryColumns, 'e.currency', 'l.known', 'e.accountId', 'a.clientId', 'a.number as accountNumber'])
    .select(sql<string | null>`case when client.id is not null then ${fullNameSql('client')} end`.as('clientName'))

const countAndSumColumns = [
  sql<number>`count(*)::int`.as('total'),
  sql<string>`coalesce(sum(e.amount), 0)::numeric(18, 2)`.as('amount'),
] as const

/** What came in and what went out, apart: a statement has both. */
export const countEntries = (ctx: Ctx, filters: EntryFilters, { params }: StatementRequest) =>
  queryMatchingEntries(ctx, filters, params)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(e.amount) filter (where e.amount > 0), 0)::numeric(18, 2)`.as('moneyIn'),
      sql<string>`coalesce(sum(e.amount) filter (where e.amount < 0), 0)::numeric(18, 2)`.as('moneyOut'),
    ])
    .executeTakeFirstOrThrow()

const queryMatchingReceipts = (ctx: Ctx, { search, state, proposed, from, to }: ReceiptFilters) =>
  ctx.db
    .selectFrom('bankEntry as e')
    .where('e.state', 'in', state ?? [...receiptStates])
    .$if(proposed === 'true', (rows) => rows.where('e.proposedAccountId', 'is not', null))
    .$if(proposed === 'false', (rows) => rows.where('e.proposedAccountId', 'is', null))
    .$if(!!from, (rows) => rows.where('e.bookingDate', '>=', from!))
    .$if(!!to, (rows) => rows.where('e.bookingDate', '<=', to!))
    .$if(!!search, (rows) => rows.where(matchesLineText(search!)))

/** What has no owner yet. */
export const selectReceipts = (ctx: Ctx, filters: ReceiptFilters) =>
  queryMatchingReceipts(ctx, filters)
    .leftJoin('account as a', 'a.id', 'e.proposedAccountId')
    .leftJoin('client', 'client.id', 'a.clientId')
    .select([
      ...bankEntryColumns,
      'e.proposedAccountId',
      'e.proposedOrderId as proposedPaymentId',
      'a.clientId as proposedClientId',
      'a.number as proposedNumber',
    ])
    .select([
      sql<string | null>`case when client.id is not null then ${fullNameSql('client')} end`.as('proposedClientName'),
      sql<ReceiptRow['proposedBy']>`e.proposed_by`.as('proposedBy'),
      'e.bar',
      'e.reason',
      sql<string>`(select min(l.statement_id) from bank_statement_line l where l.entry_id = e.id)`.as('statementId'),
    ])

export const countReceipts = (ctx: Ctx, filters: ReceiptFilters) =>
  queryMatchingReceipts(ctx, filters)
    .select([...countAndSumColumns])
    .executeTakeFirstOrThrow()

/** One line of the bank; 404 where there is none. */
export const findBankEntry = async (
  ctx: Ctx,
  { params: { entryId } }: ParsedRequest<typeof getBankEntry>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof getBankEntry>> => {
  const found = await ctx.db
    .selectFrom('bankEntry as e')
    .innerJoin('bankAccount as k', 'k.id', 'e.bankAccountId')
    .leftJoin('account as a', 'a.id', 'e.accountId')
    .leftJoin('client', 'client.id', 'a.clientId')
    .leftJoin('account as b', 'b.id', 'e.proposedAccountId')
    .leftJoin('client as m', 'm.id', 'b.clientId')
    .where('e.id', '=', entryId)
    .select([...bankEntryColumns, 'e.currency', 'e.endToEnd', 'e.bar', 'e.reason', 'k.number as bankAccount'])
    .select(['e.accountId', 'a.clientId', 'a.number as accountNumber'])
    .select(['e.proposedOrderId as proposedPaymentId'])
    .select(['e.proposedAccountId', 'b.clientId as proposedClientId', 'b.number as proposedNumber'])
    .select((eb) => [
      sql<string | null>`case when client.id is not null then ${fullNameSql('client')} end`.as('clientName'),
      sql<string | null>`case when m.id is not null then ${fullNameSql<string | null>('m')} end`.as(
        'proposedClientName',
      ),
      sql<ReceiptRow['proposedBy']>`e.proposed_by`.as('proposedBy'),
      sql<boolean | null>`case when e.state = 'noted' then not exists (
        select from bank_entry_journal k join unconfirmed_contribution u on u.journal_id = k.journal_id where k.entry_id = e.id) end`.as(
        'confirmed',
      ),
      pendingEntryApprovalSql(sql.ref('e.id'), deps.clock()).as('approvalId'),
      sql<BankEntryDetail['booking']>`case when e.state = 'booked' then (
        select jsonb_build_object('journalId', p.journal_id::text, 'ledger', l.code, 'ledgerName', l.name)
          from bank_entry_journal k join posting p on p.journal_id = k.journal_id and p.amount > 0 join ledger_account l on l.id = p.ledger
         where k.entry_id = e.id order by p.journal_id limit 1) end`.as('booking'),
      jsonArrayFrom(
        eb
          .selectFrom('bankStatementLine as l')
          .innerJoin('bankStatement as s', 's.id', 'l.statementId')
          .whereRef('l.entryId', '=', 'e.id')
          // The keys inside of the JSON are written as they stand.
          .select([sql<string>`s.id::text`.as('id'), sql<string>`s.to_date`.as<'toDate'>(sql`"toDate"`), 's.reference'])
          .orderBy('s.toDate')
          .orderBy('s.id'),
      ).as('statements'),
    ])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

/** Accounts that take money, by a part of their number or of the name of whom they count under. */
export const findTargetAccounts = async (
  ctx: Ctx,
  { query: { q } }: ParsedRequest<typeof findReceiptAccounts>,
): Promise<ResponseBody<typeof findReceiptAccounts>> => {
  const rows = await findAccountsByText(ctx, q)
    .innerJoin('product as p', 'p.id', 'a.productId')
    .where('a.status', 'in', ['active', 'pending'])
    .select(['a.id as accountId', 'a.clientId', 'a.number', 'client.cvl as clientCvl', 'p.name as productName'])
    .select([
      fullNameSql('client').as('clientName'),
      sql<'pending' | 'active'>`a.status`.as('status'),
      sql<
        string | null
      >`case when a.status = 'pending' then greatest(a.agreed_amount - b.principal, 0)::numeric(18, 2) end`.as(
        'missing',
      ),
    ])
    .execute()
  return { rows }
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type countAccountStatements, exportAccountStatements } from '#contract/clients/statements.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import en from '#locales/en/bank.ts'
import es from '#locales/es/bank.ts'
import pt from '#locales/pt/bank.ts'
import { toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { sendPdfArchive } from '#server/reports/send-pdf-archive.ts'
import { queryAccountMovements } from './movements.queries.ts'
import { buildStatement, maxPrintedMovements } from './statement-pdf.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type StatementFilters = ParsedRequest<typeof exportAccountStatements>['query']

const statementColumns = ['accountId', 'number', 'productName', 'clientName', 'clientCvl', 'idioma', 'opening'] as const
type StatementAccount = Record<(typeof statementColumns)[number], string>

const assertValidDays = ({ businessDate }: Ctx, { from, to }: StatementFilters): void => {
  if (to > businessDate) throw buildRefusal('request.invalid', { fields: { to: 'future' } })
  if (from > to) throw buildRefusal('request.invalid', { fields: { to: 'too_small' } })
}

/** What stood in an account when the days began, and how often it moved in them: reckoned back from what stands there, as most of its lines are older. */
const movementSummarySql = ({
  from,
  to,
}: StatementFilters): RawBuilder<{ opening: string; moved: string }> => sql`lateral (
  select b.balance + coalesce(sum(p.amount), 0) as opening, count(*) filter (where p.booking_date <= ${to}) as moved
    from account_balance b left join posting p on p.account_id = b.account_id and p.ledger = ${sql.lit(ledgers.capital)} and p.booking_date >= ${from}
   where b.account_id = account.id group by b.balance)`

const isPrintableSql = sql<SqlBool>`m.moved <= ${sql.lit(maxPrintedMovements)}`

/** The accounts of the caller's clients that moved in the days or held something when they began. */
const queryStatementAccounts = (ctx: Ctx, which: StatementFilters) =>
  selectVisibleClients(ctx)
    .innerJoin('account', 'account.clientId', 'c.clientId')
    .innerJoin('product', 'product.id', 'account.productId')
    .innerJoin('client', 'client.id', 'c.clientId')
    .innerJoin(movementSummarySql(which).as('m'), (join) => join.onTrue())
    .where(sql<SqlBool>`(m.moved > 0 or m.opening <> 0)`)
    .$if(which.manager !== undefined, (rows) => rows.where('c.managerId', '=', which.manager!))
    .$if(which.family !== undefined, (rows) => rows.where('product.family', '=', which.family!))

const countStatementAccounts = (ctx: Ctx, which: StatementFilters) =>
  queryStatementAccounts(ctx, which)
    .select([
      sql<number>`count(*) filter (where ${isPrintableSql})::int`.as('documents'),
      sql<number>`count(*) filter (where not ${isPrintableSql})::int`.as('tooLong'),
    ])
    .executeTakeFirstOrThrow()

/** How many statements there would be; what moved too often for a paper is counted apart. */
export const findStatementCounts = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof countAccountStatements>,
): Promise<ResponseBody<typeof countAccountStatements>> => {
  assertValidDays(ctx, query)
  return countStatementAccounts(ctx, query)
}

/** The statements of all accounts that match, in one file; each is read and drawn as it is sent. */
export const exportStatementPdfs = (
  ctx: Ctx,
  { query }: ParsedRequest<typeof exportAccountStatements>,
  raw: HttpContext,
): Promise<ResponseBody<typeof exportAccountStatements>> => {
  assertValidDays(ctx, query)
  const { from, to } = query
  return sendPdfArchive(exportAccountStatements, ctx, raw, async (snapshot) => {
    const frozen = { ...ctx, db: snapshot.db }
    const { documents: total } = await countStatementAccounts(frozen, query)
    const firm = (await findFirmAccount(snapshot.db))?.name
    const accounts = queryStatementAccounts(frozen, query)
      .where(isPrintableSql)
      .select([
        'account.id as accountId',
        'account.number',
        'product.name as productName',
        sql<string>`${naturalNameSql('client')}`.as('clientName'),
        'client.cvl as clientCvl',
        'client.idioma',
        sql<string>`m.opening::numeric(18, 2)::text`.as('opening'),
      ])
      .orderBy('client.id')
      .orderBy('account.id')
      .compile()
    async function* buildDocuments() {
      for await (const batch of snapshot.batches(accounts, statementColumns))
        for (const row of batch) {
          const account = Object.fromEntries(statementColumns.map((key, at) => [key, row[at]])) as StatementAccount
          const rows = await queryAccountMovements(frozen, account.accountId, { from, to }, 'asc').execute()
          const paper = { idioma: getClientLanguage(account.idioma, ctx.prefix), firm }
          const statement = { opening: toCents(account.opening), rows, from, to }
          yield {
            name: `${account.clientCvl}-${account.number}`,
            pdfContent: buildStatement(ctx, paper, account, statement),
          }
        }
    }
    const title = fillPlaceholders(getTexts(ctx.person.idioma).file, { from, to })
    const after = { ...query, documents: total }
    const audited = { action: 'clientStatements.exported', entity: 'account', after }
    return { title, total, documents: buildDocuments(), audited }
  })
}

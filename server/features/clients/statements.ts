import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type countStatements, exportStatements } from '#contract/clients/statements.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import en from '#locales/en/bank.ts'
import es from '#locales/es/bank.ts'
import pt from '#locales/pt/bank.ts'
import { centsOf } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { filled, textsIn } from '#server/core/texts.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { clientLanguage } from '#server/domain/paper.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { sendPdfs } from '#server/reports/send-pdfs.ts'
import { movementsOf } from './movements.queries.ts'
import { mostMovements, statementOf } from './statement-pdf.ts'

const textsOf = textsIn({ es, en, pt })
type Which = Parsed<typeof exportStatements>['query']

const keys = ['accountId', 'number', 'productName', 'clientName', 'clientCvl', 'idioma', 'opening'] as const
type Account = Record<(typeof keys)[number], string>

const refuseDays = ({ businessDate }: Ctx, { from, to }: Which): void => {
  if (to > businessDate) throw refuse('request.invalid', { fields: { to: 'future' } })
  if (from > to) throw refuse('request.invalid', { fields: { to: 'too_small' } })
}

/** What stood in an account when the days began, and how often it moved in them: reckoned back from what stands there, as most of its lines are older. */
const movedIn = ({ from, to }: Which): RawBuilder<{ opening: string; moved: string }> => sql`lateral (
  select b.balance + coalesce(sum(p.amount), 0) as opening, count(*) filter (where p.booking_date <= ${to}) as moved
    from account_balance b left join posting p on p.account_id = b.account_id and p.ledger = ${sql.lit(ledgers.capital)} and p.booking_date >= ${from}
   where b.account_id = account.id group by b.balance)`

const isShort = sql<SqlBool>`m.moved <= ${sql.lit(mostMovements)}`

/** The accounts of the caller's clients that moved in the days or held something when they began. */
const accountsOf = (ctx: Ctx, which: Which) =>
  visibleClients(ctx)
    .innerJoin('account', 'account.clientId', 'c.clientId')
    .innerJoin('product', 'product.id', 'account.productId')
    .innerJoin('client', 'client.id', 'c.clientId')
    .innerJoin(movedIn(which).as('m'), (join) => join.onTrue())
    .where(sql<SqlBool>`(m.moved > 0 or m.opening <> 0)`)
    .$if(which.manager !== undefined, (rows) => rows.where('c.managerId', '=', which.manager!))
    .$if(which.family !== undefined, (rows) => rows.where('product.family', '=', which.family!))

const count = (ctx: Ctx, which: Which) =>
  accountsOf(ctx, which)
    .select([
      sql<number>`count(*) filter (where ${isShort})::int`.as('documents'),
      sql<number>`count(*) filter (where not ${isShort})::int`.as('tooLong'),
    ])
    .executeTakeFirstOrThrow()

/** How many statements there would be; what moved too often for a paper is counted apart. */
export const findStatements = async (
  ctx: Ctx,
  { query }: Parsed<typeof countStatements>,
): Promise<Answer<typeof countStatements>> => {
  refuseDays(ctx, query)
  return count(ctx, query)
}

/** The statements of all accounts that match, in one file; each is read and drawn as it is sent. */
export const sendStatements = (
  ctx: Ctx,
  { query }: Parsed<typeof exportStatements>,
  raw: Raw,
): Promise<Answer<typeof exportStatements>> => {
  refuseDays(ctx, query)
  const { from, to } = query
  return sendPdfs(exportStatements, ctx, raw, async (snapshot) => {
    const frozen = { ...ctx, db: snapshot.db }
    const { documents: total } = await count(frozen, query)
    const firm = (await findFirmAccount(snapshot.db))?.name
    const accounts = accountsOf(frozen, query)
      .where(isShort)
      .select([
        'account.id as accountId',
        'account.number',
        'product.name as productName',
        sql<string>`trim(client.name || ' ' || client.surname)`.as('clientName'),
        'client.cvl as clientCvl',
        'client.idioma',
        sql<string>`m.opening::numeric(18, 2)::text`.as('opening'),
      ])
      .orderBy('client.id')
      .orderBy('account.id')
      .compile()
    async function* told() {
      for await (const batch of snapshot.batches(accounts, keys))
        for (const row of batch) {
          const account = Object.fromEntries(keys.map((key, at) => [key, row[at]])) as Account
          const days = { sort: 'bookingDate', direction: 'asc', from, to } as const
          const rows = await movementsOf(frozen, account.accountId, days).execute()
          const paper = { idioma: clientLanguage(account.idioma, ctx.prefix), firm }
          const statement = { opening: centsOf(account.opening), rows, from, to }
          yield { name: `${account.clientCvl}-${account.number}`, told: statementOf(ctx, paper, account, statement) }
        }
    }
    const title = filled(textsOf(ctx.person.idioma).file, { from, to })
    const after = { ...query, documents: total }
    const audited = { action: 'clientStatements.exported', entity: 'account', after }
    return { title, total, documents: told(), audited }
  })
}

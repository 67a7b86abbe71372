import { type SqlBool, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { ImportedKind } from '#contract/imports/fields.ts'
import type { listImportedRows } from '#contract/imports.ts'
import type { maturityInstructions } from '#contract/products.ts'
import { searchNumber } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isFirmWide } from '#server/core/rights.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { seenHolderOf, seesHolderOf } from '#server/domain/visibility.ts'
import { assertImport } from './imports.queries.ts'

type Filters = Parsed<typeof listImportedRows.count>['query']
type OfImport = { importId: string }

const said = (field: string) => sql<string | null>`r.fields ->> ${sql.lit(field)}`
const amount = sql<string | null>`(r.fields ->> 'amount')::numeric(18, 2)`
export const rowSorts: Record<(typeof listImportedRows.sortable)[number], string> = { line: 'r.line', amount: 'amount' }

/** The rows whose account the caller sees, still or again: an import may be older than what they may see. */
const matching = (ctx: Ctx, { known, account }: Filters, importId: string) =>
  ctx.db
    .selectFrom('mappedImportRow as r')
    .innerJoin('account as a', 'a.id', 'r.accountId')
    .where('r.importId', '=', importId)
    .where(seesHolderOf(ctx, sql`r.account_id`))
    .$if(known !== undefined, (rows) => rows.where('r.known', '=', known!))
    .$if(!!account, (rows) =>
      rows.where(sql<SqlBool>`plain_number(a.number) like '%' || ${searchNumber(account!).toUpperCase()} || '%'`),
    )

export const selectRows = async (ctx: Ctx, filters: Filters, { importId }: OfImport) => {
  await assertImport(ctx, importId)
  return matching(ctx, filters, importId)
    .innerJoin('client', (join) =>
      join.on('client.id', '=', isFirmWide(ctx) ? sql`a.client_id` : seenHolderOf(ctx, sql`r.account_id`)),
    )
    .leftJoin('journal as j', (join) =>
      join.on(sql<SqlBool>`j.idempotency_key = 'import:' || r.import_id || ':' || r.line`).on('r.known', '=', false),
    )
    .leftJoin('journal as v', 'v.reversesId', 'j.id')
    .select([
      'r.line',
      'r.known',
      'a.id as accountId',
      'a.number as accountNumber',
      'client.id as clientId',
      'client.cvl as clientCvl',
    ])
    .select([
      sql<string>`r.line::text`.as('id'),
      fullName('client').as('clientName'),
      sql<ImportedKind | null>`r.fields ->> 'kind'`.as('kind'),
      said('bookingDate').as('bookingDate'),
      said('valueDate').as('valueDate'),
      amount.as('amount'),
      said('description').as('description'),
      said('reference').as('reference'),
      sql<(typeof maturityInstructions)[number] | null>`r.fields ->> 'instruction'`.as('instruction'),
      sql<string | null>`(select p.name from product p where upper(p.code) = upper(r.fields ->> 'product') limit 1)`.as(
        'productName',
      ),
      sql<boolean>`r.fields ->> 'allSigned' is not null`.as('allSigned'),
      'j.id as journalId',
      sql<boolean>`v.id is not null`.as('reversed'),
    ])
}

export const countRows = async (ctx: Ctx, filters: Filters, { importId }: OfImport) => {
  await assertImport(ctx, importId)
  return matching(ctx, filters, importId)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(${amount}), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
}

import { type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { ImportableMovementKind } from '#contract/imports/fields.ts'
import type { listImportedRows } from '#contract/imports/rows.ts'
import type { maturityInstructions } from '#contract/products.ts'
import { toSearchNumber } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { canSeeAccountHolder, visibleHolderIdSql } from '#server/domain/visibility.ts'
import { assertImportVisible } from './imports.queries.ts'

type ImportedRowFilters = ParsedRequest<typeof listImportedRows.count>['query']
type ImportRequest = { params: { importId: string } }

const rowFieldSql = (field: string) => sql<string | null>`r.fields ->> ${sql.lit(field)}`
const rowAmountSql = sql<string | null>`(r.fields ->> 'amount')::numeric(18, 2)`
export const importedRowSorts: Record<(typeof listImportedRows.sortable)[number], string> = {
  line: 'r.line',
  amount: 'amount',
}

/** The rows whose account the caller sees, still or again: an import may be older than what they may see. */
const queryMatchingImportedRows = (ctx: Ctx, { known, account }: ImportedRowFilters, importId: string) =>
  ctx.db
    .selectFrom('mappedImportRow as r')
    .innerJoin('account as a', 'a.id', 'r.accountId')
    .where('r.importId', '=', importId)
    .where(canSeeAccountHolder(ctx, sql`r.account_id`))
    .$if(known !== undefined, (rows) => rows.where('r.known', '=', known!))
    .$if(!!account, (rows) =>
      rows.where(sql<SqlBool>`plain_number(a.number) like '%' || ${toSearchNumber(account!).toUpperCase()} || '%'`),
    )

export const selectImportedRows = async (
  ctx: Ctx,
  filters: ImportedRowFilters,
  { params: { importId } }: ImportRequest,
) => {
  await assertImportVisible(ctx, importId)
  return queryMatchingImportedRows(ctx, filters, importId)
    .innerJoin('client', (join) =>
      join.on('client.id', '=', hasFirmWideScope(ctx) ? sql`a.client_id` : visibleHolderIdSql(ctx, sql`r.account_id`)),
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
      fullNameSql('client').as('clientName'),
      sql<ImportableMovementKind | null>`r.fields ->> 'kind'`.as('kind'),
      rowFieldSql('bookingDate').as('bookingDate'),
      rowFieldSql('valueDate').as('valueDate'),
      rowAmountSql.as('amount'),
      rowFieldSql('description').as('description'),
      rowFieldSql('reference').as('reference'),
      sql<(typeof maturityInstructions)[number] | null>`r.fields ->> 'instruction'`.as('instruction'),
      sql<string | null>`(select p.name from product p where upper(p.code) = upper(r.fields ->> 'product') limit 1)`.as(
        'productName',
      ),
      sql<boolean>`r.fields ->> 'allSigned' is not null`.as('allSigned'),
      'j.id as journalId',
      sql<boolean>`v.id is not null`.as('reversed'),
    ])
}

export const countImportedRows = async (
  ctx: Ctx,
  filters: ImportedRowFilters,
  { params: { importId } }: ImportRequest,
) => {
  await assertImportVisible(ctx, importId)
  return queryMatchingImportedRows(ctx, filters, importId)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(${rowAmountSql}), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
}

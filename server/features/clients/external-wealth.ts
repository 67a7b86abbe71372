import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ClientDetail, ClientExternalPosition } from '#contract/clients/client.ts'
import { isExternalDebt } from '#contract/external-positions/kinds.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { externalInstitutionSql, externalKindSql, externalLastAmountSql } from '#server/domain/external-positions.ts'

/** Who sees what clients have elsewhere: asked of each client, since their own page has another permission. */
export const externalPositionRight = ['bt_Productos_Externos', 'view'] as const

/**
 * What the client has or owes elsewhere, open ones first. Ids and amounts as text: JSON made in the database would write
 * numbers. Quoted aliases: names inside of it are not translated.
 */
export const externalPositionsSql = (eb: ExpressionBuilder<DB, 'client'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('externalPosition as x')
      .leftJoin('externalProduct as ep', 'ep.id', 'x.productId')
      .whereRef('x.clientId', '=', 'client.id')
      .select([
        sql<string>`x.id::text`.as('id'),
        externalKindSql.as('kind'),
        externalInstitutionSql.as('institution'),
        sql<string | null>`x.product_id::text`.as<'productId'>(sql`"productId"`),
        sql<string | null>`ep.name`.as<'productName'>(sql`"productName"`),
        'x.description',
        sql<string | null>`(${externalLastAmountSql})::text`.as<'lastAmount'>(sql`"lastAmount"`),
        sql<string | null>`x.valued_on::text`.as<'valuedOn'>(sql`"valuedOn"`),
        sql<string | null>`x.since::text`.as('since'),
        sql<string | null>`x.closed_on::text`.as<'closedOn'>(sql`"closedOn"`),
        sql<ClientExternalPosition['closingReason']>`x.closing_reason`.as<'closingReason'>(sql`"closingReason"`),
        sql<string | null>`x.status`.as<'sourceStatus'>(sql`"sourceStatus"`),
        'x.version',
      ])
      .orderBy(sql`x.closed_on is not null`)
      .orderBy('x.id'),
  )

/** All that the client has, with us and elsewhere, without what they owe there. */
export const calculateWealth = (
  balance: string,
  positions: readonly ClientExternalPosition[],
): NonNullable<ClientDetail['wealth']> => {
  let elsewhere = 0n
  let owed = 0n
  for (const { closedOn, kind, lastAmount } of positions) {
    if (closedOn !== null || lastAmount === null) continue
    if (isExternalDebt(kind)) owed += toCents(lastAmount)
    else elsewhere += toCents(lastAmount)
  }
  return {
    here: balance,
    elsewhere: centsToAmount(elsewhere),
    owed: centsToAmount(owed),
    elsewhereNet: centsToAmount(elsewhere + owed),
    net: centsToAmount(toCents(balance) + elsewhere + owed),
  }
}

import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/maturities.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { findRelatedAccounts } from '#server/domain/conflict-of-interest.ts'
import { maturityInstructionSql } from '#server/domain/maturity-reasons.ts'
import { selectTransferTargets } from '#server/domain/transfer-target.ts'
import { resolveAccountSelection } from './account-selection.ts'

/** So many are named; of the others their number is told. */
const maxNamedAccounts = 5

const selectChosenAccounts = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .selectFrom('account as a')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .where('a.id', '=', sql<string>`any(${[...ids]}::bigint[])`)

const transferProductSql = sql<
  string | null
>`case when ${maturityInstructionSql} = 'transfer' then a.transfer_product_id end`

/** What stands now of the accounts that a change is asked for. */
export const summarizeInstructions = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.summarizeInstructions>,
): Promise<contract.InstructionSummary> => {
  const chosen = await resolveAccountSelection(ctx.db, ctx, body.choice)
  const own = await findRelatedAccounts(ctx.db, ctx, chosen)
  const ids = chosen.filter((id) => !own.some((one) => one.id === id))
  const [accounts, instructions, signing, products] = await Promise.all([
    selectChosenAccounts(ctx, ids)
      .innerJoin('client', 'client.id', 'a.clientId')
      .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
      .leftJoin('maturity as m', 'm.accountId', 'a.id')
      .select(['a.id', 'a.number as accountNumber', fullNameSql('client').as('clientName')])
      .select(sql<string>`a.expires_on`.as('expiresOn'))
      .select(sql<string>`case when m.account_id is null then b.balance else m.payable end`.as('balance'))
      .orderBy('a.expiresOn')
      .orderBy('a.id')
      .limit(maxNamedAccounts)
      .execute(),
    selectChosenAccounts(ctx, ids)
      .leftJoin('product as r', (join) => join.on(sql<boolean>`r.id = ${transferProductSql}`))
      .select([maturityInstructionSql.as('instruction'), transferProductSql.as('productId'), 'r.name as productName'])
      .select(sql<number>`count(*)::int`.as('count'))
      .groupBy([maturityInstructionSql, transferProductSql, 'r.name'])
      .orderBy('count', 'desc')
      .orderBy('instruction')
      .execute(),
    selectChosenAccounts(ctx, ids)
      .where('a.signature', '=', 'all')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow(),
    selectTransferTargets(ctx.db).select(['id', 'name']).orderBy('name').execute(),
  ])
  return {
    count: ids.length,
    accounts,
    own: own.map(({ id, number }) => ({ id, accountNumber: number })),
    instructions,
    takeAllSignatures: signing.count,
    products,
  }
}

import { sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { summarizeInstructions as contract, InstructionSummary } from '#contract/maturities.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { instructionOf } from '#server/domain/maturity-reasons.ts'
import { findOwnAccounts } from '#server/domain/too-near.ts'
import { chooseAccounts } from './chosen-accounts.ts'

/** So many are named; of the others their number is told. */
const named = 5

const chosenAccounts = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .selectFrom('account as a')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .where('a.id', '=', sql<string>`any(${[...ids]}::bigint[])`)

const shownProduct = sql<string | null>`case when ${instructionOf} = 'transfer' then a.transfer_product_id end`

/** What stands now of the accounts that a change is asked for. */
export const summarizeInstructions = async (
  ctx: Ctx,
  { body }: Parsed<typeof contract>,
): Promise<InstructionSummary> => {
  const chosen = await chooseAccounts(ctx.db, ctx, body.choice)
  const own = await findOwnAccounts(ctx.db, ctx, chosen)
  const ids = chosen.filter((id) => !own.some((one) => one.id === id))
  const [accounts, instructions, signing] = await Promise.all([
    chosenAccounts(ctx, ids)
      .innerJoin('client', 'client.id', 'a.clientId')
      .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
      .leftJoin('maturity as m', 'm.accountId', 'a.id')
      .select(['a.id', 'a.number as accountNumber', fullName('client').as('clientName')])
      .select(sql<string>`a.expires_on`.as('expiresOn'))
      .select(sql<string>`case when m.account_id is null then b.balance else m.payable end`.as('balance'))
      .orderBy('a.expiresOn')
      .orderBy('a.id')
      .limit(named)
      .execute(),
    chosenAccounts(ctx, ids)
      .leftJoin('product as r', (join) => join.on(sql<boolean>`r.id = ${shownProduct}`))
      .select([instructionOf.as('instruction'), shownProduct.as('productId'), 'r.name as productName'])
      .select(sql<number>`count(*)::int`.as('count'))
      .groupBy([instructionOf, shownProduct, 'r.name'])
      .orderBy('count', 'desc')
      .orderBy('instruction')
      .execute(),
    chosenAccounts(ctx, ids)
      .where('a.signature', '=', 'all')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    count: ids.length,
    accounts,
    own: own.map(({ id, number }) => ({ id, accountNumber: number })),
    instructions,
    takeAllSignatures: signing.count,
  }
}

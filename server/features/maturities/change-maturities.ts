import { type Kysely, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { instructMaturities, noteMaturityCall, releaseMaturity } from '#contract/maturities.ts'
import type { DB } from '#db/types.ts'
import { audit, auditAll } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { orderPayment } from '#server/domain/payment-orders.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { matching } from './maturities.queries.ts'

const most = 1000

/** Those of these accounts that the call may be about, by ascending id; 404 where one of them isn't. */
const visibleAccounts = async (tx: Kysely<DB>, ctx: Ctx, ids: readonly string[]): Promise<string[]> => {
  const rows = await visibleClients({ db: tx, reaches: ctx.reaches })
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .where('a.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .select('a.id')
    .orderBy('a.id')
    .execute()
  if (rows.length < new Set(ids).size) throw refuse('notFound')
  return rows.map(({ id }) => id)
}

type Choice = Parsed<typeof instructMaturities>['body']['choice']

const chosen = async (tx: Kysely<DB>, ctx: Ctx, choice: Choice): Promise<string[]> => {
  if (choice.by === 'accounts') return visibleAccounts(tx, ctx, choice.accountIds)
  const rows = await matching({ ...ctx, db: tx }, choice.filter)
    .select('a.id')
    .orderBy('a.id')
    .limit(most + 1)
    .execute()
  if (rows.length > most) throw refuse('request.invalid', { fields: { choice: 'too_big' } })
  return rows.map(({ id }) => id)
}

/** Money is transferred to what is on sale. */
const refuseUnknownProduct = async (tx: Kysely<DB>, productId: string | null): Promise<void> => {
  const product =
    productId === null
      ? undefined
      : await tx
          .selectFrom('product')
          .select('id')
          .where('id', '=', productId)
          .where('onSale', '=', true)
          .where('accrues', '=', true)
          .where('family', '<>', 'current')
          .executeTakeFirst()
  if (!product) throw refuse('request.invalid', { fields: { productId: 'unknown' } })
}

/** What becomes of some accounts at their maturity: until its eve, all of them or none. */
export const instruct = (ctx: Ctx, { body }: Parsed<typeof instructMaturities>): Promise<{ changed: number }> =>
  ctx.db.transaction().execute(async (tx) => {
    const { choice, instruction } = body
    const transferProductId = instruction === 'transfer' ? body.productId : null
    const ids = await chosen(tx, ctx, choice)
    if (instruction === 'transfer') await refuseUnknownProduct(tx, transferProductId)
    const before = await tx
      .selectFrom('account')
      .select(['id', 'status', 'expiresOn', 'instruction', 'transferProductId'])
      .where('id', '=', sql<string>`any(${ids}::bigint[])`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    if (before.some(({ status, expiresOn }) => status !== 'active' || !expiresOn || expiresOn <= ctx.businessDate))
      throw refuse('maturity.tooLate')
    const other = before.filter((one) => one.instruction !== instruction || one.transferProductId !== transferProductId)
    const changed = other.map(({ id }) => id)
    await tx
      .updateTable('account')
      .set({ instruction, transferProductId })
      .where('id', '=', sql<string>`any(${changed}::bigint[])`)
      .execute()
    if (other.length > 0)
      await auditAll(
        tx,
        ctx,
        other.map(({ id, instruction: was, transferProductId: wasTo }) => ({
          ...{ action: 'maturity.instructed', entity: 'account', entityId: id },
          before: { instruction: was, productId: wasTo },
          after: { instruction, productId: transferProductId },
        })),
      )
    return { changed: changed.length }
  })

export const noteCall = (
  ctx: Ctx,
  { params: { accountId }, body: { calledOn, note } }: Parsed<typeof noteMaturityCall>,
): Promise<{ id: string }> =>
  ctx.db.transaction().execute(async (tx) => {
    await visibleAccounts(tx, ctx, [accountId])
    if (calledOn > ctx.businessDate) throw refuse('request.invalid', { fields: { calledOn: 'future' } })
    const noted = await tx
      .insertInto('maturityCall')
      .values({ accountId, calledOn, note, notedBy: ctx.person.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { calledOn }
    await audit(tx, ctx, { action: 'maturity.called', entity: 'account', entityId: accountId, after })
    return noted
  })

/** What was parked leaves with the next batch of payments, once the client can be paid. */
export const release = (
  ctx: Ctx,
  { params: { accountId } }: Parsed<typeof releaseMaturity>,
  { serving }: Raw,
): Promise<{ amount: string }> =>
  ctx.db.transaction().execute(async (tx) => {
    await visibleAccounts(tx, ctx, [accountId])
    const parked = await tx
      .selectFrom('maturity')
      .select(['payable', 'journalId'])
      .where('accountId', '=', accountId)
      .where('outcome', '=', 'parked')
      .where('releasedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!parked?.journalId) throw refuse('notFound')
    const { out } = (await findAccountsCanOperate(tx, [accountId], ctx.businessDate)).get(accountId)!
    // Whoever can be paid only with somebody's approval waits until nothing stands against it.
    refuseUnlessAllowed({ ...out, allowed: out.allowed && !out.withApproval })
    const at = new Date(serving.clock()).toISOString()
    const { payable: amount, journalId } = parked
    await orderPayment(tx, { accountId, amount, kind: 'maturity', journalId }, at)
    await tx.updateTable('maturity').set({ releasedAt: at }).where('accountId', '=', accountId).execute()
    await audit(tx, ctx, { action: 'maturity.released', entity: 'account', entityId: accountId, after: { amount } })
    return { amount }
  })

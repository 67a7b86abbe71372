import { type Kysely, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { instructMaturities, noteMaturityCall, releaseMaturity } from '#contract/maturities.ts'
import type { DB } from '#db/types.ts'
import { audit, auditAll } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { isPayoutAsked, payoutTask } from '#server/domain/payout-task.ts'
import { notedAs, signedByAll } from '#server/domain/signatures.ts'
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
    const { choice, instruction, allSigned } = body
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
    const signed = await signedByAll(tx, changed, allSigned)
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
          after: { instruction, productId: transferProductId, ...notedAs(signed, id) },
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

/** What waits in the payable of an account whose term is over, locked. */
const lockParked = async (tx: Kysely<DB>, accountId: string) => {
  await lockAccounts(tx, [accountId])
  return tx
    .selectFrom('maturity as m')
    .innerJoin('account as a', 'a.id', 'm.accountId')
    .innerJoin('client', 'client.id', 'a.clientId')
    .innerJoin('clientList as l', 'l.clientId', 'a.clientId')
    .where('m.accountId', '=', accountId)
    .where('m.outcome', '=', 'parked')
    .where('m.releasedAt', 'is', null)
    .select(['m.payable', 'm.journalId', 'a.number', 'a.clientId', 'client.cvl', 'l.managerId'])
    .forUpdate('m')
    .executeTakeFirst()
}

/** What was parked leaves with the next batch of payments: at once where nothing stands against it any more, else by a second person's word. */
export const release = (
  ctx: Ctx,
  { params: { accountId }, body: { reason } }: Parsed<typeof releaseMaturity>,
  { serving }: Raw,
): Promise<{ amount: string; approvalId: string | null }> =>
  ctx.db.transaction().execute(async (tx) => {
    await visibleAccounts(tx, ctx, [accountId])
    const parked = await lockParked(tx, accountId)
    if (!parked?.journalId) throw refuse('notFound')
    const { payable: amount, journalId, number, clientId, cvl } = parked
    if (await isPayoutAsked(tx, journalId)) throw refuse('payment.asked')
    const { out } = (await findAccountsCanOperate(tx, [accountId], ctx.businessDate)).get(accountId)!
    refuseUnlessAllowed(out)
    const payload = { accountId, amount, kind: 'maturity', journalId } as const
    const now = serving.clock()
    if (!out.withApproval) {
      await payoutTask.carryOut(tx, ctx, { payload, approvalId: null, makerId: ctx.person.userId, now })
      return { amount, approvalId: null }
    }
    const { approvalId } = await propose(
      tx,
      ctx,
      payoutTask,
      {
        ...{ payload, reason, entity: 'payout', entityId: journalId, after: { amount }, always: true },
        params: { who: cvl, account: number, amount },
        about: { clientId },
        liesWith: parked.managerId,
      },
      now,
    )
    return { amount, approvalId }
  })

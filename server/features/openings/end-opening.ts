import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { cancelOpening as cancelContract, openWithReceived as openContract } from '#contract/openings.ts'
import type { DB } from '#db/types.ts'
import { centsOf } from '#rules/cents.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { activateAccount } from '#server/domain/activate-account.ts'
import { endApproval, lockApproval } from '#server/domain/approvals.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { refreshClients } from '#server/domain/post-journal.ts'

const holdersOf = async (tx: Kysely<DB>, accountId: string): Promise<string[]> =>
  (await tx.selectFrom('accountHolder').where('accountId', '=', accountId).select('clientId').execute()).map(
    ({ clientId }) => clientId,
  )

/** Discards a draft, or gives up an account that waits: it stays on record, with the reason. */
export const cancelOpening = (
  ctx: Ctx,
  { params, body }: Parsed<typeof cancelContract>,
  { serving }: Raw,
): Promise<Answer<typeof cancelContract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const waiting = await tx
      .selectFrom('account')
      .select('approvalId')
      .where('id', '=', params.accountId)
      .executeTakeFirst()
    await lockApproval(tx, waiting?.approvalId ?? null)
    const account = await lockVisibleAccount(tx, ctx, params)
    if (account.status !== 'draft' && account.status !== 'pending') throw refuse('opening.over')
    if (centsOf(account.balance) !== 0n || centsOf(account.payable) !== 0n) throw refuse('opening.hasMoney')
    const { approvalId } = await tx
      .selectFrom('account')
      .select('approvalId')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    if (approvalId) await endApproval(tx, ctx, approvalId, serving.clock())
    await tx
      .updateTable('account')
      .set({
        status: 'canceled',
        closedOn: ctx.businessDate,
        closeReason: body.reason,
        approvalId: null,
        version: sql`version + 1`,
      })
      .where('id', '=', account.id)
      .execute()
    await audit(tx, ctx, {
      action: 'account.openingCanceled',
      entity: 'account',
      entityId: account.id,
      before: { status: account.status },
      after: { status: 'canceled', reason: body.reason },
    })
    await refreshClients(tx, await holdersOf(tx, account.id))
    return { status: 'canceled' }
  })

/** Opens an account with what has come, although more was agreed: at the rate of today for that much. */
export const openWithReceived = (
  ctx: Ctx,
  { params, body }: Parsed<typeof openContract>,
): Promise<Answer<typeof openContract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const account = await lockVisibleAccount(tx, ctx, params)
    const { version, approvalId, agreedAmount, minimum, rateNow } = await tx
      .selectFrom('account as a')
      .innerJoin('product as p', 'p.id', 'a.productId')
      .where('a.id', '=', account.id)
      .select(['a.version', 'a.approvalId', 'a.agreedAmount', 'p.minimum'])
      .select(
        sql<
          string | null
        >`product_rate_on(a.product_id, ${ctx.businessDate}::date, ${account.principal}::numeric, a.term_months)`.as(
          'rateNow',
        ),
      )
      .executeTakeFirstOrThrow()
    if (account.status !== 'pending' || approvalId !== null) throw refuse('opening.over')
    if (version !== body.version) throw refuse('conflict.changed')
    const received = centsOf(account.principal)
    if (received <= 0n || received < centsOf(minimum)) throw refuse('opening.tooLittle')
    const verdicts = await findAccountsCanOperate(tx, [account.id], ctx.businessDate)
    refuseUnlessAllowed(verdicts.get(account.id)!.in)
    await tx
      .updateTable('account')
      .set({ agreedAmount: account.principal, ...(rateNow !== null && { rate: rateNow }) })
      .where('id', '=', account.id)
      .execute()
    await audit(tx, ctx, {
      action: 'account.openedWithLess',
      entity: 'account',
      entityId: account.id,
      before: { agreedAmount },
      after: { agreedAmount: account.principal },
    })
    await activateAccount(tx, ctx, account.id)
    await refreshClients(tx, await holdersOf(tx, account.id))
    return { status: 'active' }
  })

import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/openings.ts'
import type { DB } from '#db/types.ts'
import { toCents } from '#rules/cents.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { activateAccount } from '#server/domain/activate-account.ts'
import { endApproval, lockApproval } from '#server/domain/approvals.ts'
import { assertOperationAllowed, findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { refreshClientList } from '#server/domain/post-journal.ts'

const findHolderIds = async (tx: Kysely<DB>, accountId: string): Promise<string[]> =>
  (await tx.selectFrom('accountHolder').where('accountId', '=', accountId).select('clientId').execute()).map(
    ({ clientId }) => clientId,
  )

/** Discards a draft, or gives up an account that waits: it stays on record, with the reason. */
export const cancelOpening = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.cancelOpening>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.cancelOpening>> =>
  ctx.db.transaction().execute(async (tx) => {
    const waiting = await tx
      .selectFrom('account')
      .select('approvalId')
      .where('id', '=', params.accountId)
      .executeTakeFirst()
    await lockApproval(tx, waiting?.approvalId ?? null)
    const account = await lockVisibleAccount(tx, ctx, params)
    if (account.status !== 'draft' && account.status !== 'pending') throw buildRefusal('opening.over')
    if (toCents(account.balance) !== 0n || toCents(account.payable) !== 0n) throw buildRefusal('opening.hasMoney')
    const { approvalId } = await tx
      .selectFrom('account')
      .select('approvalId')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    if (approvalId) await endApproval(tx, ctx, approvalId, deps.clock())
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
    await recordAuditEvent(tx, ctx, {
      action: 'account.openingCanceled',
      entity: 'account',
      entityId: account.id,
      before: { status: account.status },
      after: { status: 'canceled', reason: body.reason },
    })
    await refreshClientList(tx, await findHolderIds(tx, account.id))
    return { status: 'canceled' }
  })

/** Opens an account with what has come, although more was agreed: at the rate of today for that much. */
export const openWithReceivedAmount = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.openWithReceivedMoney>,
): Promise<ResponseBody<typeof contract.openWithReceivedMoney>> =>
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
    if (account.status !== 'pending' || approvalId !== null) throw buildRefusal('opening.over')
    if (version !== body.version) throw buildRefusal('conflict.changed')
    const received = toCents(account.principal)
    if (received <= 0n || received < toCents(minimum)) throw buildRefusal('opening.tooLittle')
    const verdicts = await findAccountsEligibility(tx, [account.id], ctx.businessDate)
    assertOperationAllowed(verdicts.get(account.id)!.in)
    await tx
      .updateTable('account')
      .set({ agreedAmount: account.principal, ...(rateNow !== null && { rate: rateNow }) })
      .where('id', '=', account.id)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'account.openedWithLess',
      entity: 'account',
      entityId: account.id,
      before: { agreedAmount },
      after: { agreedAmount: account.principal },
    })
    await activateAccount(tx, ctx, account.id)
    await refreshClientList(tx, await findHolderIds(tx, account.id))
    return { status: 'active' }
  })

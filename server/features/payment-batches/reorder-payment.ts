import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { proposePaymentRetry } from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertOperationAllowed, findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { hasPendingPayoutApproval, payoutTask } from '#server/domain/payout-task.ts'
import { buildReturnedIdempotencyKey } from '#server/domain/settle-payment-order.ts'
import { checkWithdrawalLimit } from '#server/domain/withdrawal-limit.ts'
import { lockVisiblePayment } from './visible-payment.ts'

/** The journal that put what came back into the payable, unless it is ordered already. */
const findReturnJournal = (tx: Kysely<DB>, orderId: string) =>
  tx
    .selectFrom('journal as j')
    .innerJoin('posting as p', (join) => join.onRef('p.journalId', '=', 'j.id').on('p.ledger', '=', ledgers.payable))
    .leftJoin('paymentOrder as again', 'again.journalId', 'j.id')
    .where('j.idempotencyKey', '=', buildReturnedIdempotencyKey(orderId))
    .where('again.id', 'is', null)
    .select('j.id')
    .executeTakeFirst()

/** What came back to the payable leaves once more, as an order of its own. What came back to the account is asked for anew there. */
export const reorderPayment = (
  ctx: Ctx,
  { params: { paymentId }, body: { reason } }: ParsedRequest<typeof proposePaymentRetry>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof proposePaymentRetry>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { seen, order } = await lockVisiblePayment(tx, ctx, paymentId)
    const journal = order.state === 'returned' ? await findReturnJournal(tx, paymentId) : undefined
    if (!journal) throw buildRefusal('payment.notReturned')
    if (await hasPendingPayoutApproval(tx, journal.id)) throw buildRefusal('payment.asked')
    const { accountId, amount, clientId } = order
    const { out } = (await findAccountsEligibility(tx, [accountId], ctx.businessDate)).get(accountId)!
    assertOperationAllowed(out)
    const limited = { ...ctx, role: ctx.person.role }
    const { isOverLimit } = await checkWithdrawalLimit(tx, limited, { accountId, amount })
    const kind = order.kind === 'withdrawal' ? 'maturity' : order.kind
    return proposeForApproval(
      tx,
      ctx,
      payoutTask,
      {
        payload: { accountId, amount, kind, journalId: journal.id, ...(kind === 'inheritance' && { clientId }) },
        reason,
        entity: 'payout',
        entityId: journal.id,
        params: { who: seen.cvl, account: seen.number, amount },
        after: { amount },
        about: { clientId },
        assigneeId: seen.managerId,
        always: out.withApproval || isOverLimit,
      },
      deps.clock(),
    )
  })

import type { Kysely } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { reorderPayment as contract } from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { isPayoutAsked, payoutTask } from '#server/domain/payout-task.ts'
import { returnedKey } from '#server/domain/settle-order.ts'
import { judgeWithdrawal } from '#server/domain/withdrawal-limit.ts'
import { lockVisiblePayment } from './visible-payment.ts'

/** The journal that put what came back into the payable, unless it is ordered already. */
const findReturned = (tx: Kysely<DB>, orderId: string) =>
  tx
    .selectFrom('journal as j')
    .innerJoin('posting as p', (join) => join.onRef('p.journalId', '=', 'j.id').on('p.ledger', '=', ledgers.payable))
    .leftJoin('paymentOrder as again', 'again.journalId', 'j.id')
    .where('j.idempotencyKey', '=', returnedKey(orderId))
    .where('again.id', 'is', null)
    .select('j.id')
    .executeTakeFirst()

/** What came back to the payable leaves once more, as an order of its own. What came back to the account is asked for anew there. */
export const reorderPayment = (
  ctx: Ctx,
  { params: { paymentId }, body: { reason } }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { seen, order } = await lockVisiblePayment(tx, ctx, paymentId)
    const journal = order.state === 'returned' ? await findReturned(tx, paymentId) : undefined
    if (!journal) throw refuse('payment.notReturned')
    if (await isPayoutAsked(tx, journal.id)) throw refuse('payment.asked')
    const { accountId, amount, clientId } = order
    const { out } = (await findAccountsCanOperate(tx, [accountId], ctx.businessDate)).get(accountId)!
    refuseUnlessAllowed(out)
    const limited = { role: ctx.person.role, businessDate: ctx.businessDate }
    const { isOverLimit } = await judgeWithdrawal(tx, limited, { accountId, amount })
    const kind = order.kind === 'withdrawal' ? 'maturity' : order.kind
    return propose(
      tx,
      ctx,
      payoutTask,
      {
        payload: { accountId, amount, kind, journalId: journal.id },
        reason,
        entity: 'payout',
        entityId: journal.id,
        params: { who: seen.cvl, account: seen.number, amount },
        after: { amount },
        about: { clientId },
        liesWith: seen.managerId,
        always: out.withApproval || isOverLimit,
      },
      serving.clock(),
    )
  })

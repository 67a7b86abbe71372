import type { Kysely } from 'kysely'
import type { executeCancellation as contract } from '#contract/cancellations.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { centsOf } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { refusalOfLedger } from '#server/domain/post-journal.ts'
import { notedAs, signedByAll } from '#server/domain/signatures.ts'
import { judgeWithdrawal } from '#server/domain/withdrawal-limit.ts'
import { cancellationTask } from './cancellation-task.ts'
import { lockVisibleQuote } from './live-quote.ts'

/** Of the one under whom the account counts: who they are, and with whom the decision lies. */
const whoLooksAfter = (tx: Kysely<DB>, clientId: string) =>
  tx
    .selectFrom('clientList as l')
    .innerJoin('client', 'client.id', 'l.clientId')
    .where('l.clientId', '=', clientId)
    .select(['l.managerId', 'client.cvl'])
    .executeTakeFirstOrThrow()

/** A key names one quote, whoever of its callers sends it again. */
const refuseOtherUse = async (tx: Kysely<DB>, key: string, quoteId: string): Promise<void> => {
  const known = await tx.selectFrom('cancellationQuote').where('executionKey', '=', key).select('id').executeTakeFirst()
  if (known && known.id !== quoteId) throw refuse('idempotency.differentBody')
}

/** Cancels the account as quoted, or has a second person say so first. Sent again with its key it is answered, not done again. */
export const executeCancellation = (
  ctx: Ctx,
  { params: { quoteId }, body: { allSigned }, key }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const quote = await lockVisibleQuote(tx, ctx, quoteId, ctx.businessDate)
    await refuseOtherUse(tx, key, quoteId)
    if (quote.executionKey === key)
      return { state: quote.state === 'executed' ? 'done' : 'pending', approvalId: quote.approvalId }
    if (quote.approvalId && quote.state === 'open') throw refuse('cancellation.waits')
    if (quote.standing !== 'open' || quote.status !== 'active') throw refuse('cancellation.over')
    const verdict = (await findAccountsCanOperate(tx, [quote.accountId], ctx.businessDate)).get(quote.accountId)!.out
    refuseUnlessAllowed(verdict)
    const signed = await signedByAll(tx, [quote.accountId], allSigned)
    await tx
      .updateTable('cancellationQuote')
      .set({ executionKey: key })
      .where('id', '=', quoteId)
      .execute()
      .catch((error: unknown) => {
        throw refusalOfLedger(error)
      })
    const { managerId, cvl } = await whoLooksAfter(tx, quote.primaryId)
    const { capital, penalty, withheld, net, number, accountId } = quote
    const { isOverLimit, letGo } = await judgeWithdrawal(
      tx,
      { role: ctx.person.role, businessDate: ctx.businessDate },
      { accountId, amount: net },
    )
    const { state, approvalId } = await propose(
      tx,
      ctx,
      cancellationTask,
      {
        payload: { quoteId, accountId },
        reason: quote.note ?? quote.reasonName,
        entity: 'cancellation',
        entityId: quoteId,
        params: { who: cvl, account: number, amount: net },
        after: {
          capital,
          penalty,
          withheld,
          net,
          ...(centsOf(letGo) > 0n && { letGo }),
          ...notedAs(signed, accountId),
        },
        about: { clientId: quote.primaryId },
        liesWith: managerId,
        always: verdict.withApproval || isOverLimit,
      },
      serving.clock(),
    )
    if (approvalId) await tx.updateTable('cancellationQuote').set({ approvalId }).where('id', '=', quoteId).execute()
    return { state, approvalId }
  })

import type { Kysely } from 'kysely'
import type * as contract from '#contract/cancellations.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertAllHoldersSigned, toSignatureNote } from '#server/domain/account-signatures.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findClientAssignment } from '#server/domain/client-assignment.ts'
import { assertOperationAllowed, findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { toLedgerRefusal } from '#server/domain/post-journal.ts'
import { checkWithdrawalLimit } from '#server/domain/withdrawal-limit.ts'
import { cancellationTask } from './cancellation-task.ts'
import { lockVisibleQuote } from './lock-quote.ts'

/** A key names one quote, whoever of its callers sends it again. */
const assertKeyUnused = async (tx: Kysely<DB>, key: string, quoteId: string): Promise<void> => {
  const usedQuote = await tx
    .selectFrom('cancellationQuote')
    .where('executionKey', '=', key)
    .select('id')
    .executeTakeFirst()
  if (usedQuote && usedQuote.id !== quoteId) throw buildRefusal('idempotency.differentBody')
}

/** Cancels the account as quoted, or has a second person say so first. Sent again with its key it is answered, not done again. */
export const executeCancellation = (
  ctx: Ctx,
  { params: { quoteId }, body: { allSigned }, key }: ParsedRequest<typeof contract.executeCancellation>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.executeCancellation>> =>
  ctx.db.transaction().execute(async (tx) => {
    const quote = await lockVisibleQuote(tx, ctx, quoteId, ctx.businessDate)
    await assertKeyUnused(tx, key, quoteId)
    if (quote.executionKey === key)
      return { state: quote.state === 'executed' ? 'done' : 'pending', approvalId: quote.approvalId }
    if (quote.approvalId && quote.state === 'open') throw buildRefusal('cancellation.waits')
    if (quote.standing !== 'open' || quote.status !== 'active') throw buildRefusal('cancellation.over')
    const verdict = (await findAccountsEligibility(tx, [quote.accountId], ctx.businessDate)).get(quote.accountId)!.out
    assertOperationAllowed(verdict)
    const signed = await assertAllHoldersSigned(tx, [quote.accountId], allSigned)
    await tx
      .updateTable('cancellationQuote')
      .set({ executionKey: key })
      .where('id', '=', quoteId)
      .execute()
      // The key's index: another quote has it, meanwhile.
      .catch((error: unknown) => {
        throw toLedgerRefusal(error)
      })
    const { managerId, cvl } = await findClientAssignment(tx, quote.primaryId)
    const { capital, penalty, withheld, net, number, accountId } = quote
    const { isOverLimit, letGo } = await checkWithdrawalLimit(
      tx,
      { ...ctx, role: ctx.person.role },
      { accountId, amount: net },
    )
    const { state, approvalId } = await proposeForApproval(
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
          ...(toCents(letGo) > 0n && { letGo }),
          ...toSignatureNote(signed, accountId),
        },
        about: { clientId: quote.primaryId },
        assigneeId: managerId,
        always: verdict.withApproval || isOverLimit,
      },
      deps.clock(),
    )
    if (approvalId) await tx.updateTable('cancellationQuote').set({ approvalId }).where('id', '=', quoteId).execute()
    return { state, approvalId }
  })

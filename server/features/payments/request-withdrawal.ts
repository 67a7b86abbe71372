import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/payments.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { runWrite } from '#server/core/write-transaction.ts'
import { assertAllHoldersSigned, toSignatureNote } from '#server/domain/account-signatures.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findClientAssignment } from '#server/domain/client-assignment.ts'
import { assertOperationAllowed, findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { assertWithinAvailable, findWithdrawalPenalty } from '#server/domain/early-withdrawal.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { insertPaymentStep } from '#server/domain/payment-orders.ts'
import { requestHash, toLedgerRefusal } from '#server/domain/post-journal.ts'
import { checkWithdrawalLimit } from '#server/domain/withdrawal-limit.ts'
import { withdrawalTask } from './withdrawal-task.ts'

/** Money is in an account that is open, and in one that has yet to open: what came for nothing goes back. */
const withdrawableStatuses: readonly string[] = ['active', 'pending', 'draft']

type WithdrawalInput = ParsedRequest<typeof contract.requestWithdrawal>

/** The order that this key has made; refused where it came with another request. */
const findByIdempotencyKey = async (tx: Kysely<DB>, key: string, hash: string): Promise<string | undefined> => {
  const existingId = await tx
    .selectFrom('paymentOrder')
    .where('idempotencyKey', '=', key)
    .select(['id', 'requestHash'])
    .executeTakeFirst()
  if (existingId && existingId.requestHash !== hash) throw buildRefusal('idempotency.differentBody')
  return existingId?.id
}

/** Only to an account in the name of a holder, of those that take payments: who may only act on the account is paid none of it. */
const assertPayoutBankAccount = async (tx: Kysely<DB>, { params, body }: WithdrawalInput): Promise<void> => {
  const known = await tx
    .selectFrom('clientBankAccount as k')
    .innerJoin('accountHolder as h', 'h.clientId', 'k.clientId')
    .where('k.id', '=', body.bankAccountId)
    .where('k.clientId', '=', params.clientId)
    .where('k.isPayout', '=', true)
    .where('h.accountId', '=', params.accountId)
    .where('h.role', '<>', 'authorised')
    .select('k.id')
    // Whoever ends it waits for this request, and sees it; or this one sees that it has ended.
    .forShare('k')
    .executeTakeFirst()
  if (!known) throw buildRefusal('request.invalid', { fields: { bankAccountId: 'unknown' } })
}

const assertPenaltyAgreed = (penalty: bigint, agreed = '0.00'): void => {
  if (penalty !== toCents(agreed))
    throw buildRefusal('withdrawal.penaltyChanged', { fields: { penalty: centsToAmount(penalty) } })
}

/**
 * The insert itself holds the money: the trigger `hold_payment` adds it to `account_balance.reserved`, whose constraints refuse what is not
 * there (`account.overdrawn`). The key's index refuses the same key with another body.
 */
const insertPaymentOrder = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { params, body, key }: WithdrawalInput,
  { at, penalty }: { at: string; penalty: string },
): Promise<string> => {
  const { allSigned, ...requested } = body
  const { id } = await tx
    .insertInto('paymentOrder')
    .values({
      kind: 'withdrawal',
      ...params,
      ...requested,
      penalty,
      state: 'requested',
      idempotencyKey: key,
      requestHash: requestHash({ params, body }),
      requestedBy: ctx.person.userId,
      requestedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw toLedgerRefusal(error)
    })
  await insertPaymentStep(tx, id, { state: 'requested', at, userId: ctx.person.userId, reason: body.reason })
  return id
}

/**
 * Asks for the money and holds it: from then on it is nobody else's. Throws `account.notActive`, `account.allSign`, what stops the holders from being
 * paid, `withdrawal.overAvailable`, and what its term keeps from leaving early. A client who is blocked without the law's word is paid with a second person's, whatever the
 * firm wants; and so is whoever asks for more than their role may alone.
 */
export const requestWithdrawal = (
  ctx: Ctx,
  input: WithdrawalInput,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.requestWithdrawal>> =>
  runWrite(ctx.tenant, async (tx) => {
    const { params, body, key } = input
    const account = await lockVisibleAccount(tx, ctx, params)
    const existingId = await findByIdempotencyKey(tx, key, requestHash({ params, body }))
    if (existingId) return { paymentId: existingId }
    if (!withdrawableStatuses.includes(account.status)) throw buildRefusal('account.notActive')
    const verdict = (await findAccountsEligibility(tx, [account.id], ctx.businessDate)).get(account.id)!.out
    assertOperationAllowed(verdict)
    const signed = await assertAllHoldersSigned(tx, [account.id], body.allSigned)
    await assertPayoutBankAccount(tx, input)
    assertWithinAvailable(account, body.amount, 0n)
    const penalty = await findWithdrawalPenalty(tx, ctx, account, body.amount)
    assertWithinAvailable(account, body.amount, penalty)
    assertPenaltyAgreed(penalty, body.penalty)

    const { isOverLimit, letGo } = await checkWithdrawalLimit(
      tx,
      { ...ctx, role: ctx.person.role },
      { accountId: account.id, amount: body.amount },
    )
    const now = deps.clock()
    const paymentId = await insertPaymentOrder(tx, ctx, input, {
      at: new Date(now).toISOString(),
      penalty: centsToAmount(penalty),
    })
    const { managerId, cvl } = await findClientAssignment(tx, params.clientId)
    const left = centsToAmount(toCents(account.balance) - toCents(account.reserved) - toCents(body.amount) - penalty)
    await recordAuditEvent(tx, ctx, {
      action: 'withdrawal.requested',
      entity: 'payment',
      entityId: paymentId,
      after: {
        account: account.number,
        amount: body.amount,
        availableAfter: left,
        ...(penalty > 0n && { penalty: centsToAmount(penalty) }),
        ...toSignatureNote(signed, account.id),
      },
    })
    const { approvalId } = await proposeForApproval(
      tx,
      ctx,
      withdrawalTask,
      {
        payload: { paymentId },
        reason: body.reason,
        entity: 'payment',
        entityId: paymentId,
        params: { who: cvl, account: account.number, amount: body.amount },
        before: { available: centsToAmount(toCents(left) + toCents(body.amount) + penalty) },
        after: {
          amount: body.amount,
          ...(penalty > 0n && { penalty: centsToAmount(penalty) }),
          available: left,
          ...(toCents(letGo) > 0n && { letGo }),
          ...toSignatureNote(signed, account.id),
        },
        about: { clientId: params.clientId },
        assigneeId: managerId,
        always: verdict.withApproval || isOverLimit,
      },
      now,
    )
    if (approvalId) await tx.updateTable('paymentOrder').set({ approvalId }).where('id', '=', paymentId).execute()
    return { paymentId }
  })

import type { Kysely } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { requestWithdrawal as contract } from '#contract/payments.ts'
import type { DB } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { findPenalty, refuseOverAvailable } from '#server/domain/early-withdrawal.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { noteStep } from '#server/domain/payment-orders.ts'
import { refusalOfLedger, wishHash } from '#server/domain/post-journal.ts'
import { notedAs, signedByAll } from '#server/domain/signatures.ts'
import { judgeWithdrawal } from '#server/domain/withdrawal-limit.ts'
import { withdrawalTask } from './withdrawal-task.ts'

/** Money is in an account that is open, and in one that has yet to open: what came for nothing goes back. */
const holding: readonly string[] = ['active', 'pending', 'draft']

type Input = Parsed<typeof contract>

/** The order that this key has made; refused where it was made of another wish. */
const findMade = async (tx: Kysely<DB>, key: string, hash: string): Promise<string | undefined> => {
  const made = await tx
    .selectFrom('paymentOrder')
    .where('idempotencyKey', '=', key)
    .select(['id', 'requestHash'])
    .executeTakeFirst()
  if (made && made.requestHash !== hash) throw refuse('idempotency.differentBody')
  return made?.id
}

/** Only to an account in the name of a holder, of those that take payments: who may only act on the account is paid none of it. */
const refuseOtherBankAccount = async (tx: Kysely<DB>, { params, body }: Input): Promise<void> => {
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
  if (!known) throw refuse('request.invalid', { fields: { bankAccountId: 'unknown' } })
}

const insertOrder = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { params, body, key }: Input,
  { at, penalty }: { at: string; penalty: string },
): Promise<string> => {
  const { allSigned: _, ...wanted } = body
  const { id } = await tx
    .insertInto('paymentOrder')
    .values({
      kind: 'withdrawal',
      ...params,
      ...wanted,
      penalty,
      state: 'requested',
      idempotencyKey: key,
      requestHash: wishHash({ params, body }),
      requestedBy: ctx.person.userId,
      requestedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw refusalOfLedger(error)
    })
  await noteStep(tx, id, { state: 'requested', at, userId: ctx.person.userId, reason: body.reason })
  return id
}

const whoLooksAfter = (tx: Kysely<DB>, clientId: string) =>
  tx
    .selectFrom('clientList as l')
    .innerJoin('client', 'client.id', 'l.clientId')
    .where('l.clientId', '=', clientId)
    .select(['l.managerId', 'client.cvl'])
    .executeTakeFirstOrThrow()

/**
 * Asks for the money and holds it: from then on it is nobody else's. Throws `account.notActive`, `account.allSign`, what stops the holders from being
 * paid, `withdrawal.overAvailable`, and what its term keeps from leaving early. A client who is blocked without the law's word is paid with a second person's, whatever the
 * firm wants; and so is whoever asks for more than their role may alone.
 */
export const requestWithdrawal = (ctx: Ctx, input: Input, { serving }: Raw): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { params, body, key } = input
    const account = await lockVisibleAccount(tx, ctx, params)
    const made = await findMade(tx, key, wishHash({ params, body }))
    if (made) return { paymentId: made }
    if (!holding.includes(account.status)) throw refuse('account.notActive')
    const verdict = (await findAccountsCanOperate(tx, [account.id], ctx.businessDate)).get(account.id)!.out
    refuseUnlessAllowed(verdict)
    const signed = await signedByAll(tx, [account.id], body.allSigned)
    await refuseOtherBankAccount(tx, input)
    refuseOverAvailable(account, body.amount, 0n)
    const penalty = await findPenalty(tx, ctx, account, body.amount)
    refuseOverAvailable(account, body.amount, penalty)
    if (penalty !== centsOf(body.penalty ?? '0.00'))
      throw refuse('withdrawal.penaltyChanged', { fields: { penalty: moneyOf(penalty) } })

    const { isOverLimit, letGo } = await judgeWithdrawal(
      tx,
      { role: ctx.person.role, businessDate: ctx.businessDate },
      { accountId: account.id, amount: body.amount },
    )
    const now = serving.clock()
    const paymentId = await insertOrder(tx, ctx, input, {
      at: new Date(now).toISOString(),
      penalty: moneyOf(penalty),
    })
    const { managerId, cvl } = await whoLooksAfter(tx, params.clientId)
    const left = moneyOf(centsOf(account.balance) - centsOf(account.reserved) - centsOf(body.amount) - penalty)
    await audit(tx, ctx, {
      action: 'withdrawal.requested',
      entity: 'payment',
      entityId: paymentId,
      after: {
        ...{ account: account.number, amount: body.amount, availableAfter: left },
        ...(penalty > 0n && { penalty: moneyOf(penalty) }),
        ...notedAs(signed, account.id),
      },
    })
    const { approvalId } = await propose(
      tx,
      ctx,
      withdrawalTask,
      {
        payload: { paymentId },
        reason: body.reason,
        entity: 'payment',
        entityId: paymentId,
        params: { who: cvl, account: account.number, amount: body.amount },
        before: { available: moneyOf(centsOf(left) + centsOf(body.amount) + penalty) },
        after: {
          amount: body.amount,
          ...(penalty > 0n && { penalty: moneyOf(penalty) }),
          available: left,
          ...(centsOf(letGo) > 0n && { letGo }),
          ...notedAs(signed, account.id),
        },
        about: { clientId: params.clientId },
        liesWith: managerId,
        always: verdict.withApproval || isOverLimit,
      },
      now,
    )
    if (approvalId) await tx.updateTable('paymentOrder').set({ approvalId }).where('id', '=', paymentId).execute()
    return { paymentId }
  })

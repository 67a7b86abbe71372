import { type Kysely, sql } from 'kysely'
import type { DB, MaturityInstruction } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertOperationAllowed, findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { createPaymentOrder } from '#server/domain/payment-orders.ts'
import { hasPendingPayoutApproval, payoutTask } from '#server/domain/payout-task.ts'
import { postJournal, refreshClientList } from '#server/domain/post-journal.ts'
import { findRenewalOffer, maturityJournalSource, openRenewedAccount } from '#server/domain/renewal.ts'

/** What waits in the payable of an account whose term is over, locked; 404 where nothing does, `payment.asked` where somebody is asked to let it go. */
export const lockSuspendedMaturity = async (tx: Kysely<DB>, accountId: string) => {
  await lockAccounts(tx, [accountId])
  const suspended = await tx
    .selectFrom('maturity as m')
    .innerJoin('account as a', 'a.id', 'm.accountId')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('client', 'client.id', 'a.clientId')
    .innerJoin('clientList as l', 'l.clientId', 'a.clientId')
    .where('m.accountId', '=', accountId)
    .where('m.outcome', '=', 'parked')
    .where('m.releasedAt', 'is', null)
    .select(['m.payable', 'm.journalId', 'm.renewed', 'a.id', 'a.number', 'a.clientId', 'client.cvl', 'l.managerId'])
    .select(['a.productId', 'a.transferProductId', 'a.termMonths', 'a.zoneId', 'a.officeId', 'a.signature'])
    .select(sql<MaturityInstruction>`coalesce(a.instruction, p.default_instruction)`.as('instruction'))
    .forUpdate('m')
    .executeTakeFirst()
  if (!suspended?.journalId) throw buildRefusal('notFound')
  const { journalId } = suspended
  if (await hasPendingPayoutApproval(tx, journalId)) throw buildRefusal('payment.asked')
  return { ...suspended, journalId }
}
type SuspendedMaturity = Awaited<ReturnType<typeof lockSuspendedMaturity>>

/**
 * The money leaves with the next batch of payments: at once where nothing stands against it any more, else by a second person's word, which takes
 * a reason. Answers the approval that it waits for.
 */
export const paySuspendedMaturity = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  suspended: SuspendedMaturity,
  { reason, now }: { reason: string | undefined; now: number },
): Promise<string | null> => {
  const { id: accountId, payable: amount, journalId, number, clientId, cvl } = suspended
  const { out } = (await findAccountsEligibility(tx, [accountId], ctx.businessDate)).get(accountId)!
  assertOperationAllowed(out)
  const payload = { accountId, amount, kind: 'maturity', journalId } as const
  if (!out.withApproval) {
    await payoutTask.carryOut(tx, ctx, { payload, approvalId: null, makerId: ctx.person.userId, now })
    return null
  }
  if (reason === undefined) throw buildRefusal('request.invalid', { fields: { reason: 'required' } })
  const { approvalId } = await proposeForApproval(
    tx,
    ctx,
    payoutTask,
    {
      payload,
      reason,
      entity: 'payout',
      entityId: journalId,
      after: { amount },
      always: true,
      params: { who: cvl, account: number, amount },
      about: { clientId },
      assigneeId: suspended.managerId,
    },
    now,
  )
  return approvalId
}

/** Of what waits, what had been put in: the rest is interest. In cents. */
const findSuspendedPrincipal = async (tx: Kysely<DB>, { id, payable }: SuspendedMaturity): Promise<bigint> => {
  const { rows } = await sql<{ principal: string }>`
    select coalesce(-sum(p.amount), 0)::numeric(18, 2) as principal from posting p join journal j on j.id = p.journal_id
     where p.account_id = ${id} and p.ledger = ${ledgers.capital} and is_principal(j.kind)
       and j.kind <> 'maturity' and not (j.source = ${maturityJournalSource} and p.amount > 0)`.execute(tx)
  const principal = toCents(rows[0]!.principal)
  const all = toCents(payable)
  return principal < all ? principal : all
}

/**
 * Renews or transfers what waits, from today on and at the rate of today: in the payable it has earned nothing. What isn't renewed is
 * ordered to be paid. Throws what keeps the holders from renewing, and `maturity.noProduct`, `maturity.amount` or `maturity.noRate`.
 */
export const renewSuspendedMaturity = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  suspended: SuspendedMaturity,
  now: number,
): Promise<void> => {
  const { id: accountId, payable, journalId, instruction } = suspended
  const { renew } = (await findAccountsEligibility(tx, [accountId], ctx.businessDate)).get(accountId)!
  assertOperationAllowed(renew)
  const cents = instruction === 'renew_principal' ? await findSuspendedPrincipal(tx, suspended) : toCents(payable)
  const day = ctx.businessDate
  const offer = await findRenewalOffer(tx, suspended, cents, day)
  if (typeof offer === 'string') throw buildRefusal(`maturity.${offer}`)
  const renewedId = await openRenewedAccount(tx, suspended, { cents, offer, prefix: ctx.prefix, day })
  await postJournal(tx, ctx, {
    kind: 'transfer',
    bookingDate: day,
    valueDate: day,
    key: `${maturityJournalSource}:${accountId}:later:${journalId}`,
    source: maturityJournalSource,
    lines: [
      { ledger: ledgers.payable, accountId, amount: centsToAmount(cents) },
      { ledger: ledgers.capital, accountId: renewedId, amount: centsToAmount(-cents) },
    ],
  })
  const at = new Date(now).toISOString()
  const rest = toCents(payable) - cents
  if (rest > 0n)
    await createPaymentOrder(tx, { accountId, amount: centsToAmount(rest), kind: 'maturity', journalId }, at)
  const outcome = instruction === 'transfer' ? 'transferred' : 'renewed'
  const renewed = centsToAmount(toCents(suspended.renewed) + cents)
  await tx
    .updateTable('maturity')
    .set({ outcome, renewedId, renewed, payable: centsToAmount(rest), releasedAt: at })
    .where('accountId', '=', accountId)
    .execute()
  const after = { outcome, renewedId, renewed: centsToAmount(cents), payable: centsToAmount(rest) }
  await recordAuditEvent(tx, ctx, { action: 'maturity.carriedOut', entity: 'account', entityId: accountId, after })
  const holders = await tx.selectFrom('accountHolder').select('clientId').where('accountId', '=', accountId).execute()
  await refreshClientList(
    tx,
    holders.map(({ clientId }) => clientId),
  )
}

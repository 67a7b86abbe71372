import { type Kysely, sql } from 'kysely'
import type { DB, MaturityInstruction } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { propose } from '#server/domain/approvals.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { orderPayment } from '#server/domain/payment-orders.ts'
import { isPayoutAsked, payoutTask } from '#server/domain/payout-task.ts'
import { postJournal, refreshClients } from '#server/domain/post-journal.ts'
import { findRenewalOffer, maturitySource, openRenewedAccount } from '#server/domain/renewal.ts'

/** What waits in the payable of an account whose term is over, locked; 404 where nothing does, `payment.asked` where somebody is asked to let it go. */
export const lockParked = async (tx: Kysely<DB>, accountId: string) => {
  await lockAccounts(tx, [accountId])
  const parked = await tx
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
  if (!parked?.journalId) throw refuse('notFound')
  const { journalId } = parked
  if (await isPayoutAsked(tx, journalId)) throw refuse('payment.asked')
  return { ...parked, journalId }
}
type Parked = Awaited<ReturnType<typeof lockParked>>

/**
 * The money leaves with the next batch of payments: at once where nothing stands against it any more, else by a second person's word, which takes
 * a reason. Answers the approval that it waits for.
 */
export const payParked = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  parked: Parked,
  { reason, now }: { reason: string | undefined; now: number },
): Promise<string | null> => {
  const { id: accountId, payable: amount, journalId, number, clientId, cvl } = parked
  const { out } = (await findAccountsCanOperate(tx, [accountId], ctx.businessDate)).get(accountId)!
  refuseUnlessAllowed(out)
  const payload = { accountId, amount, kind: 'maturity', journalId } as const
  if (!out.withApproval) {
    await payoutTask.carryOut(tx, ctx, { payload, approvalId: null, makerId: ctx.person.userId, now })
    return null
  }
  if (reason === undefined) throw refuse('request.invalid', { fields: { reason: 'required' } })
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
  return approvalId
}

/** Of what waits, what had been put in: the rest is interest. In cents. */
const findPrincipal = async (tx: Kysely<DB>, { id, payable }: Parked): Promise<bigint> => {
  const { rows } = await sql<{ principal: string }>`
    select coalesce(-sum(p.amount), 0)::numeric(18, 2) as principal from posting p join journal j on j.id = p.journal_id
     where p.account_id = ${id} and p.ledger = ${ledgers.capital} and is_principal(j.kind)
       and j.kind <> 'maturity' and not (j.source = ${maturitySource} and p.amount > 0)`.execute(tx)
  const [principal, all] = [centsOf(rows[0]!.principal), centsOf(payable)]
  return principal < all ? principal : all
}

/**
 * Renews or transfers what waits, from today on and at the rate of today: in the payable it has earned nothing. What isn't renewed is
 * ordered to be paid. Throws what keeps the holders from renewing, and `maturity.noProduct`, `maturity.amount` or `maturity.noRate`.
 */
export const renewParked = async (tx: Kysely<DB>, ctx: Ctx, parked: Parked, now: number): Promise<void> => {
  const { id: accountId, payable, journalId, instruction } = parked
  const { renew } = (await findAccountsCanOperate(tx, [accountId], ctx.businessDate)).get(accountId)!
  refuseUnlessAllowed(renew)
  const cents = instruction === 'renew_principal' ? await findPrincipal(tx, parked) : centsOf(payable)
  const day = ctx.businessDate
  const offer = await findRenewalOffer(tx, parked, cents, day)
  if (typeof offer === 'string') throw refuse(`maturity.${offer}`)
  const renewedId = await openRenewedAccount(tx, parked, { cents, offer, prefix: ctx.prefix, day })
  await postJournal(tx, ctx, {
    kind: 'transfer',
    bookingDate: day,
    valueDate: day,
    key: `${maturitySource}:${accountId}:later:${journalId}`,
    source: maturitySource,
    lines: [
      { ledger: ledgers.payable, accountId, amount: moneyOf(cents) },
      { ledger: ledgers.capital, accountId: renewedId, amount: moneyOf(-cents) },
    ],
  })
  const at = new Date(now).toISOString()
  const rest = centsOf(payable) - cents
  if (rest > 0n) await orderPayment(tx, { accountId, amount: moneyOf(rest), kind: 'maturity', journalId }, at)
  const outcome = instruction === 'transfer' ? 'transferred' : 'renewed'
  const renewed = moneyOf(centsOf(parked.renewed) + cents)
  await tx
    .updateTable('maturity')
    .set({ outcome, renewedId, renewed, payable: moneyOf(rest), releasedAt: at })
    .where('accountId', '=', accountId)
    .execute()
  const after = { outcome, renewedId, renewed: moneyOf(cents), payable: moneyOf(rest) }
  await audit(tx, ctx, { action: 'maturity.carriedOut', entity: 'account', entityId: accountId, after })
  const holders = await tx.selectFrom('accountHolder').select('clientId').where('accountId', '=', accountId).execute()
  await refreshClients(
    tx,
    holders.map(({ clientId }) => clientId),
  )
}

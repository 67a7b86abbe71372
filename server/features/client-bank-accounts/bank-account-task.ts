import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { toCents } from '#rules/cents.ts'
import { toSearchNumber } from '#rules/search-text.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent, recordAuditEvents } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findApproverRole } from '#server/domain/approver-role.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { isSumAboveWithdrawalLimit } from '#server/domain/withdrawal-limit.ts'
import { findBankAccountDoubts, hasBankAccountDoubts, toDoubtFacts } from './bank-account-doubts.ts'
import {
  assertAccountCanEnd,
  getAccount,
  getDefaultAccount,
  type LockedBankAccounts,
  lockBankAccounts,
  lockPendingPayments,
  lockUnnamedPayments,
  sumRedirectedPayments,
} from './locked-accounts.ts'
import { notifyBankAccountChange } from './notify-bank-account-change.ts'
import { findBankChange, hasUnchangedBankAccounts, isChangePending, type RequestedChange } from './requested-change.ts'

type ChangeContext = { tx: Kysely<DB>; doer: Actor; change: RequestedChange; known: LockedBankAccounts; at: string }

/** There is one default at any moment: the one before gives way first. */
const clearDefaultAccount = (tx: Kysely<DB>, clientId: string) =>
  tx
    .updateTable('clientBankAccount')
    .set({ isDefault: false })
    .where('clientId', '=', clientId)
    .where('isDefault', '=', true)
    .execute()

/** The number is one more by which the client is found. */
const addSearchableNumber = (tx: Kysely<DB>, clientId: string, number: string) =>
  tx
    .updateTable('clientSearch')
    .set({ bankText: sql`trim(bank_text || ' ' || ${toSearchNumber(number)})` })
    .where('clientId', '=', clientId)
    .where(sql<boolean>`not ${toSearchNumber(number)} = any(string_to_array(bank_text, ' '))`)
    .execute()

const executeAdd = async ({ tx, doer: actor, change, at }: ChangeContext): Promise<string> => {
  const { clientId, number, holder, makesDefault } = change
  if (makesDefault) await clearDefaultAccount(tx, clientId)
  const { id, isDefault } = await tx
    .insertInto('clientBankAccount')
    .values({ clientId, number, holder, knownSince: at, isDefault: makesDefault })
    .returning(['id', 'isDefault'])
    .executeTakeFirstOrThrow()
  await addSearchableNumber(tx, clientId, number)
  await recordAuditEvent(tx, actor, {
    action: 'client.bankAccountAdded',
    entity: 'client',
    entityId: clientId,
    after: {
      bankAccount: maskAccountNumber(number),
      ...(isDefault && { defaultAccount: maskAccountNumber(number) }),
      ...toDoubtFacts(change),
    },
  })
  return id
}

const executeMakeDefault = async ({
  tx,
  doer: actor,
  change,
  known: lockedAccounts,
  at,
}: ChangeContext): Promise<string> => {
  const { clientId, bankAccountId } = change
  const account = getAccount(lockedAccounts, bankAccountId!)
  const before = getDefaultAccount(lockedAccounts)
  await clearDefaultAccount(tx, clientId)
  await tx
    .updateTable('clientBankAccount')
    .set({ isPayout: true, isDefault: true, ...(!account.isPayout && { knownSince: at }) })
    .where('id', '=', account.id)
    .execute()
  await recordAuditEvent(tx, actor, {
    action: 'client.bankAccountDefault',
    entity: 'client',
    entityId: clientId,
    ...(before && { before: { defaultAccount: maskAccountNumber(before.number) } }),
    after: { defaultAccount: maskAccountNumber(account.number) },
  })
  return account.id
}

/** Payments that named the account go to the other one. What was cleared was cleared for the number that somebody read. */
const redirectPayments = async (
  { tx, doer: actor }: ChangeContext,
  orderIds: readonly string[],
  to: string,
  number: string,
): Promise<void> => {
  await tx
    .updateTable('paymentOrder')
    .set({ bankAccountId: to, clearanceId: null })
    .where('id', '=', sql<string>`any(${[...orderIds]}::bigint[])`)
    .execute()
  const after = { bankAccount: maskAccountNumber(number) }
  await recordAuditEvents(
    tx,
    actor,
    orderIds.map((entityId) => ({ action: 'payment.redirected', entity: 'payment', entityId, after })),
  )
}

const executeEnd = async (work: ChangeContext): Promise<string> => {
  const { tx, doer: actor, change, known: lockedAccounts, at } = work
  const { clientId, bankAccountId, takesOverId } = change
  const account = getAccount(lockedAccounts, bankAccountId!)
  const pendingPayments = await lockPendingPayments(tx, clientId, account.id)
  assertAccountCanEnd(lockedAccounts, account, takesOverId, pendingPayments)
  const heir = takesOverId === null ? null : getAccount(lockedAccounts, takesOverId)
  await tx.updateTable('clientBankAccount').set({ isPayout: false, endedAt: at }).where('id', '=', account.id).execute()
  if (heir && account.isDefault)
    await tx.updateTable('clientBankAccount').set({ isDefault: true }).where('id', '=', heir.id).execute()
  const named = pendingPayments.filter((order) => order.named).map(({ id }) => id)
  if (heir && named.length > 0) await redirectPayments(work, named, heir.id, heir.number)
  await recordAuditEvent(tx, actor, {
    action: 'client.bankAccountEnded',
    entity: 'client',
    entityId: clientId,
    before: { bankAccount: maskAccountNumber(account.number) },
    after: { payments: pendingPayments.length, ...(heir && { takesOver: maskAccountNumber(heir.number) }) },
  })
  return account.id
}

/** The bank account to which the change leads money; undefined where it leads none anywhere. */
const getTargetAccount = (
  { kind, number, holder, bankAccountId, takesOverId }: RequestedChange,
  lockedAccounts: LockedBankAccounts,
) => {
  if (kind === 'add') return { number, holder }
  const targetId = kind === 'end' ? takesOverId : bankAccountId
  return targetId === null ? undefined : getAccount(lockedAccounts, targetId)
}

/** What speaks against it is what spoke against it when it was proposed; where anything does, it was decided as a guarded change. */
const assertDoubtsUnchanged = async (
  { tx, change, known: lockedAccounts }: ChangeContext,
  approvalId: string | null,
): Promise<void> => {
  const target = getTargetAccount(change, lockedAccounts)
  if (!target) return
  // Of two who are given the same number at once, the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || 'bank account ' || ${target.number}, 0))`.execute(
    tx,
  )
  const doubts = await findBankAccountDoubts(tx, change.clientId, target)
  const { sameNumber, sameOfJoint, otherHolder } = doubts
  const isSo =
    sameNumber === change.sameNumber && sameOfJoint === change.sameOfJoint && otherHolder === change.otherHolder
  if (!isSo || (hasBankAccountDoubts(doubts) && !(await isApprovalGuarded(tx, approvalId))))
    throw buildRefusal('approval.changedSince')
}

const isApprovalGuarded = async (tx: Kysely<DB>, approvalId: string | null): Promise<boolean> => {
  const approval = await tx.selectFrom('approval').where('id', '=', approvalId).select('guarded').executeTakeFirst()
  return approval?.guarded === true
}

/** No more money is led elsewhere than was shown, nor more than whoever decides may let go. */
const assertRedirectedUnchanged = async (
  { tx, doer: actor, change }: ChangeContext,
  { shown, approvalId }: { shown: string; approvalId: string | null },
): Promise<void> => {
  const { kind, clientId, makesDefault, bankAccountId } = change
  if (kind === 'add' && !makesDefault) return
  const { amount } = sumRedirectedPayments(
    kind === 'end' ? await lockPendingPayments(tx, clientId, bankAccountId!) : await lockUnnamedPayments(tx, clientId),
  )
  if (toCents(amount) > toCents(shown)) throw buildRefusal('approval.changedSince')
  const role = approvalId ? await findApproverRole(tx, actor, approvalId) : actor.person.role
  if (await isSumAboveWithdrawalLimit(tx, { role, businessDate: actor.businessDate }, amount))
    throw buildRefusal('bankAccount.overLimit')
}

const changeExecutors = { add: executeAdd, default: executeMakeDefault, end: executeEnd }

/** What carries a change out refuses as a change does that was made on something else. */
const rethrowAsChanged = (error: unknown): never => {
  const { code } = error as { code?: string }
  throw code === 'notFound' || code === 'request.invalid' ? buildRefusal('approval.changedSince') : error
}

/** Where a client is paid. Whoever lets money go decides where it goes to as well, up to their limit; somebody else's account is direction's to decide on. */
export const bankAccountTask: ApprovalTask<'bankAccount', { changeId: string; amount?: string }> = {
  name: 'bankAccount',
  module: 'bt_Retiradas',
  secondFactor: true,
  getRecordPath: (clientId) => clientId && `/clientes/${clientId}`,
  carryOut: async (tx, actor, { payload: { changeId, amount: shown = '0.00' }, approvalId, makerId, now }) => {
    const clientId = (await findBankChange(tx, changeId, 'asked'))?.clientId
    if (!clientId) throw buildRefusal('approval.changedSince')
    const lockedAccounts = await lockBankAccounts(tx, clientId)
    // Read again: whoever held the client may have decided it.
    const change = await findBankChange(tx, changeId, 'asked')
    if (!change || !hasUnchangedBankAccounts(change, lockedAccounts)) throw buildRefusal('approval.changedSince')
    const at = new Date(now).toISOString()
    const work = { tx, doer: actor, change, known: lockedAccounts, at }
    await assertDoubtsUnchanged(work, approvalId).catch(rethrowAsChanged)
    await assertRedirectedUnchanged(work, { shown, approvalId })
    const bankAccountId = await changeExecutors[change.kind](work).catch(rethrowAsChanged)
    await tx
      .updateTable('clientBankChange')
      .set({ state: 'done', doneAt: at, bankAccountId })
      .where('id', '=', changeId)
      .execute()
    await notifyBankAccountChange(tx, change, makerId)
  },
  discardChange: async (tx, { payload: { changeId } }) => {
    await tx
      .updateTable('clientBankChange')
      .set({ state: 'dropped' })
      .where('id', '=', changeId)
      .where('state', '=', 'asked')
      .execute()
  },
  restoreChange: async (tx, _actor, { payload: { changeId } }) => {
    const clientId = (await findBankChange(tx, changeId, 'dropped'))?.clientId
    if (!clientId) throw buildRefusal('approval.rejectionFinal')
    const lockedAccounts = await lockBankAccounts(tx, clientId)
    // Read again: whoever held the client may have restored it.
    const change = await findBankChange(tx, changeId, 'dropped')
    if (!change || !hasUnchangedBankAccounts(change, lockedAccounts)) throw buildRefusal('approval.rejectionFinal')
    if (await isChangePending(tx, clientId, change)) throw buildRefusal('approval.replaced')
    await tx.updateTable('clientBankChange').set({ state: 'asked' }).where('id', '=', changeId).execute()
  },
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsOf } from '#rules/cents.ts'
import { searchNumber } from '#rules/search-text.ts'
import { audit, auditAll } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { deciderRole } from '#server/domain/decider-role.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { isSumOverLimit } from '#server/domain/withdrawal-limit.ts'
import { findDoubts, isDoubtful, shownDoubts } from './doubts.ts'
import {
  accountIn,
  defaultOf,
  judgeEnd,
  type Known,
  lockBankAccounts,
  lockUnnamed,
  lockWaiting,
  sumOf,
} from './known-accounts.ts'
import { tellOfChange } from './tell-of-change.ts'

const findAsked = (tx: Kysely<DB>, changeId: string) =>
  tx
    .selectFrom('clientBankChange')
    .where('id', '=', changeId)
    .where('state', '=', 'asked')
    .select(['id', 'clientId', 'kind', 'bankAccountId', 'number', 'holder', 'makesDefault', 'takesOverId', 'defaultId'])
    .select(['sameNumber', 'sameOfJoint', 'otherHolder'])
    .executeTakeFirst()
type Change = NonNullable<Awaited<ReturnType<typeof findAsked>>>
type Work = { tx: Kysely<DB>; doer: Doer; change: Change; known: Known; at: string }

/** There is one default at any moment: the one before gives way first. */
const clearDefault = (tx: Kysely<DB>, clientId: string) =>
  tx
    .updateTable('clientBankAccount')
    .set({ isDefault: false })
    .where('clientId', '=', clientId)
    .where('isDefault', '=', true)
    .execute()

/** The number is one more by which the client is found. */
const findableBy = (tx: Kysely<DB>, clientId: string, number: string) =>
  tx
    .updateTable('clientSearch')
    .set({ bankText: sql`trim(bank_text || ' ' || ${searchNumber(number)})` })
    .where('clientId', '=', clientId)
    .where(sql<boolean>`not ${searchNumber(number)} = any(string_to_array(bank_text, ' '))`)
    .execute()

const add = async ({ tx, doer, change, known, at }: Work): Promise<string> => {
  const { clientId, number, holder, makesDefault } = change
  if (known.some((one) => one.number === number)) throw refuse('approval.changedSince')
  if (makesDefault) await clearDefault(tx, clientId)
  const { id, isDefault } = await tx
    .insertInto('clientBankAccount')
    .values({ clientId, number, holder, knownSince: at, isDefault: makesDefault })
    .returning(['id', 'isDefault'])
    .executeTakeFirstOrThrow()
  await findableBy(tx, clientId, number)
  await audit(tx, doer, {
    action: 'client.bankAccountAdded',
    entity: 'client',
    entityId: clientId,
    after: {
      bankAccount: maskedNumber(number),
      ...(isDefault && { defaultAccount: maskedNumber(number) }),
      ...shownDoubts(change),
    },
  })
  return id
}

const makeDefault = async ({ tx, doer, change, known, at }: Work): Promise<string> => {
  const { clientId, bankAccountId } = change
  const account = accountIn(known, bankAccountId!)
  const before = defaultOf(known)
  await clearDefault(tx, clientId)
  await tx
    .updateTable('clientBankAccount')
    .set({ isPayout: true, isDefault: true, ...(!account.isPayout && { knownSince: at }) })
    .where('id', '=', account.id)
    .execute()
  await audit(tx, doer, {
    action: 'client.bankAccountDefault',
    entity: 'client',
    entityId: clientId,
    ...(before && { before: { defaultAccount: maskedNumber(before.number) } }),
    after: { defaultAccount: maskedNumber(account.number) },
  })
  return account.id
}

/** Payments that named the account go to the other one. What was cleared was cleared for the number that somebody read. */
const redirect = async ({ tx, doer }: Work, orderIds: readonly string[], to: string, number: string): Promise<void> => {
  await tx
    .updateTable('paymentOrder')
    .set({ bankAccountId: to, clearanceId: null })
    .where('id', '=', sql<string>`any(${[...orderIds]}::bigint[])`)
    .execute()
  const after = { bankAccount: maskedNumber(number) }
  await auditAll(
    tx,
    doer,
    orderIds.map((entityId) => ({ action: 'payment.redirected', entity: 'payment', entityId, after })),
  )
}

const end = async (work: Work): Promise<string> => {
  const { tx, doer, change, known, at } = work
  const { clientId, bankAccountId, takesOverId } = change
  const account = accountIn(known, bankAccountId!)
  const waiting = await lockWaiting(tx, clientId, account.id)
  judgeEnd(known, account, takesOverId, waiting)
  const heir = takesOverId === null ? null : accountIn(known, takesOverId)
  await tx.updateTable('clientBankAccount').set({ isPayout: false, endedAt: at }).where('id', '=', account.id).execute()
  if (heir && account.isDefault)
    await tx.updateTable('clientBankAccount').set({ isDefault: true }).where('id', '=', heir.id).execute()
  const named = waiting.filter((order) => order.named).map(({ id }) => id)
  if (heir && named.length > 0) await redirect(work, named, heir.id, heir.number)
  await audit(tx, doer, {
    action: 'client.bankAccountEnded',
    entity: 'client',
    entityId: clientId,
    before: { bankAccount: maskedNumber(account.number) },
    after: { payments: waiting.length, ...(heir && { takesOver: maskedNumber(heir.number) }) },
  })
  return account.id
}

/** The bank account to which the change leads money; undefined where it leads none anywhere. */
const targetOf = ({ kind, number, holder, bankAccountId, takesOverId }: Change, known: Known) => {
  if (kind === 'add') return { number, holder }
  const targetId = kind === 'end' ? takesOverId : bankAccountId
  return targetId === null ? undefined : accountIn(known, targetId)
}

/** What speaks against it is what spoke against it when it was proposed; where anything does, it was decided as a guarded change. */
const assertDoubts = async ({ tx, change, known }: Work, approvalId: string | null): Promise<void> => {
  const target = targetOf(change, known)
  if (!target) return
  // Of two who are given the same number at once, the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || 'bank account ' || ${target.number}, 0))`.execute(
    tx,
  )
  const doubts = await findDoubts(tx, change.clientId, target)
  const { sameNumber, sameOfJoint, otherHolder } = doubts
  const isSo =
    sameNumber === change.sameNumber && sameOfJoint === change.sameOfJoint && otherHolder === change.otherHolder
  if (!isSo || (isDoubtful(doubts) && !(await isGuarded(tx, approvalId)))) throw refuse('approval.changedSince')
}

const isGuarded = async (tx: Kysely<DB>, approvalId: string | null): Promise<boolean> => {
  const approval = await tx.selectFrom('approval').where('id', '=', approvalId).select('guarded').executeTakeFirst()
  return approval?.guarded === true
}

/** No more money is led elsewhere than was shown, nor more than whoever decides may let go. */
const assertMoney = async (
  { tx, doer, change }: Work,
  { shown, approvalId }: { shown: string; approvalId: string | null },
): Promise<void> => {
  const { kind, clientId, makesDefault, bankAccountId } = change
  if (kind === 'add' && !makesDefault) return
  const { amount } = sumOf(
    kind === 'end' ? await lockWaiting(tx, clientId, bankAccountId!) : await lockUnnamed(tx, clientId),
  )
  if (centsOf(amount) > centsOf(shown)) throw refuse('approval.changedSince')
  const role = approvalId ? await deciderRole(tx, doer, approvalId) : doer.person.role
  if (await isSumOverLimit(tx, { role, businessDate: doer.businessDate }, amount)) throw refuse('bankAccount.overLimit')
}

const works = { add, default: makeDefault, end }

/** What carries a change out refuses as a change does that was made on something else. */
const asChanged = (error: unknown): never => {
  const { code } = error as { code?: string }
  throw code === 'notFound' || code === 'request.invalid' ? refuse('approval.changedSince') : error
}

/** Where a client is paid. Whoever lets money go decides where it goes to as well, up to their limit; somebody else's account is direction's to decide on. */
export const bankAccountTask: Task<'bankAccount', { changeId: string; amount?: string }> = {
  name: 'bankAccount',
  module: 'bt_Retiradas',
  secondFactor: true,
  pageOf: (clientId) => clientId && `/clientes/${clientId}`,
  carryOut: async (tx, doer, { payload: { changeId, amount: shown = '0.00' }, approvalId, makerId, now }) => {
    const clientId = (await findAsked(tx, changeId))?.clientId
    if (!clientId) throw refuse('approval.changedSince')
    const known = await lockBankAccounts(tx, clientId)
    // Read again: whoever held the client may have decided it.
    const change = await findAsked(tx, changeId)
    const asSeen =
      change?.kind === 'add' && !change.makesDefault ? true : change?.defaultId === (defaultOf(known)?.id ?? null)
    if (!change || !asSeen) throw refuse('approval.changedSince')
    const at = new Date(now).toISOString()
    const work = { tx, doer, change, known, at }
    await assertDoubts(work, approvalId).catch(asChanged)
    await assertMoney(work, { shown, approvalId })
    const bankAccountId = await works[change.kind](work).catch(asChanged)
    await tx
      .updateTable('clientBankChange')
      .set({ state: 'done', doneAt: at, bankAccountId })
      .where('id', '=', changeId)
      .execute()
    await tellOfChange(tx, change, makerId)
  },
  drop: async (tx, { payload: { changeId } }) => {
    await tx
      .updateTable('clientBankChange')
      .set({ state: 'dropped' })
      .where('id', '=', changeId)
      .where('state', '=', 'asked')
      .execute()
  },
}

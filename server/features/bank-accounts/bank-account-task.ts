import { type Kysely, sql } from 'kysely'
import { searchNumber } from '#db/search-text.ts'
import type { DB } from '#db/types.ts'
import { audit, auditAll } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { findSharing } from './doubts.ts'
import { accountIn, defaultOf, judgeEnd, type Known, lockBankAccounts, lockWaiting } from './known-accounts.ts'
import { tellOfChange } from './tell-of-change.ts'

const findAsked = (tx: Kysely<DB>, changeId: string) =>
  tx
    .selectFrom('clientBankChange')
    .where('id', '=', changeId)
    .where('state', '=', 'asked')
    .select(['id', 'clientId', 'kind', 'bankAccountId', 'number', 'holder', 'makesDefault', 'takesOverId', 'defaultId'])
    .select(['sameNumber', 'sameOfJoint'])
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
  const { clientId, number, holder, makesDefault, sameNumber, sameOfJoint } = change
  // Of two who are given the same number at once, the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || 'bank account ' || ${number}, 0))`.execute(
    tx,
  )
  const sharing = await findSharing(tx, number, clientId)
  const isSo = sharing.sameNumber === sameNumber && sharing.sameOfJoint === sameOfJoint
  if (!isSo || known.some((one) => one.number === number)) throw refuse('approval.changedSince')
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
      ...(sameNumber > 0 && sharing),
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

const works = { add, default: makeDefault, end }

/** What carries a change out refuses as a change does that was made on something else. */
const asChanged = (error: unknown): never => {
  const { code } = error as { code?: string }
  throw code === 'notFound' || code === 'request.invalid' ? refuse('approval.changedSince') : error
}

/** Where a client is paid. Whoever lets money go decides where it goes to as well. */
export const bankAccountTask: Task<{ changeId: string }> = {
  name: 'bankAccount',
  module: 'bt_Retiradas',
  secondFactor: true,
  pageOf: (clientId) => clientId && `/clientes/${clientId}`,
  carryOut: async (tx, doer, { payload: { changeId }, makerId, now }) => {
    const clientId = (await findAsked(tx, changeId))?.clientId
    if (!clientId) throw refuse('approval.changedSince')
    const known = await lockBankAccounts(tx, clientId)
    // Read again: whoever held the client may have decided it.
    const change = await findAsked(tx, changeId)
    const asSeen =
      change?.kind === 'add' && !change.makesDefault ? true : change?.defaultId === (defaultOf(known)?.id ?? null)
    if (!change || !asSeen) throw refuse('approval.changedSince')
    const at = new Date(now).toISOString()
    const bankAccountId = await works[change.kind]({ tx, doer, change, known, at }).catch(asChanged)
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

export const bankAccountTasks: readonly Task[] = [bankAccountTask]

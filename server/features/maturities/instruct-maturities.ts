import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { instructMaturities, undoInstructions } from '#contract/maturities.ts'
import type { DB, MaturityInstruction } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertAllHoldersSigned, toSignatureNote } from '#server/domain/account-signatures.ts'
import { assertNoRelatedAccounts } from '#server/domain/conflict-of-interest.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { findTransferTarget } from '#server/domain/transfer-target.ts'
import { findVisibleAccountIds, resolveWritableAccounts } from './account-selection.ts'
import { lockSuspendedMaturity, paySuspendedMaturity, renewSuspendedMaturity } from './suspended-maturity.ts'

type InstructionChange = { instruction: MaturityInstruction | null; transferProductId: string | null }

/** These accounts, locked, with what is said of them; those whose term is over are parked. Throws `maturity.tooLate`. */
const lockAccountInstructions = async (tx: Kysely<DB>, ids: readonly string[], today: string) => {
  await lockAccounts(tx, ids)
  const accounts = await tx
    .selectFrom('account as a')
    .leftJoin('maturity as m', (join) =>
      join.onRef('m.accountId', '=', 'a.id').on('m.outcome', '=', 'parked').on('m.releasedAt', 'is', null),
    )
    .where('a.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .select(['a.id', 'a.status', 'a.expiresOn', 'a.instruction', 'a.transferProductId'])
    .select(sql<boolean>`m.account_id is not null`.as('parked'))
    .orderBy('a.id')
    .execute()
  const isOpen = ({ status, expiresOn, parked: suspended }: (typeof accounts)[number]) =>
    suspended || (status === 'active' && expiresOn !== null && expiresOn > today)
  if (!accounts.every(isOpen)) throw buildRefusal('maturity.tooLate')
  return accounts
}

/** Carries out what is said of the accounts that wait; answers of how many, and how many of them wait for a second person. */
const executeSuspendedMaturities = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  ids: readonly string[],
  { reason, now }: { reason: string | undefined; now: number },
): Promise<{ carriedOut: number; waiting: number }> => {
  let waiting = 0
  for (const id of ids) {
    const suspended = await lockSuspendedMaturity(tx, id)
    if (suspended.instruction !== 'pay_out') await renewSuspendedMaturity(tx, ctx, suspended, now)
    else if ((await paySuspendedMaturity(tx, ctx, suspended, { reason, now })) !== null) waiting++
  }
  return { carriedOut: ids.length - waiting, waiting }
}

type InstructedAccount = Awaited<ReturnType<typeof lockAccountInstructions>>[number]

/** Says it of these accounts, and notes of each what had been said. */
const updateInstructions = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  accounts: readonly InstructedAccount[],
  change: InstructionChange,
  signed: ReadonlySet<string>,
): Promise<void> => {
  if (accounts.length === 0) return
  await tx
    .updateTable('account')
    .set(change)
    .where('id', '=', sql<string>`any(${accounts.map(({ id }) => id)}::bigint[])`)
    .execute()
  await recordAuditEvents(
    tx,
    ctx,
    accounts.map(({ id, instruction: was, transferProductId: wasTo }) => ({
      action: 'maturity.instructed',
      entity: 'account',
      entityId: id,
      before: { instruction: was, productId: wasTo },
      after: { instruction: change.instruction, productId: change.transferProductId, ...toSignatureNote(signed, id) },
    })),
  )
}

/** The accounts by what had been said of them. */
const groupByInstruction = (accounts: readonly InstructedAccount[]) => {
  const groups = new Map<string, ResponseBody<typeof instructMaturities>['before'][number]>()
  for (const { id, instruction, transferProductId: productId } of accounts) {
    const key = `${instruction} ${productId}`
    const group = groups.get(key) ?? { instruction, productId, accountIds: [] }
    groups.set(key, { ...group, accountIds: [...group.accountIds, id] })
  }
  return [...groups.values()]
}

/**
 * What becomes of some accounts at their maturity: until its eve, and of those that wait since theirs at once. All of them or none. Throws
 * `maturity.tooLate`, `account.allSign`, and for what waits all that keeps it from being paid or renewed today.
 */
export const changeInstructions = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof instructMaturities>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof instructMaturities>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { choice, instruction, allSigned, reason } = body
    const change: InstructionChange = {
      instruction,
      transferProductId: instruction === 'transfer' ? body.productId : null,
    }
    const { ids, own } = await resolveWritableAccounts(tx, ctx, choice)
    if (instruction === 'transfer' && !(await findTransferTarget(tx, change.transferProductId)))
      throw buildRefusal('request.invalid', { fields: { productId: 'unknown' } })
    const accounts = await lockAccountInstructions(tx, ids, ctx.businessDate)
    const other = accounts.filter(
      (one) => one.instruction !== instruction || one.transferProductId !== change.transferProductId,
    )
    const suspended = accounts.filter((one) => one.parked).map(({ id }) => id)
    const instructedIds = new Set([...other.map(({ id }) => id), ...suspended])
    const signed = await assertAllHoldersSigned(tx, [...instructedIds], allSigned)
    await updateInstructions(tx, ctx, other, change, signed)
    const done = await executeSuspendedMaturities(tx, ctx, suspended, { reason, now: deps.clock() })
    const before = groupByInstruction(other.filter((one) => !one.parked))
    return { changed: other.length, ...done, before, leftOut: own.map(({ number }) => number) }
  })

/** Says again what had been said before, as long as nobody has said something else since. */
export const restorePreviousInstructions = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof undoInstructions>,
): Promise<ResponseBody<typeof undoInstructions>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { instruction, productId, before, allSigned } = body
    const ids = before.flatMap(({ accountIds }) => accountIds)
    if (new Set(ids).size < ids.length) throw buildRefusal('request.invalid', { fields: { before: 'invalid' } })
    const seen = await findVisibleAccountIds(tx, ctx, ids)
    await assertNoRelatedAccounts(tx, ctx, seen)
    const accounts = await lockAccountInstructions(tx, seen, ctx.businessDate)
    if (accounts.some(({ parked: suspended }) => suspended)) throw buildRefusal('maturity.tooLate')
    if (accounts.some((one) => one.instruction !== instruction || one.transferProductId !== productId))
      throw buildRefusal('conflict.changed')
    const signed = await assertAllHoldersSigned(tx, ids, allSigned)
    for (const group of before) {
      const isTransfer = group.instruction === 'transfer'
      if (isTransfer && !(await findTransferTarget(tx, group.productId)))
        throw buildRefusal('request.invalid', { fields: { productId: 'unknown' } })
      const mine = accounts.filter(({ id }) => group.accountIds.includes(id))
      const change = { instruction: group.instruction, transferProductId: isTransfer ? group.productId : null }
      await updateInstructions(tx, ctx, mine, change, signed)
    }
    return { changed: accounts.length }
  })

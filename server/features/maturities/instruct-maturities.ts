import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { instructMaturities, restoreInstructions as restoreContract } from '#contract/maturities.ts'
import type { DB, MaturityInstruction } from '#db/types.ts'
import { auditAll } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { notedAs, signedByAll } from '#server/domain/signatures.ts'
import { assertNotOwnAccounts } from '#server/domain/too-near.ts'
import { findTransferTarget } from '#server/domain/transfer-target.ts'
import { chooseWritable, visibleAccounts } from './chosen-accounts.ts'
import { lockParked, payParked, renewParked } from './parked-maturity.ts'

type Change = { instruction: MaturityInstruction | null; transferProductId: string | null }

/** These accounts, locked, with what is said of them; those whose term is over are parked. Throws `maturity.tooLate`. */
const lockInstructed = async (tx: Kysely<DB>, ids: readonly string[], today: string) => {
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
  const isOpen = ({ status, expiresOn, parked }: (typeof accounts)[number]) =>
    parked || (status === 'active' && expiresOn !== null && expiresOn > today)
  if (!accounts.every(isOpen)) throw refuse('maturity.tooLate')
  return accounts
}

/** Carries out what is said of the accounts that wait; answers of how many, and how many of them wait for a second person. */
const carryOutParked = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  ids: readonly string[],
  { reason, now }: { reason: string | undefined; now: number },
): Promise<{ carriedOut: number; waiting: number }> => {
  let waiting = 0
  for (const id of ids) {
    const parked = await lockParked(tx, id)
    if (parked.instruction !== 'pay_out') await renewParked(tx, ctx, parked, now)
    else if ((await payParked(tx, ctx, parked, { reason, now })) !== null) waiting++
  }
  return { carriedOut: ids.length - waiting, waiting }
}

type Instructed = Awaited<ReturnType<typeof lockInstructed>>[number]

/** Says it of these accounts, and notes of each what had been said. */
const setInstruction = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  accounts: readonly Instructed[],
  change: Change,
  signed: ReadonlySet<string>,
): Promise<void> => {
  if (accounts.length === 0) return
  await tx
    .updateTable('account')
    .set(change)
    .where('id', '=', sql<string>`any(${accounts.map(({ id }) => id)}::bigint[])`)
    .execute()
  await auditAll(
    tx,
    ctx,
    accounts.map(({ id, instruction: was, transferProductId: wasTo }) => ({
      ...{ action: 'maturity.instructed', entity: 'account', entityId: id },
      before: { instruction: was, productId: wasTo },
      after: { instruction: change.instruction, productId: change.transferProductId, ...notedAs(signed, id) },
    })),
  )
}

/** The accounts by what had been said of them. */
const groupsOf = (accounts: readonly Instructed[]) => {
  const groups = new Map<string, Answer<typeof instructMaturities>['before'][number]>()
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
export const instruct = (
  ctx: Ctx,
  { body }: Parsed<typeof instructMaturities>,
  { serving }: Raw,
): Promise<Answer<typeof instructMaturities>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { choice, instruction, allSigned, reason } = body
    const change: Change = { instruction, transferProductId: instruction === 'transfer' ? body.productId : null }
    const { ids, own } = await chooseWritable(tx, ctx, choice)
    if (instruction === 'transfer' && !(await findTransferTarget(tx, change.transferProductId)))
      throw refuse('request.invalid', { fields: { productId: 'unknown' } })
    const accounts = await lockInstructed(tx, ids, ctx.businessDate)
    const other = accounts.filter(
      (one) => one.instruction !== instruction || one.transferProductId !== change.transferProductId,
    )
    const parked = accounts.filter((one) => one.parked).map(({ id }) => id)
    const asked = new Set([...other.map(({ id }) => id), ...parked])
    const signed = await signedByAll(tx, [...asked], allSigned)
    await setInstruction(tx, ctx, other, change, signed)
    const done = await carryOutParked(tx, ctx, parked, { reason, now: serving.clock() })
    const before = groupsOf(other.filter((one) => !one.parked))
    return { changed: other.length, ...done, before, leftOut: own.map(({ number }) => number) }
  })

/** Says again what had been said before, as long as nobody has said something else since. */
export const restoreInstructions = (
  ctx: Ctx,
  { body }: Parsed<typeof restoreContract>,
): Promise<Answer<typeof restoreContract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { instruction, productId, before, allSigned } = body
    const ids = before.flatMap(({ accountIds }) => accountIds)
    if (new Set(ids).size < ids.length) throw refuse('request.invalid', { fields: { before: 'invalid' } })
    const seen = await visibleAccounts(tx, ctx, ids)
    await assertNotOwnAccounts(tx, ctx, seen)
    const accounts = await lockInstructed(tx, seen, ctx.businessDate)
    if (accounts.some(({ parked }) => parked)) throw refuse('maturity.tooLate')
    if (accounts.some((one) => one.instruction !== instruction || one.transferProductId !== productId))
      throw refuse('conflict.changed')
    const signed = await signedByAll(tx, ids, allSigned)
    for (const group of before) {
      const isTransfer = group.instruction === 'transfer'
      if (isTransfer && !(await findTransferTarget(tx, group.productId)))
        throw refuse('request.invalid', { fields: { productId: 'unknown' } })
      const mine = accounts.filter(({ id }) => group.accountIds.includes(id))
      const change = { instruction: group.instruction, transferProductId: isTransfer ? group.productId : null }
      await setInstruction(tx, ctx, mine, change, signed)
    }
    return { changed: accounts.length }
  })

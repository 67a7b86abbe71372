import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { instructMaturities, noteMaturityCall, releaseMaturity } from '#contract/maturities.ts'
import type { DB, MaturityInstruction } from '#db/types.ts'
import { audit, auditAll } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { notedAs, signedByAll } from '#server/domain/signatures.ts'
import { assertNotOwnAccounts } from '#server/domain/too-near.ts'
import { findTransferTarget } from '#server/domain/transfer-target.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { matching } from './maturities.queries.ts'
import { lockParked, payParked, renewParked } from './parked-maturity.ts'

const most = 1000

/** Those of these accounts that the call may be about, by ascending id; 404 where one of them isn't. */
const visibleAccounts = async (tx: Kysely<DB>, ctx: Ctx, ids: readonly string[]): Promise<string[]> => {
  const rows = await visibleClients({ db: tx, reaches: ctx.reaches })
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .where('a.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .select('a.id')
    .orderBy('a.id')
    .execute()
  if (rows.length < new Set(ids).size) throw refuse('notFound')
  return rows.map(({ id }) => id)
}

type Choice = Parsed<typeof instructMaturities>['body']['choice']

const chosen = async (tx: Kysely<DB>, ctx: Ctx, choice: Choice): Promise<string[]> => {
  if (choice.by === 'accounts') return visibleAccounts(tx, ctx, choice.accountIds)
  const rows = await matching({ ...ctx, db: tx }, choice.filter)
    .select('a.id')
    .orderBy('a.id')
    .limit(most + 1)
    .execute()
  if (rows.length > most) throw refuse('request.invalid', { fields: { choice: 'too_big' } })
  return rows.map(({ id }) => id)
}

type Change = { instruction: MaturityInstruction; transferProductId: string | null }

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
    const ids = await chosen(tx, ctx, choice)
    await assertNotOwnAccounts(tx, ctx, ids)
    if (instruction === 'transfer' && !(await findTransferTarget(tx, change.transferProductId)))
      throw refuse('request.invalid', { fields: { productId: 'unknown' } })
    const accounts = await lockInstructed(tx, ids, ctx.businessDate)
    const other = accounts.filter(
      (one) => one.instruction !== instruction || one.transferProductId !== change.transferProductId,
    )
    const parked = accounts.filter((one) => one.parked).map(({ id }) => id)
    const changed = other.map(({ id }) => id)
    const signed = await signedByAll(tx, [...new Set([...changed, ...parked])], allSigned)
    await tx.updateTable('account').set(change).where('id', '=', sql<string>`any(${changed}::bigint[])`).execute()
    if (other.length > 0)
      await auditAll(
        tx,
        ctx,
        other.map(({ id, instruction: was, transferProductId: wasTo }) => ({
          ...{ action: 'maturity.instructed', entity: 'account', entityId: id },
          before: { instruction: was, productId: wasTo },
          after: { instruction, productId: change.transferProductId, ...notedAs(signed, id) },
        })),
      )
    const now = serving.clock()
    return { changed: changed.length, ...(await carryOutParked(tx, ctx, parked, { reason, now })) }
  })

export const noteCall = (
  ctx: Ctx,
  { params: { accountId }, body: { calledOn, note } }: Parsed<typeof noteMaturityCall>,
): Promise<{ id: string }> =>
  ctx.db.transaction().execute(async (tx) => {
    await visibleAccounts(tx, ctx, [accountId])
    await assertNotOwnAccounts(tx, ctx, [accountId])
    if (calledOn > ctx.businessDate) throw refuse('request.invalid', { fields: { calledOn: 'future' } })
    const noted = await tx
      .insertInto('maturityCall')
      .values({ accountId, calledOn, note, notedBy: ctx.person.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { calledOn }
    await audit(tx, ctx, { action: 'maturity.called', entity: 'account', entityId: accountId, after })
    return noted
  })

/** What waits leaves with the next batch of payments, whatever its instruction. */
export const release = (
  ctx: Ctx,
  { params: { accountId }, body: { reason } }: Parsed<typeof releaseMaturity>,
  { serving }: Raw,
): Promise<Answer<typeof releaseMaturity>> =>
  ctx.db.transaction().execute(async (tx) => {
    await visibleAccounts(tx, ctx, [accountId])
    await assertNotOwnAccounts(tx, ctx, [accountId])
    const parked = await lockParked(tx, accountId)
    return {
      amount: parked.payable,
      approvalId: await payParked(tx, ctx, parked, { reason, now: serving.clock() }),
    }
  })

import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { type makeBatch as contract, mostInBatch } from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { isoDay, parseDay } from '#rules/calendar.ts'
import { bankClosure } from '#rules/holidays.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { moveOrders } from '#server/domain/payment-orders.ts'
import { ordersToPay, ordersWithWaits } from '#server/domain/payment-waits.ts'
import { wishHash } from '#server/domain/post-journal.ts'
import { noteBatchStep, recount } from './batch-record.ts'
import { countWaiting, matching } from './waiting-orders.ts'

type Input = Parsed<typeof contract>
type Made = Answer<typeof contract>

/** How many days ahead a bank takes a file. */
const daysAhead = 60

/** What the key has made before; refused where that was another wish. */
const findMade = async (tx: Kysely<DB>, { key, body }: Input): Promise<Made | undefined> => {
  const made = await tx
    .selectFrom('paymentBatch')
    .where('idempotencyKey', '=', key)
    .select(['id', 'requestHash', 'orders'])
    .executeTakeFirst()
  if (made && made.requestHash !== wishHash(body)) throw refuse('idempotency.differentBody')
  return made && { batchId: made.id, taken: made.orders, left: 0 }
}

/** The accounts of what was chosen, to be locked; and how many orders were asked for. */
const chosen = async (ctx: Ctx, { choice }: Input['body'], now: number) => {
  if (choice.by === 'orders') {
    const ids = [...new Set(choice.paymentIds)]
    const found = await ordersToPay(ctx)
      .where('o.id', '=', sql<string>`any(${ids}::bigint[])`)
      .select(['o.id', 'o.accountId'])
      .execute()
    if (found.length < ids.length) throw refuse('notFound')
    return { found, asked: ids.length }
  }
  const { total } = await countWaiting(ctx, choice.filter, now)
  // Of those that can't leave, none does.
  if (choice.filter.ready === false) return { found: [], asked: total }
  const found = await matching(ctx, { ...choice.filter, ready: true }, now)
    .select(['o.id', 'o.accountId'])
    .orderBy('o.requestedAt')
    .orderBy('o.id')
    .limit(mostInBatch)
    .execute()
  return { found, asked: total }
}

/** Of these, under their accounts' locks: those that can leave now, with where to. */
const findReady = async (ctx: Ctx, ids: readonly string[], now: number) => {
  const rows = await ordersWithWaits(ctx, now)
    .where('o.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .where('o.state', '=', 'approved')
    .select(['o.id', 'k.id as bankAccountId'])
    .orderBy('o.id')
    .execute()
  return rows.flatMap(({ id, bankAccountId, waits }) =>
    waits === null && bankAccountId !== null ? [{ id, bankAccountId }] : [],
  )
}

const fill = async (
  tx: Kysely<DB>,
  batchId: string,
  ready: Awaited<ReturnType<typeof findReady>>,
  by: { at: string; userId: string },
): Promise<void> => {
  const ids = ready.map(({ id }) => id)
  const banks = ready.map(({ bankAccountId }) => bankAccountId)
  await sql`update payment_order o set bank_account_id = u.bank
    from unnest(${ids}::bigint[], ${banks}::bigint[]) as u (id, bank) where o.id = u.id and o.bank_account_id is distinct from u.bank`.execute(
    tx,
  )
  await moveOrders(tx, ids, { state: 'in_batch', ...by }, { batchId })
  await recount(tx, batchId)
}

/** From today on, on a day on which banks settle payments. */
const assertDay = (payOn: string, { businessDate, prefix }: Ctx): void => {
  if (payOn < businessDate) throw refuse('request.invalid', { fields: { payOn: 'past' } })
  if (payOn > isoDay(parseDay(businessDate) + daysAhead))
    throw refuse('request.invalid', { fields: { payOn: 'too_big' } })
  if (bankClosure(tenantFacts[prefix].country, parseDay(payOn)))
    throw refuse('request.invalid', { fields: { payOn: 'bankClosed' } })
}

/**
 * Puts what was chosen into a new batch, as far as it can leave now; the rest stays where it is, and is counted. Throws `batch.empty`
 * where nothing can.
 */
export const makeBatch = (whole: Ctx, input: Input, { serving }: Raw): Promise<Made> =>
  whole.db.transaction().execute(async (tx) => {
    const { body, key } = input
    // Two at once with one key: the second waits here for what the first one does.
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    const made = await findMade(tx, input)
    if (made) return made
    assertDay(body.payOn, whole)
    const [ctx, now] = [{ ...whole, db: tx }, serving.clock()]
    const { found, asked } = await chosen(ctx, body, now)
    if (found.length === 0) throw refuse('batch.empty')
    await lockAccounts(
      tx,
      found.map(({ accountId }) => accountId),
    )
    const ready = await findReady(
      ctx,
      found.map(({ id }) => id),
      now,
    )
    if (ready.length === 0) throw refuse('batch.empty')
    const by = { at: new Date(now).toISOString(), userId: ctx.person.userId }
    const { id: batchId } = await tx
      .insertInto('paymentBatch')
      .values({
        ...{ fileKind: tenantFacts[ctx.prefix].country === 'MX' ? 'spei' : 'pain.001', payOn: body.payOn },
        ...{ idempotencyKey: key, requestHash: wishHash(body), madeBy: by.userId, madeAt: by.at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteBatchStep(tx, batchId, { state: 'draft', ...by })
    await fill(tx, batchId, ready, by)
    const after = { orders: ready.length, payOn: body.payOn }
    await audit(tx, ctx, { action: 'paymentBatch.made', entity: 'paymentBatch', entityId: batchId, after })
    return { batchId, taken: ready.length, left: asked - ready.length }
  })

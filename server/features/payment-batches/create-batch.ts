import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import * as contract from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { parseDay, shiftDay } from '#rules/calendar.ts'
import { findBankClosure } from '#rules/holidays.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { createFilterDayResolver } from '#server/core/filter-days.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { selectOrdersWithHoldReason, selectVisibleOrders } from '#server/domain/payment-holds.ts'
import { updateOrdersState } from '#server/domain/payment-orders.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { insertBatchStep, updateBatchTotals } from './batch-record.ts'
import { countWaitingOrders, queryMatchingWaitingOrders } from './waiting-orders.ts'

type CreateBatchInput = ParsedRequest<typeof contract.createBatch>
type CreateBatchResult = ResponseBody<typeof contract.createBatch>

/** How many days ahead a bank takes a file. */
const maxDaysAhead = 60

/** What the key has made before; refused where that was another wish. */
const findByIdempotencyKey = async (
  tx: Kysely<DB>,
  { key, body }: CreateBatchInput,
): Promise<CreateBatchResult | undefined> => {
  const existing = await tx
    .selectFrom('paymentBatch')
    .where('idempotencyKey', '=', key)
    .select(['id', 'requestHash', 'orders'])
    .executeTakeFirst()
  if (existing && existing.requestHash !== requestHash(body)) throw buildRefusal('idempotency.differentBody')
  return existing && { batchId: existing.id, taken: existing.orders, left: 0 }
}

const resolveFilterDays = createFilterDayResolver(contract.listWaitingOrders.filters)

/** The accounts of what was chosen, to be locked; and how many orders were asked for. */
const findChosenOrders = async (ctx: Ctx, { choice }: CreateBatchInput['body'], now: number) => {
  if (choice.by === 'orders') {
    const ids = [...new Set(choice.paymentIds)]
    const found = await selectVisibleOrders(ctx)
      .where('o.id', '=', sql<string>`any(${ids}::bigint[])`)
      .select(['o.id', 'o.accountId'])
      .execute()
    if (found.length < ids.length) throw buildRefusal('notFound')
    return { found, requestedCount: ids.length }
  }
  const filter = resolveFilterDays(choice.filter, ctx)
  const { total } = await countWaitingOrders(ctx, filter, { deps: { clock: () => now } })
  // Of those that can't leave, none does.
  if (filter.ready === false) return { found: [], requestedCount: total }
  const found = await queryMatchingWaitingOrders(ctx, { ...filter, ready: true }, now)
    .select(['o.id', 'o.accountId'])
    .orderBy('o.requestedAt')
    .orderBy('o.id')
    .limit(contract.maxPaymentsPerBatch)
    .execute()
  return { found, requestedCount: total }
}

/** Of these, under their accounts' locks: those that can leave now, with where to. */
const findReadyOrders = async (ctx: Ctx, ids: readonly string[], now: number) => {
  const rows = await selectOrdersWithHoldReason(ctx, now)
    .where('o.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .where('o.state', '=', 'approved')
    .select(['o.id', 'k.id as bankAccountId'])
    .orderBy('o.id')
    .execute()
  return rows.flatMap(({ id, bankAccountId, waits }) =>
    waits === null && bankAccountId !== null ? [{ id, bankAccountId }] : [],
  )
}

const addOrdersToBatch = async (
  tx: Kysely<DB>,
  batchId: string,
  ready: Awaited<ReturnType<typeof findReadyOrders>>,
  by: { at: string; userId: string },
): Promise<void> => {
  const ids = ready.map(({ id }) => id)
  const banks = ready.map(({ bankAccountId }) => bankAccountId)
  await sql`update payment_order o set bank_account_id = u.bank
    from unnest(${ids}::bigint[], ${banks}::bigint[]) as u (id, bank) where o.id = u.id and o.bank_account_id is distinct from u.bank`.execute(
    tx,
  )
  await updateOrdersState(tx, ids, { state: 'in_batch', ...by }, { batchId })
  await updateBatchTotals(tx, batchId)
}

/** From today on, on a day on which banks settle payments. */
const assertPaymentDay = (payOn: string, { businessDate, prefix }: Ctx): void => {
  if (payOn < businessDate) throw buildRefusal('request.invalid', { fields: { payOn: 'past' } })
  if (payOn > shiftDay(businessDate, maxDaysAhead))
    throw buildRefusal('request.invalid', { fields: { payOn: 'too_big' } })
  if (findBankClosure(tenantFacts[prefix].country, parseDay(payOn)))
    throw buildRefusal('request.invalid', { fields: { payOn: 'bankClosed' } })
}

/**
 * Puts what was chosen into a new batch, as far as it can leave now; the rest stays where it is, and is counted. Throws `batch.empty`
 * where nothing can.
 */
export const createBatch = (
  requestCtx: Ctx,
  input: CreateBatchInput,
  { deps }: HttpContext,
): Promise<CreateBatchResult> =>
  requestCtx.db.transaction().execute(async (tx) => {
    const { body, key } = input
    // Two at once with one key: the second waits here for what the first one does.
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    const existing = await findByIdempotencyKey(tx, input)
    if (existing) return existing
    assertPaymentDay(body.payOn, requestCtx)
    const ctx = { ...requestCtx, db: tx }
    const now = deps.clock()
    const { found, requestedCount } = await findChosenOrders(ctx, body, now)
    if (found.length === 0) throw buildRefusal('batch.empty')
    await lockAccounts(
      tx,
      found.map(({ accountId }) => accountId),
    )
    const ready = await findReadyOrders(
      ctx,
      found.map(({ id }) => id),
      now,
    )
    if (ready.length === 0) throw buildRefusal('batch.empty')
    const by = { at: new Date(now).toISOString(), userId: ctx.person.userId }
    const { id: batchId } = await tx
      .insertInto('paymentBatch')
      .values({
        fileKind: tenantFacts[ctx.prefix].country === 'MX' ? 'spei' : 'pain.001',
        payOn: body.payOn,
        idempotencyKey: key,
        requestHash: requestHash(body),
        madeBy: by.userId,
        madeAt: by.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertBatchStep(tx, batchId, { state: 'draft', ...by })
    await addOrdersToBatch(tx, batchId, ready, by)
    const after = { orders: ready.length, payOn: body.payOn }
    await recordAuditEvent(tx, ctx, { action: 'paymentBatch.made', entity: 'paymentBatch', entityId: batchId, after })
    return { batchId, taken: ready.length, left: requestedCount - ready.length }
  })

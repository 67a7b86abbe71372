import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { getBatch, listBatches, listBatchOrders } from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { batchIn, orderIn } from '#rules/payment-references.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { orderBy, pageOf } from '#server/core/paging.ts'
import type { Raw } from '#server/core/serve.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { markOtherHolder, payeeNames } from '#server/domain/other-holder.ts'
import { isPaymentFound } from '#server/domain/payment-search.ts'
import { bankChangedAt } from '#server/domain/payment-waits.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { onTheClock } from '#server/reports/on-the-clock.ts'

type BatchFilters = Parsed<typeof listBatches.count>['query']

export const batchSorts: Record<(typeof listBatches.sortable)[number], string> = {
  madeAt: 'b.made_at',
  payOn: 'b.pay_on',
  amount: 'b.amount',
}

/** The batch of that reference, or the one in which the payment of that reference is. */
const isBatchFound = ({ prefix }: Ctx, search: string): RawBuilder<SqlBool> => {
  const reference = search.trim().toUpperCase()
  const [batchId, orderId] = [batchIn(prefix, reference), orderIn(prefix, reference)]
  return sql<SqlBool>`b.id = ${batchId ?? null}::bigint or b.id = (select o.batch_id from payment_order o where o.id = ${orderId ?? null}::bigint)`
}

const matching = (ctx: Ctx, { search, state, from, to }: BatchFilters) =>
  ctx.db
    .selectFrom('paymentBatch as b')
    .$if(!!search, (rows) => rows.where(isBatchFound(ctx, search!)))
    .$if(!!state, (rows) => rows.where('b.state', '=', state!))
    .$if(!!from, (rows) => rows.where('b.payOn', '>=', from!))
    .$if(!!to, (rows) => rows.where('b.payOn', '<=', to!))

/** 'DB0000000012', as `referenceOfBatch` makes it. */
const reference = ({ prefix }: Ctx, letter: 'B' | 'P', id: 'b.id' | 'o.id') =>
  sql<string>`${tenantFacts[prefix].cvlLetter + letter} || lpad(${sql.ref(id)}::text, greatest(10, length(${sql.ref(id)}::text)), '0')`

/** The name of a user of the firm, by one look at who works here. */
const nameOf = (column: string) =>
  sql<
    string | null
  >`(select n.full_name from registry.people_named(array[${sql.ref(column)}]) n where n.user_id = ${sql.ref(column)})`

const shown = (ctx: Ctx, filters: BatchFilters, moment: RawBuilder<string> = sql<string>`b.made_at`) =>
  matching(ctx, filters)
    .select(['b.id', 'b.state', 'b.fileKind', 'b.payOn', 'b.orders', 'b.amount', 'b.payCurrency', 'b.payAmount'])
    .select([reference(ctx, 'B', 'b.id').as('reference'), moment.as('madeAt'), nameOf('b.madeBy').as('makerName')])

export const selectBatches = (ctx: Ctx, filters: BatchFilters) => shown(ctx, filters)

export const selectBatchesForFile = (ctx: Ctx, filters: BatchFilters) =>
  shown(ctx, filters, onTheClock(ctx, 'b.made_at'))

export const countBatches = (ctx: Ctx, filters: BatchFilters) =>
  matching(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(b.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()

const standingOf = (db: Kysely<DB>, batchId: string) =>
  db
    .selectFrom('paymentOrder as o')
    .where('o.batchId', '=', batchId)
    .groupBy('o.state')
    .select([
      'o.state',
      sql<number>`count(*)::int`.as('orders'),
      sql<string>`sum(o.amount)::numeric(18, 2)`.as('amount'),
    ])
    .orderBy('o.state')
    .execute()

export const findBatch = async (
  ctx: Ctx,
  { params: { batchId } }: Parsed<typeof getBatch>,
): Promise<Answer<typeof getBatch>> => {
  const found = await shown(ctx, {})
    .where('b.id', '=', batchId)
    .select((eb) => [
      'b.sha256',
      sql<string | null>`trim_scale(b.per_euro)::text`.as('perEuro'),
      'b.debtor',
      'b.approvalId',
      'b.fileTakenAt',
      'b.stalledAt',
      sql<boolean>`exists (select from approval p where p.id = b.approval_id and p.task = 'batchEnd' and p.state = 'pending')`.as(
        'endAsked',
      ),
      jsonArrayFrom(
        eb
          .selectFrom('paymentBatchStep as s')
          .whereRef('s.batchId', '=', 'b.id')
          .select(['s.state', 's.at', nameOf('s.userId').as<'byName'>(sql`"byName"`), 's.reason'])
          .orderBy('s.step'),
      ).as('steps'),
    ])
    .executeTakeFirst()
  if (!found) throw refuse('notFound')
  const [standing, firm] = await Promise.all([standingOf(ctx.db, batchId), findFirmAccount(ctx.db)])
  const steps = found.steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() }))
  return { ...found, steps, standing, debtor: found.debtor ?? firm?.number ?? null }
}

/** 404 where there is no such batch. */
export const assertBatch = async (ctx: Ctx, batchId: string): Promise<void> => {
  const found = await matching(ctx, {}).where('b.id', '=', batchId).select('b.id').executeTakeFirst()
  if (!found) throw refuse('notFound')
}

type OrderFilters = Parsed<typeof listBatchOrders.count>['query']

const orderColumns: Record<(typeof listBatchOrders.sortable)[number], string> = {
  clientName: 'clientName',
  amount: 'o.amount',
}

const ordersOf = (ctx: Ctx, batchId: string, { search, state }: OrderFilters) =>
  visibleClients(ctx)
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .innerJoin('account as a', 'a.id', 'o.accountId')
    .innerJoin('client', 'client.id', 'o.clientId')
    .leftJoin('clientBankAccount as k', 'k.id', 'o.bankAccountId')
    .where('o.batchId', '=', batchId)
    .$if(!!search, (rows) => rows.where(isPaymentFound(ctx, search!)))
    .$if(!!state, (rows) => rows.where('o.state', '=', state!))

const shownOrders = (ctx: Ctx, batchId: string, filters: OrderFilters) =>
  ordersOf(ctx, batchId, filters)
    .select([
      'o.id',
      'o.kind',
      'o.state',
      'o.amount',
      'o.payAmount',
      'o.clientId',
      'o.accountId',
      'client.cvl as clientCvl',
    ])
    .select(['a.number as accountNumber', 'k.number as bankAccount', fullName('client').as('clientName')])
    .select(['k.holder as bankHolder', payeeNames(sql`o.client_id`, sql`o.account_id`).as('names')])
    .select(reference(ctx, 'P', 'o.id').as('reference'))

export const findBatchOrders = async (
  ctx: Ctx,
  { params, query }: Parsed<typeof listBatchOrders.page>,
  { serving }: Raw,
) => {
  await assertBatch(ctx, params.batchId)
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const paging = { page, pageSize, knownTotal, sort, direction }
  const shown = shownOrders(ctx, params.batchId, filters).select(bankChangedAt(serving.clock()).as('bankChangedAt'))
  return { rows: (await pageOf(shown, paging, orderColumns, 'o.id')).map(markOtherHolder) }
}

export const allBatchOrders = (ctx: Ctx, batchId: string, { sort, direction, ...filters }: OrderFilters & Sorting) =>
  shownOrders(ctx, batchId, filters).orderBy(orderBy({ sort, direction }, orderColumns, 'o.id'))

export const countBatchOrders = async (ctx: Ctx, batchId: string, filters: OrderFilters) => {
  await assertBatch(ctx, batchId)
  const { total, amount } = await ordersOf(ctx, batchId, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(o.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
  return { total, totals: { amount } }
}

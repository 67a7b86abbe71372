import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { getBatch, listBatches, listBatchOrders } from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { normalizeReference, parseBatchReference, parseOrderReference } from '#rules/payment-references.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql, userNameSql } from '#server/core/person-name.ts'
import { payeeNamesSql } from '#server/domain/bank-holder-match.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { bankChangedAtSql } from '#server/domain/payment-holds.ts'
import { matchesPaymentSearch } from '#server/domain/payment-search.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import type { ListRequest } from '#server/reports/list-routes.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

type BatchFilters = ParsedRequest<typeof listBatches.count>['query']

export const batchSorts: Record<(typeof listBatches.sortable)[number], string> = {
  madeAt: 'b.made_at',
  payOn: 'b.pay_on',
  amount: 'b.amount',
}

/** The batch of that reference, or the one in which the payment of that reference is. */
const matchesBatchSearch = ({ prefix }: Ctx, search: string): RawBuilder<SqlBool> => {
  const reference = normalizeReference(search)
  const batchId = parseBatchReference(prefix, reference)
  const orderId = parseOrderReference(prefix, reference)
  return sql<SqlBool>`b.id = ${batchId ?? null}::bigint or b.id = (select o.batch_id from payment_order o where o.id = ${orderId ?? null}::bigint)`
}

const queryMatchingBatches = (ctx: Ctx, { search, state, from, to }: BatchFilters) =>
  ctx.db
    .selectFrom('paymentBatch as b')
    .$if(!!search, (rows) => rows.where(matchesBatchSearch(ctx, search!)))
    .$if(!!state, (rows) => rows.where('b.state', 'in', state!))
    .$if(!!from, (rows) => rows.where('b.payOn', '>=', from!))
    .$if(!!to, (rows) => rows.where('b.payOn', '<=', to!))

/** 'DB0000000012', as `formatBatchReference` makes it. */
const formatReferenceSql = ({ prefix }: Ctx, letter: 'B' | 'P', id: 'b.id' | 'o.id') =>
  sql<string>`${tenantFacts[prefix].cvlLetter + letter} || lpad(${sql.ref(id)}::text, greatest(10, length(${sql.ref(id)}::text)), '0')`

const selectBatchColumns = (ctx: Ctx, filters: BatchFilters, moment: RawBuilder<string> = sql<string>`b.made_at`) =>
  queryMatchingBatches(ctx, filters)
    .select(['b.id', 'b.state', 'b.fileKind', 'b.payOn', 'b.orders', 'b.amount', 'b.payCurrency', 'b.payAmount'])
    .select([
      formatReferenceSql(ctx, 'B', 'b.id').as('reference'),
      moment.as('madeAt'),
      userNameSql('b.madeBy').as('makerName'),
    ])

export const selectBatches = (ctx: Ctx, filters: BatchFilters) => selectBatchColumns(ctx, filters)

export const selectBatchesForFile = (ctx: Ctx, filters: BatchFilters) =>
  selectBatchColumns(ctx, filters, formatLocalTimeSql(ctx, 'b.made_at'))

export const countBatches = (ctx: Ctx, filters: BatchFilters) =>
  queryMatchingBatches(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(b.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()

const findOrderTotalsByState = (db: Kysely<DB>, batchId: string) =>
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
  { params: { batchId } }: ParsedRequest<typeof getBatch>,
): Promise<ResponseBody<typeof getBatch>> => {
  const found = await selectBatchColumns(ctx, {})
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
          .select(['s.state', 's.at', userNameSql('s.userId').as<'byName'>(sql`"byName"`), 's.reason'])
          .orderBy('s.step'),
      ).as('steps'),
    ])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  const [orderTotals, firm] = await Promise.all([findOrderTotalsByState(ctx.db, batchId), findFirmAccount(ctx.db)])
  const steps = found.steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() }))
  return { ...found, steps, standing: orderTotals, debtor: found.debtor ?? firm?.number ?? null }
}

/** 404 where there is no such batch. */
export const assertBatchExists = async (ctx: Ctx, batchId: string): Promise<void> => {
  const found = await queryMatchingBatches(ctx, {}).where('b.id', '=', batchId).select('b.id').executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
}

type BatchOrderFilters = ParsedRequest<typeof listBatchOrders.count>['query']

export const batchOrderSorts: Record<(typeof listBatchOrders.sortable)[number], string> = {
  clientName: 'clientName',
  amount: 'o.amount',
}

const queryMatchingBatchOrders = (ctx: Ctx, batchId: string, { search, state }: BatchOrderFilters) =>
  selectVisibleClients(ctx)
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .innerJoin('account as a', 'a.id', 'o.accountId')
    .innerJoin('client', 'client.id', 'o.clientId')
    .leftJoin('clientBankAccount as k', 'k.id', 'o.bankAccountId')
    .where('o.batchId', '=', batchId)
    .$if(!!search, (rows) => rows.where(matchesPaymentSearch(ctx, search!)))
    .$if(!!state, (rows) => rows.where('o.state', 'in', state!))

const selectBatchOrderColumns = (ctx: Ctx, batchId: string, filters: BatchOrderFilters) =>
  queryMatchingBatchOrders(ctx, batchId, filters)
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
    .select(['a.number as accountNumber', 'k.number as bankAccount', fullNameSql('client').as('clientName')])
    .select(['k.holder as bankHolder', payeeNamesSql(sql`o.client_id`, sql`o.account_id`).as('names')])
    .select(formatReferenceSql(ctx, 'P', 'o.id').as('reference'))

type BatchOrderRequest = ListRequest<typeof listBatchOrders>

export const selectBatchOrders = async (ctx: Ctx, filters: BatchOrderFilters, { params, deps }: BatchOrderRequest) => {
  await assertBatchExists(ctx, params.batchId)
  return selectBatchOrderColumns(ctx, params.batchId, filters).select(
    bankChangedAtSql(deps.clock()).as('bankChangedAt'),
  )
}

export const selectBatchOrdersForFile = async (ctx: Ctx, filters: BatchOrderFilters, { params }: BatchOrderRequest) => {
  await assertBatchExists(ctx, params.batchId)
  return selectBatchOrderColumns(ctx, params.batchId, filters)
}

export const countBatchOrders = async (ctx: Ctx, filters: BatchOrderFilters, { params }: BatchOrderRequest) => {
  await assertBatchExists(ctx, params.batchId)
  return queryMatchingBatchOrders(ctx, params.batchId, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(o.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
}

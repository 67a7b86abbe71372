import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { getPayment, listPayments } from '#contract/payments.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import { ledgers } from '#rules/ledgers.ts'
import { formatOrderReference } from '#rules/payment-references.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql, userNameSql } from '#server/core/person-name.ts'
import { addOtherHolderFlag, payeeNamesSql } from '#server/domain/bank-holder-match.ts'
import { bankChangedAtSql, isHoldingMoneySql, selectOrdersWithHoldReason } from '#server/domain/payment-holds.ts'
import { matchesPaymentSearch } from '#server/domain/payment-search.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'
import { getPaymentActions } from './payment-actions.ts'

type PaymentFilters = ParsedRequest<typeof listPayments.count>['query']

export const paymentSorts: Record<(typeof listPayments.sortable)[number], string> = {
  requestedAt: 'o.requested_at',
  amount: 'o.amount',
}

/** The first moment of a day where the firm is. */
const startOfDaySql = ({ prefix }: Ctx, day: string, plus = 0) =>
  sql`((${day}::date + ${sql.lit(plus)})::timestamp at time zone ${tenantFacts[prefix].timeZone})`

/** The orders of visible clients that match. */
const queryMatchingPayments = (ctx: Ctx, { search, state, kind, account, holds, from, to }: PaymentFilters) =>
  selectVisibleClients(ctx)
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .innerJoin('account as a', 'a.id', 'o.accountId')
    .innerJoin('client', 'client.id', 'o.clientId')
    .$if(!!state, (rows) => rows.where('o.state', 'in', state!))
    .$if(!!kind, (rows) => rows.where('o.kind', 'in', kind!))
    .$if(!!account, (rows) => rows.where('o.accountId', '=', account!))
    .$if(holds !== undefined, (rows) => rows.where(sql<SqlBool>`(${isHoldingMoneySql}) = ${holds!}`))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`o.requested_at >= ${startOfDaySql(ctx, from!)}`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`o.requested_at < ${startOfDaySql(ctx, to!, 1)}`))
    .$if(!!search, (rows) => rows.where(matchesPaymentSearch(ctx, search!)))

const selectPaymentColumns = (ctx: Ctx, filters: PaymentFilters, moment = sql<string>`o.requested_at`) =>
  queryMatchingPayments(ctx, filters)
    .select(['o.id', 'o.kind', 'o.state', 'o.amount', 'o.penalty', 'o.clientId', 'o.accountId'])
    .select(['client.cvl as clientCvl', 'a.number as accountNumber', fullNameSql('client').as('clientName')])
    .select([moment.as('requestedAt'), userNameSql('o.requestedBy').as('requesterName')])

export const selectPayments = (ctx: Ctx, filters: PaymentFilters) => selectPaymentColumns(ctx, filters)

export const selectPaymentsForFile = (ctx: Ctx, filters: PaymentFilters) =>
  selectPaymentColumns(ctx, filters, formatLocalTimeSql(ctx, 'o.requested_at'))

export const countPayments = (ctx: Ctx, filters: PaymentFilters) =>
  queryMatchingPayments(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      // What an account holds is what leaves it, penalty included.
      sql<string>`coalesce(sum(${filters.holds ? sql`o.amount + o.penalty` : sql`o.amount`}), 0)::numeric(18, 2)`.as(
        'amount',
      ),
    ])
    .executeTakeFirstOrThrow()

/** What came back to the payable, and is not ordered again. */
const canReorderSql = sql<boolean>`o.state = 'returned' and exists (
  select from journal j join posting p on p.journal_id = j.id and p.ledger = ${sql.lit(ledgers.payable)}
   where j.idempotency_key = 'payment:' || o.id || ':returned' and not exists (select from payment_order again where again.journal_id = j.id))`

/** The change of it that somebody was asked for and has not decided yet. */
const pendingApprovalIdSql = sql<string | null>`(select p.id from approval p
  where p.entity = 'payment' and p.entity_id = o.id and p.state = 'pending' order by p.id desc limit 1)`

/** In another's view nothing may be edited. */
const createEditCheck =
  ({ person: { rights, actingCvl } }: Ctx) =>
  (module: ModuleKey): boolean =>
    actingCvl === null && rights.may(module, 'edit')

/** One order with its steps; 404 unless its client is visible. */
export const findPayment = async (
  ctx: Ctx,
  { params: { paymentId } }: ParsedRequest<typeof getPayment>,
  now: number,
): Promise<ResponseBody<typeof getPayment>> => {
  const waiting = selectOrdersWithHoldReason(ctx, now).where('o.id', '=', paymentId).where('o.state', '=', 'approved')
  const [found, held] = await Promise.all([
    selectPaymentColumns(ctx, {})
      .where('o.id', '=', paymentId)
      .leftJoin('clientBankAccount as k', 'k.id', 'o.bankAccountId')
      .leftJoin('paymentBatch as b', 'b.id', 'o.batchId')
      .select((eb) => [
        'k.number as bankAccount',
        'k.holder as bankHolder',
        payeeNamesSql(sql`o.client_id`, sql`o.account_id`).as('names'),
        'o.payAmount',
        sql<string | null>`case when o.pay_amount is not null then b.pay_currency end`.as('payCurrency'),
        sql<string | null>`case when o.pay_amount is not null then trim_scale(b.per_euro)::text end`.as('perEuro'),
        bankChangedAtSql(now).as('bankChangedAt'),
        ...(['o.reason', 'o.approvalId', 'o.batchId', 'o.returnCode'] as const),
        canReorderSql.as('canReorder'),
        pendingApprovalIdSql.as('askedApprovalId'),
        jsonArrayFrom(
          eb
            .selectFrom('paymentStep as s')
            .whereRef('s.orderId', '=', 'o.id')
            .select(['s.state', 's.at', userNameSql('s.userId').as<'byName'>(sql`"byName"`), 's.reason'])
            .orderBy('s.step'),
        ).as('steps'),
      ])
      .executeTakeFirst(),
    waiting.select(['k.number', 'k.holder', bankChangedAtSql(now).as('bankChangedAt')]).executeTakeFirst(),
  ])
  if (!found) throw buildRefusal('notFound')
  const { canReorder: again, names, ...payment } = found
  const steps = found.steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() }))
  const waits = held?.waits ?? null
  return {
    ...payment,
    steps,
    waits,
    reference: formatOrderReference(ctx.prefix, found.id),
    bankAccount: held?.number ?? found.bankAccount,
    ...addOtherHolderFlag({ names, bankHolder: held?.number ? held.holder : found.bankHolder }),
    bankChangedAt: (held ?? found).bankChangedAt,
    ...getPaymentActions({ ...found, waits, canReorder: again }, createEditCheck(ctx)),
  }
}

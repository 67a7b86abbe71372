import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import type { getPayment, listPayments, PaymentDetail, PaymentRow } from '#contract/payments.ts'
import { tenantFacts } from '#contract/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { orderBy, windowOf } from '#server/core/paging.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { matchesAll } from '#server/domain/client-text.ts'
import { visibleClients } from '#server/domain/visibility.ts'

type Query = Parsed<typeof listPayments.page>['query']
export type PaymentFilters = Parsed<typeof listPayments.count>['query']

const sortColumns: Record<(typeof listPayments.sortable)[number], string> = {
  requestedAt: 'o.requested_at',
  amount: 'o.amount',
}

/** The first moment of a day where the firm is. */
const startOf = ({ prefix }: Ctx, day: string, plus = 0) =>
  sql`((${day}::date + ${sql.lit(plus)})::timestamp at time zone ${tenantFacts[prefix].timeZone})`

/** The orders of visible clients that match. */
const matching = (ctx: Ctx, { search, state, kind, account, from, to }: PaymentFilters) =>
  visibleClients(ctx)
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .innerJoin('account as a', 'a.id', 'o.accountId')
    .innerJoin('client', 'client.id', 'o.clientId')
    .$if(!!state, (rows) => rows.where('o.state', '=', state!))
    .$if(!!kind, (rows) => rows.where('o.kind', '=', kind!))
    .$if(!!account, (rows) => rows.where('o.accountId', '=', account!))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`o.requested_at >= ${startOf(ctx, from!)}`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`o.requested_at < ${startOf(ctx, to!, 1)}`))
    .$if(!!search, (rows) =>
      rows.where(
        sql<SqlBool>`(upper(${search!}) = a.number or exists (select from client_search s where s.client_id = c.client_id and ${matchesAll(search!)}))`,
      ),
    )

/** The name of a user of the firm, by one look at who works here. */
const nameOf = (column: string) =>
  sql<
    string | null
  >`(select n.full_name from registry.people_named(array[${sql.ref(column)}]) n where n.user_id = ${sql.ref(column)})`

const instant = () => sql<string>`o.requested_at`
const onTheClock = ({ prefix }: Ctx) =>
  sql<string>`to_char(o.requested_at at time zone ${tenantFacts[prefix].timeZone}, 'YYYY-MM-DD HH24:MI:SS')`

const shown = (ctx: Ctx, filters: PaymentFilters, moment = instant()) =>
  matching(ctx, filters)
    .select(['o.id', 'o.kind', 'o.state', 'o.amount', 'o.clientId', 'o.accountId'])
    .select(['client.cvl as clientCvl', 'a.number as accountNumber', fullName('client').as('clientName')])
    .select([moment.as('requestedAt'), nameOf('o.requestedBy').as('requesterName')])

/** One page. */
export const findPayments = async (ctx: Ctx, query: Query): Promise<{ rows: PaymentRow[] }> => {
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const rows = await shown(ctx, filters)
    .orderBy(orderBy({ sort, direction }, sortColumns, 'o.id', backwards))
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: backwards ? rows.reverse() : rows }
}

export const allPayments = (ctx: Ctx, { sort, direction, ...filters }: PaymentFilters & Sorting) =>
  shown(ctx, filters, onTheClock(ctx)).orderBy(orderBy({ sort, direction }, sortColumns, 'o.id'))

export const countPayments = async (ctx: Ctx, filters: PaymentFilters) => {
  const { total, amount } = await matching(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(o.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
  return { total, totals: { amount } }
}

/** What may still be given up: a client's wish, until it is in a batch. */
export const cancelable: readonly PaymentRow['state'][] = ['requested', 'approved']

/** One order with its steps; 404 unless its client is visible. */
export const findPayment = async (
  ctx: Ctx,
  { params: { paymentId } }: Parsed<typeof getPayment>,
): Promise<Answer<typeof getPayment>> => {
  const found = await shown(ctx, {})
    .where('o.id', '=', paymentId)
    .leftJoin('clientBankAccount as k', 'k.id', 'o.bankAccountId')
    .select((eb) => [
      'k.number as bankAccount',
      'o.reason',
      'o.approvalId',
      jsonArrayFrom(
        eb
          .selectFrom('paymentStep as s')
          .whereRef('s.orderId', '=', 'o.id')
          .select(['s.state', 's.at', nameOf('s.userId').as<'byName'>(sql`"byName"`), 's.reason'])
          .orderBy('s.step'),
      ).as('steps'),
    ])
    .executeTakeFirst()
  if (!found) throw refuse('notFound')
  const steps = found.steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() }))
  const mayCancel =
    found.kind === 'withdrawal' &&
    cancelable.includes(found.state) &&
    ctx.person.rights.may('bt_Retiradas', 'edit') &&
    ctx.person.actingCvl === null
  return { ...found, steps, mayCancel } satisfies PaymentDetail
}

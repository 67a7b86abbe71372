import { type Kysely, sql } from 'kysely'
import type { PaymentKind, PaymentState } from '#contract/payments.ts'
import type { DB } from '#db/types.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { awaitAtCommit } from '#server/core/write-transaction.ts'

type PaymentStepInput = { state: PaymentState; at: string; userId: string | null; reason?: string | null }

const setOrderState = defineStatement(
  'payment order state',
  (db, { orderId, state }: { orderId: string; state: PaymentState }) =>
    db.updateTable('paymentOrder').set({ state }).where('id', '=', orderId).compile(),
)

/** Brings an order into its next state and notes when, by whom and why. The database refuses what doesn't follow, and keeps what it holds. */
export const updateOrderState = async (tx: Kysely<DB>, orderId: string, step: PaymentStepInput): Promise<void> => {
  await setOrderState(tx, { orderId, state: step.state })
  await insertPaymentStep(tx, orderId, step)
}

/** The same for many, in which batch they are then. Whoever calls has locked them, or their accounts, in order. */
export const updateOrdersState = async (
  tx: Kysely<DB>,
  orderIds: readonly string[],
  { state, at, userId, reason = null }: PaymentStepInput,
  inBatch?: { batchId: string | null },
): Promise<void> => {
  const ids = sql`any(${[...orderIds]}::bigint[])`
  await tx
    .updateTable('paymentOrder')
    .set({ state, ...inBatch })
    .where('id', '=', sql<string>`${ids}`)
    .execute()
  await sql`insert into payment_step (order_id, step, state, at, user_id, reason)
    select s.order_id, max(s.step) + 1, ${state}, ${at}, ${userId}::bigint, ${reason} from payment_step s where s.order_id = ${ids}
     group by s.order_id`.execute(tx)
}

const addPaymentStep = defineStatement(
  'payment step',
  (
    db,
    {
      orderId,
      state,
      at,
      userId,
      reason,
    }: { orderId: string; state: PaymentState; at: string; userId: string | null; reason: string | null },
  ) =>
    sql`insert into payment_step (order_id, step, state, at, user_id, reason)
    select ${orderId}, coalesce(max(step), 0) + 1, ${state}, ${at}, ${userId}::bigint, ${reason} from payment_step where order_id = ${orderId}`.compile(
      db,
    ),
)

/** The first state of an order is noted by who makes it. */
export const insertPaymentStep = async (
  tx: Kysely<DB>,
  orderId: string,
  { state, at, userId, reason = null }: PaymentStepInput,
): Promise<void> => {
  await awaitAtCommit(tx, addPaymentStep(tx, { orderId, state, at, userId, reason }))
}

type PaymentOrderInput = {
  accountId: string
  amount: string
  kind: Exclude<PaymentKind, 'withdrawal'>
  /** The journal that put the money into the account's payable: ordered once, however often it is asked for. */
  journalId: string
  /** The second person who let it go, where it took one. */
  approvalId?: string | null
  /** Who is paid, and where, if not the one under whom the account counts: of what is inherited. */
  clientId?: string
  bankAccountId?: string
}

/**
 * Money in client payable that is to leave by a payment batch, to the default bank account of the one under whom the account counts, unless somebody else is named. One
 * statement for all, in the transaction of their journals; refused by the database where less is payable than ordered.
 * See docs/decisions/0039-held-money.md
 */
export const createPaymentOrders = async (
  tx: Kysely<DB>,
  orders: readonly PaymentOrderInput[],
  at: string,
): Promise<void> => {
  if (orders.length === 0) return
  await sql`
    with ordered as (
      insert into payment_order (kind, account_id, client_id, bank_account_id, amount, state, journal_id, approval_id, requested_at)
      select o.kind, a.id, coalesce(o.client_id, a.client_id),
             coalesce(o.bank_account_id, (select k.id from client_bank_account k where k.client_id = coalesce(o.client_id, a.client_id) and k.is_default)),
             o.amount, 'approved', o.journal_id, o.approval_id, ${at}
        from jsonb_to_recordset(${toJsonRecords(orders)}::jsonb)
          as o(kind payment_kind, account_id bigint, amount numeric, journal_id bigint, approval_id bigint, client_id bigint, bank_account_id bigint)
        join account a on a.id = o.account_id
       order by a.id, o.journal_id
      on conflict (journal_id) where journal_id is not null do nothing returning id)
    insert into payment_step (order_id, step, state, at) select id, 1, 'approved', ${at} from ordered`.execute(tx)
}

/** One of them. */
export const createPaymentOrder = (tx: Kysely<DB>, order: PaymentOrderInput, at: string): Promise<void> =>
  createPaymentOrders(tx, [order], at)

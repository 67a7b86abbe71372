import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type * as contract from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import en from '#locales/en/payments.ts'
import es from '#locales/es/payments.ts'
import mx from '#locales/mx/payments.ts'
import pt from '#locales/pt/payments.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { PaymentFileLine } from '#rules/payment-file/file-content.ts'
import { buildPaymentFile } from '#rules/payment-file/payment-file.ts'
import { formatBatchReference, formatOrderReference } from '#rules/payment-references.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { addOtherHolderFlag, payeeNamesSql } from '#server/domain/bank-holder-match.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { findFirstPaymentDay } from '#server/domain/payment-days.ts'
import { selectOrdersWithHoldReason } from '#server/domain/payment-holds.ts'
import { findPaymentRate } from '#server/domain/payment-rate.ts'
import { assertBatchExists } from './batch.queries.ts'
import { insertBatchStep, lockBatch } from './batch-record.ts'
import { batchTask } from './batch-task.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })

/** The payments as the file has them; refused where one of them can't leave any more. */
const findFileLines = async (ctx: Ctx, batchId: string, now: number): Promise<PaymentFileLine[]> => {
  const rows = await selectOrdersWithHoldReason(ctx, now)
    .where('o.batchId', '=', batchId)
    .innerJoin('product as p', 'p.id', 'a.productId')
    .select([
      'o.id',
      'o.kind',
      'p.name as product',
      'a.number as account',
      'k.number',
      sql<string>`coalesce(o.pay_amount, o.amount)`.as('amount'),
    ])
    // As the bank knows them: it compares the name with the number.
    .select(sql<string>`coalesce(nullif(trim(k.holder), ''), ${naturalNameSql('client')})`.as('name'))
    .orderBy('o.id')
    .execute()
  const { kinds } = getTexts(defaultLanguageByPrefix[ctx.prefix])
  return rows.map(({ id, amount, number, name, waits, ...paid }) => {
    if (waits !== null || number === null) throw buildRefusal('batch.orderWaits')
    const purpose = `${kinds[paid.kind]} ${paid.product} ${paid.account}`
    return { reference: formatOrderReference(ctx.prefix, id), name, number, amount, purpose }
  })
}

/** A moment on the clock of the firm, as a file says it. */
const formatLocalTime = ({ prefix }: Ctx, now: number): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: tenantFacts[prefix].timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(now)
    .replace(' ', 'T')

/** How many of its payments go to an account of somebody who neither is the client nor holds the account, and what they come to. */
const sumOtherHolderPayments = async (
  tx: Kysely<DB>,
  batchId: string,
): Promise<{ otherHolders: number; otherAmount: string }> => {
  const rows = await tx
    .selectFrom('paymentOrder as o')
    .innerJoin('clientBankAccount as k', 'k.id', 'o.bankAccountId')
    .where('o.batchId', '=', batchId)
    .select(['o.amount', 'k.holder as bankHolder'])
    .select(payeeNamesSql(sql`o.client_id`, sql`o.account_id`).as('names'))
    .execute()
  const others = rows.map(addOtherHolderFlag).filter(({ otherHolder }) => otherHolder)
  const sum = others.reduce((total, { amount }) => total + toCents(amount), 0n)
  return { otherHolders: others.length, otherAmount: centsToAmount(sum) }
}

type BatchFile = {
  payOn: string
  orders: number
  amount: string
  sha256: string
  /** What the file pays in another currency than the books', and at what rate. */
  paid: { payAmount: string; payCurrency: string; perEuro: string } | null
}

/** What each payment and all of them come to at the rate of the day, half up to the cent. Throws `batch.noRate` where the day has none. */
const convertPayAmounts = async (
  tx: Kysely<DB>,
  { prefix, businessDate }: Ctx,
  batchId: string,
): Promise<BatchFile['paid']> => {
  const perEuro = await findPaymentRate(tx, prefix, businessDate)
  if (perEuro === undefined) throw buildRefusal('batch.noRate')
  if (perEuro === null) return null
  const { rows } = await sql<{ payAmount: string }>`
    with fixed as (
      update payment_order set pay_amount = round(amount * ${perEuro}::numeric, 2) where batch_id = ${batchId} returning pay_amount
    ) select coalesce(sum(pay_amount), 0)::text as "payAmount" from fixed`.execute(tx)
  return { payAmount: rows[0]!.payAmount, payCurrency: tenantFacts[prefix].payCurrency, perEuro }
}

/** Writes the file into the batch: from now on it is what somebody else reads. A day that is over becomes the next on which banks pay. */
const writeBatchFile = async (tx: Kysely<DB>, ctx: Ctx, batchId: string, now: number): Promise<BatchFile> => {
  const batch = await lockBatch(tx, batchId)
  if (batch?.state !== 'draft') throw buildRefusal('batch.tooLate')
  const firm = await findFirmAccount(tx)
  if (!firm) throw buildRefusal('batch.noAccount')
  const paid = await convertPayAmounts(tx, ctx, batchId)
  const lines = await findFileLines(ctx, batchId, now)
  if (lines.length === 0) throw buildRefusal('batch.empty')
  if (lines.length !== batch.orders)
    throw new Error(`the file of batch ${batchId} would leave some of its payments out`)
  const { prefix, businessDate } = ctx
  const payOn = findFirstPaymentDay(prefix, batch.payOn, businessDate)
  const content = {
    prefix,
    reference: formatBatchReference(prefix, batchId),
    writtenAt: formatLocalTime(ctx, now),
    payOn,
    firm,
    currency: paid?.payCurrency ?? 'EUR',
    lines,
  }
  const { file, sha256 } = buildPaymentFile(batch.fileKind, content)
  await tx
    .updateTable('paymentBatch')
    .set({ state: 'waiting', payOn, file, sha256, debtor: firm.number, ...paid })
    .where('id', '=', batchId)
    .execute()
  return { payOn, orders: batch.orders, amount: batch.amount, sha256, paid }
}

/** Has a batch approved by somebody else: the file as it is now, or nothing. */
export const submitBatch = (
  requestCtx: Ctx,
  { params: { batchId }, body: { reason } }: ParsedRequest<typeof contract.submitBatch>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.submitBatch>> =>
  requestCtx.db.transaction().execute(async (tx) => {
    const ctx = { ...requestCtx, db: tx }
    await assertBatchExists(ctx, batchId)
    const now = deps.clock()
    const { sha256, paid, ...totals } = await writeBatchFile(tx, ctx, batchId, now)
    const at = new Date(now).toISOString()
    await insertBatchStep(tx, batchId, { state: 'waiting', at, userId: ctx.person.userId, reason })
    await recordAuditEvent(tx, ctx, {
      action: 'paymentBatch.submitted',
      entity: 'paymentBatch',
      entityId: batchId,
      after: { ...totals, ...paid, sha256 },
    })
    const reference = formatBatchReference(ctx.prefix, batchId)
    const others = await sumOtherHolderPayments(tx, batchId)
    const proposed = await proposeForApproval(
      tx,
      ctx,
      batchTask,
      {
        payload: { batchId, sha256 },
        reason,
        entity: 'paymentBatch',
        entityId: batchId,
        params: { who: reference, amount: totals.amount, count: String(totals.orders) },
        after: {
          payments: totals.orders,
          amount: totals.amount,
          ...(paid && { paid: `${paid.payAmount} ${paid.payCurrency}`, perEuro: paid.perEuro }),
          ...others,
          payOn: totals.payOn,
          sha256,
        },
        assigneeId: null,
      },
      now,
    )
    const { approvalId } = proposed
    if (approvalId) await tx.updateTable('paymentBatch').set({ approvalId }).where('id', '=', batchId).execute()
    return proposed
  })

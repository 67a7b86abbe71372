import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import * as paymentRates from '#contract/settings/payment-rates.ts'
import type { DB } from '#db/types.ts'
import { shiftDay } from '#rules/calendar.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { buildGuardedSettingTask } from '#server/domain/guarded-setting.ts'
import { findPaymentRate } from '#server/domain/payment-rate.ts'

const perEuroTextSql = sql<string>`trim_scale(per_euro)::text`

/** The latest sixty, in units of the currency for a euro. */
export const findPaymentRates = async ({ db, prefix }: Ctx): Promise<paymentRates.PaymentRates> => {
  const currency = tenantFacts[prefix].payCurrency
  const rates = await db
    .selectFrom('paymentRate')
    .where('currency', '=', currency)
    .select(['rateOn', perEuroTextSql.as('perEuro'), 'setAt', 'setBy'])
    .orderBy('rateOn', 'desc')
    .limit(60)
    .execute()
  return { currency, rates }
}

const findUserName = async (tx: Kysely<DB>, userId: string): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from registry.people_named(array[${userId}::bigint])`.execute(tx)
  return rows[0]?.name ?? null
}

type PaymentRatePayload = { rateOn: string; perEuro: string; before: string | null }

/** What a day's payments leave at. What was approved before keeps the rate that it was approved with. */
export const paymentRateTask: ApprovalTask<'paymentRate', PaymentRatePayload> = buildGuardedSettingTask({
  name: 'paymentRate',
  part: 'payments',
  module: 'bt_Remesas',
  apply: async (tx, actor, { rateOn, perEuro, before }, { approvalId, makerId, now }) => {
    const currency = tenantFacts[actor.prefix].payCurrency
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || 'payment_rate', 0))`.execute(tx)
    if (((await findPaymentRate(tx, actor.prefix, rateOn)) ?? null) !== before)
      throw buildRefusal('approval.changedSince')
    const set = { perEuro, approvalId, setAt: new Date(now).toISOString(), setBy: await findUserName(tx, makerId) }
    await tx
      .insertInto('paymentRate')
      .values({ currency, rateOn, ...set })
      .onConflict((conflict) => conflict.columns(['currency', 'rateOn']).doUpdateSet(set))
      .execute()
    return {
      audited: {
        action: 'paymentRate.set',
        entity: 'paymentRate',
        ...(before && { before: { currency, rateOn, perEuro: before } }),
        after: { currency, rateOn, perEuro },
      },
      params: { who: currency, perEuro, rateOn },
    }
  },
})

/** Whether it is so far from the last one before its day that somebody has probably mistyped. */
const isUnlikelyRate = async (
  tx: Kysely<DB>,
  currency: string,
  { rateOn, perEuro }: PaymentRatePayload,
): Promise<boolean> => {
  const { rows } = await sql`
    select from (select per_euro from payment_rate where currency = ${currency} and rate_on < ${rateOn} order by rate_on desc limit 1) last
     where abs(${perEuro}::numeric / last.per_euro - 1) * 100 > ${paymentRates.maxUsualRateChangePercent}`.execute(tx)
  return rows.length > 0
}

const assertRateDay = (rateOn: string, today: string): void => {
  if (rateOn < today) throw buildRefusal('request.invalid', { fields: { rateOn: 'beforeToday' } })
  if (rateOn > shiftDay(today, paymentRates.maxRateDaysAhead))
    throw buildRefusal('request.invalid', { fields: { rateOn: 'too_big' } })
}

/** Throws `settings.noPaymentRate` where payments leave in euros. */
export const setPaymentRate = (
  ctx: Ctx,
  { body: { isSure, reason, ...rate } }: ParsedRequest<typeof paymentRates.setPaymentRate>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof paymentRates.setPaymentRate>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { payCurrency } = tenantFacts[ctx.prefix]
    if (payCurrency === 'EUR') throw buildRefusal('settings.noPaymentRate')
    assertRateDay(rate.rateOn, ctx.businessDate)
    if (/^[0.]+$/.test(rate.perEuro)) throw buildRefusal('request.invalid', { fields: { perEuro: 'too_small' } })
    const before = (await findPaymentRate(tx, ctx.prefix, rate.rateOn)) ?? null
    const payload = { ...rate, before }
    if (!isSure && (await isUnlikelyRate(tx, payCurrency, payload)))
      throw buildRefusal('request.invalid', { fields: { perEuro: 'unlikely' } })
    const { rateOn, perEuro } = rate
    return proposeForApproval(
      tx,
      ctx,
      paymentRateTask,
      {
        payload,
        reason,
        entity: 'paymentRate',
        params: { who: payCurrency, perEuro, rateOn },
        ...(before && { before: { perEuro: before } }),
        after: { perEuro, rateOn },
        assigneeId: null,
      },
      deps.clock(),
    )
  })

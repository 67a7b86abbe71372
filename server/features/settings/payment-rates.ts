import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import {
  type PaymentRates,
  rateDaysAhead,
  type setPaymentRate as setContract,
  usualChange,
} from '#contract/settings/payment-rates.ts'
import type { DB } from '#db/types.ts'
import { isoDay, parseDay } from '#rules/calendar.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { guardedSetting } from '#server/domain/guarded-setting.ts'
import { findPaymentRate } from '#server/domain/payment-rate.ts'

const perEuroText = sql<string>`trim_scale(per_euro)::text`

export const findPaymentRates = async ({ db, prefix }: Ctx): Promise<PaymentRates> => {
  const currency = tenantFacts[prefix].payCurrency
  const rates = await db
    .selectFrom('paymentRate')
    .where('currency', '=', currency)
    .select(['rateOn', perEuroText.as('perEuro'), 'setAt', 'setBy'])
    .orderBy('rateOn', 'desc')
    .limit(60)
    .execute()
  return { currency, rates }
}

const nameOf = async (tx: Kysely<DB>, userId: string): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from registry.people_named(array[${userId}::bigint])`.execute(tx)
  return rows[0]?.name ?? null
}

type NewRate = { rateOn: string; perEuro: string; before: string | null }

/** What a day's payments leave at. What was approved before keeps the rate that it was approved with. */
export const rateTask: Task<'paymentRate', NewRate> = guardedSetting({
  name: 'paymentRate',
  module: 'bt_Remesas',
  apply: async (tx, doer, { rateOn, perEuro, before }, { approvalId, makerId, now }) => {
    const currency = tenantFacts[doer.prefix].payCurrency
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || 'payment_rate', 0))`.execute(tx)
    if (((await findPaymentRate(tx, doer.prefix, rateOn)) ?? null) !== before) throw refuse('approval.changedSince')
    const set = { perEuro, approvalId, setAt: new Date(now).toISOString(), setBy: await nameOf(tx, makerId) }
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
const isUnlikely = async (tx: Kysely<DB>, currency: string, { rateOn, perEuro }: NewRate): Promise<boolean> => {
  const { rows } = await sql`
    select from (select per_euro from payment_rate where currency = ${currency} and rate_on < ${rateOn} order by rate_on desc limit 1) last
     where abs(${perEuro}::numeric / last.per_euro - 1) * 100 > ${usualChange}`.execute(tx)
  return rows.length > 0
}

const assertDay = (rateOn: string, today: string): void => {
  if (rateOn < today) throw refuse('request.invalid', { fields: { rateOn: 'beforeToday' } })
  if (rateOn > isoDay(parseDay(today) + rateDaysAhead))
    throw refuse('request.invalid', { fields: { rateOn: 'too_big' } })
}

/** Throws `settings.noPaymentRate` where payments leave in euros. */
export const setPaymentRate = (
  ctx: Ctx,
  { body: { isSure, reason, ...rate } }: Parsed<typeof setContract>,
  { serving }: Raw,
): Promise<Answer<typeof setContract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { payCurrency } = tenantFacts[ctx.prefix]
    if (payCurrency === 'EUR') throw refuse('settings.noPaymentRate')
    assertDay(rate.rateOn, ctx.businessDate)
    if (/^[0.]+$/.test(rate.perEuro)) throw refuse('request.invalid', { fields: { perEuro: 'too_small' } })
    const before = (await findPaymentRate(tx, ctx.prefix, rate.rateOn)) ?? null
    const payload = { ...rate, before }
    if (!isSure && (await isUnlikely(tx, payCurrency, payload)))
      throw refuse('request.invalid', { fields: { perEuro: 'unlikely' } })
    const { rateOn, perEuro } = rate
    return propose(
      tx,
      ctx,
      rateTask,
      {
        payload,
        reason,
        entity: 'paymentRate',
        params: { who: payCurrency, perEuro, rateOn },
        ...(before && { before: { perEuro: before } }),
        after: { perEuro, rateOn },
        liesWith: null,
      },
      serving.clock(),
    )
  })

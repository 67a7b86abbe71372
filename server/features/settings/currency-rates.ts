import { type Kysely, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/settings.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

type CurrencyRateKey = { currency: string; validFrom: string }

const knownCurrencies = new Set(Intl.supportedValuesOf('currency'))
const perEuroTextSql = sql<string>`trim_scale(per_euro)::text`

/** The rate of that currency and day, locked for a change. */
const lockCurrencyRate = (tx: Kysely<DB>, { currency, validFrom }: CurrencyRateKey) =>
  tx
    .selectFrom('currencyRate')
    .select(['currency', 'validFrom', perEuroTextSql.as('perEuro')])
    .where('currency', '=', currency)
    .where('validFrom', '=', validFrom)
    .forUpdate()
    .executeTakeFirst()

/** Sets a rate, or corrects the one of the same day. The books stay in euros: only what is shown changes. */
export const setCurrencyRate = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.setCurrencyRate>,
): Promise<contract.CurrencyRate> => {
  const { currency, validFrom, perEuro } = body
  // Euros are what the books are in, and no rate may make money vanish.
  if (currency === 'EUR' || !knownCurrencies.has(currency))
    throw buildRefusal('request.invalid', { fields: { currency: 'unknown' } })
  if (/^[0.]+$/.test(perEuro)) throw buildRefusal('request.invalid', { fields: { perEuro: 'too_small' } })
  return ctx.db.transaction().execute(async (tx) => {
    const before = await lockCurrencyRate(tx, body)
    const set = { perEuro, setAt: sql<string>`now()`, setBy: ctx.person.fullName }
    const rate = await tx
      .insertInto('currencyRate')
      .values({ currency, validFrom, ...set })
      .onConflict((conflict) => conflict.columns(['currency', 'validFrom']).doUpdateSet(set))
      .returning(['currency', 'validFrom', perEuroTextSql.as('perEuro'), 'setAt', 'setBy'])
      .executeTakeFirstOrThrow()
    const after = { currency, validFrom, perEuro: rate.perEuro }
    await recordAuditEvent(tx, ctx, {
      action: 'currencyRate.set',
      entity: 'currencyRate',
      ...(before && { before }),
      after,
    })
    return rate
  })
}

export const removeCurrencyRate = async (ctx: Ctx, { params }: ParsedRequest<typeof contract.removeCurrencyRate>) =>
  ctx.db.transaction().execute(async (tx) => {
    const before = await lockCurrencyRate(tx, params)
    if (!before) throw buildRefusal('notFound')
    await tx
      .deleteFrom('currencyRate')
      .where('currency', '=', params.currency)
      .where('validFrom', '=', params.validFrom)
      .execute()
    await recordAuditEvent(tx, ctx, { action: 'currencyRate.removed', entity: 'currencyRate', before })
    return { removed: true as const }
  })

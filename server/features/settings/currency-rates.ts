import { type Kysely, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type {
  CurrencyRate,
  removeCurrencyRate as removeContract,
  setCurrencyRate as setContract,
} from '#contract/settings.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'

type Key = { currency: string; validFrom: string }

const currencies = new Set(Intl.supportedValuesOf('currency'))
const perEuroText = sql<string>`trim_scale(per_euro)::text`

/** The rate of that currency and day, locked for a change. */
const lockRate = (tx: Kysely<DB>, { currency, validFrom }: Key) =>
  tx
    .selectFrom('currencyRate')
    .select(['currency', 'validFrom', perEuroText.as('perEuro')])
    .where('currency', '=', currency)
    .where('validFrom', '=', validFrom)
    .forUpdate()
    .executeTakeFirst()

/** Sets a rate, or corrects the one of the same day. The books stay in euros: only what is shown changes. */
export const setCurrencyRate = async (ctx: Ctx, { body }: Parsed<typeof setContract>): Promise<CurrencyRate> => {
  const { currency, validFrom, perEuro } = body
  // Euros are what the books are in, and no rate may make money vanish.
  if (currency === 'EUR' || !currencies.has(currency))
    throw refuse('request.invalid', { fields: { currency: 'unknown' } })
  if (/^[0.]+$/.test(perEuro)) throw refuse('request.invalid', { fields: { perEuro: 'too_small' } })
  return ctx.db.transaction().execute(async (tx) => {
    const before = await lockRate(tx, body)
    const set = { perEuro, setAt: sql<string>`now()`, setBy: ctx.person.fullName }
    const rate = await tx
      .insertInto('currencyRate')
      .values({ currency, validFrom, ...set })
      .onConflict((conflict) => conflict.columns(['currency', 'validFrom']).doUpdateSet(set))
      .returning(['currency', 'validFrom', perEuroText.as('perEuro'), 'setAt', 'setBy'])
      .executeTakeFirstOrThrow()
    const after = { currency, validFrom, perEuro: rate.perEuro }
    await audit(tx, ctx, { action: 'currencyRate.set', entity: 'currencyRate', ...(before && { before }), after })
    return rate
  })
}

export const removeCurrencyRate = async (ctx: Ctx, { params }: Parsed<typeof removeContract>) =>
  ctx.db.transaction().execute(async (tx) => {
    const before = await lockRate(tx, params)
    if (!before) throw refuse('notFound')
    await tx
      .deleteFrom('currencyRate')
      .where('currency', '=', params.currency)
      .where('validFrom', '=', params.validFrom)
      .execute()
    await audit(tx, ctx, { action: 'currencyRate.removed', entity: 'currencyRate', before })
    return { removed: true as const }
  })

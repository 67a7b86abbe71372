import { sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type {
  getStudyProducts,
  projectStudy,
  StudiedProduct,
  StudiedVariant,
  Study,
  Variant,
} from '#contract/product-studies.ts'
import { centsOf } from '#rules/cents.ts'
import { projectionOf } from '#rules/projection.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'

/** What accounts of other banks were imported into is nothing that we offer. */
const earning = (db: Ctx['db']) =>
  db.selectFrom('product as p').where('p.accrues', '=', true).where('p.family', '<>', 'current')

const columns = ['p.id', 'p.code', 'p.name', 'p.dayCount', 'p.payout', 'p.capitalised', 'p.termMonths'] as const

export const findStudyProducts = async ({ db }: Ctx): Promise<Answer<typeof getStudyProducts>> => ({
  products: await earning(db).where('p.onSale', '=', true).select(columns).orderBy('p.name').orderBy('p.id').execute(),
})

type Offer = StudiedProduct & { minimum: string; maximum: string | null; proposedRate: string | null }

/** The product of each variant, and what its tariff gives on the first day. An account is opened for its product's own term, where it has one. */
const findOffers = async ({ db }: Ctx, variants: readonly Variant[], startsOn: string): Promise<Offer[]> => {
  const asked = JSON.stringify(
    variants.map(({ productId, amount, months }, at) => ({ product_id: productId, amount, months, at })),
  )
  const offers = await earning(db)
    .innerJoin(
      sql<{ productId: string; amount: string; months: number; at: number }>`
        jsonb_to_recordset(${asked}::jsonb)`.as<'v'>(
        sql`v(product_id bigint, amount numeric, months smallint, at int)`,
      ),
      'v.productId',
      'p.id',
    )
    .select([
      ...columns,
      'p.minimum',
      'p.maximum',
      sql<string | null>`product_rate_on(p.id, ${startsOn}::date, v.amount, coalesce(p.term_months, v.months))`.as(
        'proposedRate',
      ),
    ])
    .orderBy('v.at')
    .execute()
  if (offers.length < variants.length) throw refuse('notFound')
  return offers
}

const outsideOf = ({ minimum, maximum }: Offer, amount: string): StudiedVariant['outside'] => {
  if (centsOf(amount) < centsOf(minimum)) return { limit: 'minimum', amount: minimum }
  return maximum !== null && centsOf(amount) > centsOf(maximum) ? { limit: 'maximum', amount: maximum } : null
}

const studied = (offer: Offer, { rate: own, amount, months, extraRate }: Variant, startsOn: string): StudiedVariant => {
  const { minimum: _, maximum: __, proposedRate, ...product } = offer
  const rate = own ?? proposedRate
  return {
    product,
    proposedRate,
    outside: outsideOf(offer, amount),
    projection: rate === null ? null : projectionOf({ ...product, startsOn, amount, months, rate, extraRate }),
  }
}

/** Reckons a study: up to three variants beside each other. */
export const studyOf = async (ctx: Ctx, { startsOn: day, variants }: Study): Promise<Answer<typeof projectStudy>> => {
  const startsOn = day ?? ctx.businessDate
  const offers = await findOffers(ctx, variants, startsOn)
  return { startsOn, variants: variants.map((variant, at) => studied(offers[at]!, variant, startsOn)) }
}

export const findStudy = (ctx: Ctx, { body }: Parsed<typeof projectStudy>) => studyOf(ctx, body)

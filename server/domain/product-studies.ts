import { sql } from 'kysely'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type {
  getStudyProducts,
  ProductStudy,
  ProjectedVariant,
  projectStudy,
  StudyProduct,
  StudyVariant,
} from '#contract/product-studies.ts'
import { toCents } from '#rules/cents.ts'
import { calculateProjection } from '#rules/projection.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

/** What accounts of other banks were imported into is nothing that we offer. */
const selectEarningProducts = (db: Ctx['db']) =>
  db.selectFrom('product as p').where('p.accrues', '=', true).where('p.family', '<>', 'current')

const studyProductColumns = [
  'p.id',
  'p.code',
  'p.name',
  'p.dayCount',
  'p.payout',
  'p.capitalised',
  'p.termMonths',
] as const

/** Products on sale that earn, by name. */
export const findStudyProducts = async ({ db }: Ctx): Promise<ResponseBody<typeof getStudyProducts>> => ({
  products: await selectEarningProducts(db)
    .where('p.onSale', '=', true)
    .select(studyProductColumns)
    .orderBy('p.name')
    .orderBy('p.id')
    .execute(),
})

type StudyOffer = StudyProduct & { minimum: string; maximum: string | null; proposedRate: string | null }

/** The product of each variant, and what its tariff gives on the first day. An account is opened for its product's own term, where it has one. */
const findStudyOffers = async (
  { db }: Ctx,
  variants: readonly StudyVariant[],
  startsOn: string,
): Promise<StudyOffer[]> => {
  const requestedVariants = JSON.stringify(
    variants.map(({ productId, amount, months }, at) => ({ product_id: productId, amount, months, at })),
  )
  const offers = await selectEarningProducts(db)
    .innerJoin(
      sql<{ productId: string; amount: string; months: number; at: number }>`
        jsonb_to_recordset(${requestedVariants}::jsonb)`.as<'v'>(
        sql`v(product_id bigint, amount numeric, months smallint, at int)`,
      ),
      'v.productId',
      'p.id',
    )
    .select([
      ...studyProductColumns,
      'p.minimum',
      'p.maximum',
      sql<string | null>`product_rate_on(p.id, ${startsOn}::date, v.amount, coalesce(p.term_months, v.months))`.as(
        'proposedRate',
      ),
    ])
    .orderBy('v.at')
    .execute()
  if (offers.length < variants.length) throw buildRefusal('notFound')
  return offers
}

const findLimitViolation = ({ minimum, maximum }: StudyOffer, amount: string): ProjectedVariant['outside'] => {
  if (toCents(amount) < toCents(minimum)) return { limit: 'minimum', amount: minimum }
  return maximum !== null && toCents(amount) > toCents(maximum) ? { limit: 'maximum', amount: maximum } : null
}

const buildStudiedVariant = (
  offer: StudyOffer,
  { rate: own, amount, months, extraRate }: StudyVariant,
  startsOn: string,
): ProjectedVariant => {
  const { minimum, maximum, proposedRate, ...product } = offer
  const rate = own ?? proposedRate
  return {
    product,
    proposedRate,
    outside: findLimitViolation(offer, amount),
    projection: rate === null ? null : calculateProjection({ ...product, startsOn, amount, months, rate, extraRate }),
  }
}

/** Reckons a study: up to three variants beside each other. */
export const calculateStudy = async (
  ctx: Ctx,
  { startsOn: day, variants }: ProductStudy,
): Promise<ResponseBody<typeof projectStudy>> => {
  const startsOn = day ?? ctx.businessDate
  const offers = await findStudyOffers(ctx, variants, startsOn)
  return { startsOn, variants: variants.map((variant, at) => buildStudiedVariant(offers[at]!, variant, startsOn)) }
}

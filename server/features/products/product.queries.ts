import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { getProduct, listProducts, ProductDetail, ProductRow } from '#contract/products.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { calculateEffectiveRate } from '#rules/effective-rate.ts'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql } from '#server/core/one-of.ts'

type ProductFilters = ParsedRequest<typeof listProducts.count>['query']

export const productSorts: Record<(typeof listProducts.sortable)[number], string> = {
  name: 'p.name',
  code: 'p.code',
  minimum: 'p.minimum',
  termMonths: 'p.term_months',
  rateFrom: 'r.rate_from',
}

/** What accounts of other banks were imported into is nothing that we offer. */
const isOfferedSql = sql<SqlBool>`p.family <> 'current'`

const matchesProductFilters = ({ search, family, line, onSale }: ProductFilters): RawBuilder<SqlBool> => {
  const conditions = [
    isOfferedSql,
    // Some dozens of rows: no index would be quicker.
    ...(search
      ? [sql`lower(p.code || ' ' || p.name) like ${`%${toSearchText(search).replace(/[\\%_]/g, '\\$&')}%`}`]
      : []),
    ...(family ? [isOneOfSql(sql`p.family`, family)] : []),
    ...(line ? [isOneOfSql(sql`p.line`, line)] : []),
    ...(onSale === undefined ? [] : [sql`p.on_sale = ${onSale}`]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

const selectProductColumns = ({ db, businessDate }: Pick<Ctx, 'db' | 'businessDate'>) =>
  db
    .selectFrom('product as p')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('productRate as t')
          .whereRef('t.productId', '=', 'p.id')
          .where(
            't.validFrom',
            '=',
            sql<string>`(select max(valid_from) from product_rate where product_id = p.id and valid_from <= ${businessDate}::date)`,
          )
          .select([sql<string | null>`min(t.rate)`.as('rateFrom'), sql<string | null>`max(t.rate)`.as('rateTo')])
          .as('r'),
      (join) => join.onTrue(),
    )
    .select([
      'p.id',
      'p.code',
      'p.name',
      'p.family',
      'p.line',
      'p.accrues',
      'p.dayCount',
      'p.payout',
      'p.capitalised',
      'p.minimum',
      'p.maximum',
      'p.termMonths',
      'p.penaltyPoints',
      'p.defaultInstruction',
      'p.earnsUntilPaid',
      'p.earlyWithdrawal',
      'p.additions',
      'p.additionDays',
      'p.onSale',
      'r.rateFrom',
      'r.rateTo',
    ])

export const selectProducts = (ctx: Ctx, filters: ProductFilters) =>
  selectProductColumns(ctx).where(matchesProductFilters(filters))

export const countProducts = ({ db }: Ctx, filters: ProductFilters) =>
  db
    .selectFrom('product as p')
    .where(matchesProductFilters(filters))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()

type SlabTerms = { validFrom: string; termMonths: number; rate: string }

/** Of an account that opens on the first day of the tariff, for the product's term or else the least that the slab is for. */
const calculateSlabEffectiveRate = (
  { prefix }: Ctx,
  product: ProductRow,
  { validFrom, termMonths, rate }: SlabTerms,
): string => {
  const { dayCount: basis, payout, capitalised, earnsUntilPaid } = product
  const months = product.termMonths ?? (termMonths || null)
  const expiresOn = months === null ? null : toIsoDate(addMonths(parseDay(validFrom), months))
  const terms = { basis, rate, bonusRate: '0', openedOn: validFrom, expiresOn, payout, capitalised, earnsUntilPaid }
  return calculateEffectiveRate(terms, tenantFacts[prefix].country)
}

/** One product with its tariffs, the newest first, and the changes of it that wait. */
export const findProduct = async (ctx: Ctx, { params }: ParsedRequest<typeof getProduct>): Promise<ProductDetail> => {
  const [product, rates, waiting] = await Promise.all([
    selectProductColumns(ctx)
      .where('p.id', '=', params.productId)
      .where(isOfferedSql)
      .select('p.version')
      .executeTakeFirst(),
    ctx.db
      .selectFrom('productRate')
      .where('productId', '=', params.productId)
      .select(['validFrom', 'termMonths', 'minAmount', 'rate'])
      .orderBy('validFrom', 'desc')
      .orderBy('termMonths')
      .orderBy('minAmount')
      .execute(),
    ctx.db
      .selectFrom('approval')
      .where('task', '=', 'product')
      .where('entityId', '=', params.productId)
      .where('state', '=', 'pending')
      .select(['id as approvalId', sql<'settings' | 'rates'>`payload->>'kind'`.as('change')])
      .orderBy('id')
      .execute(),
  ])
  if (!product) throw buildRefusal('notFound')
  const days = [...new Set(rates.map(({ validFrom }) => validFrom))]
  const current = days.find((day) => day <= ctx.businessDate)
  return {
    ...product,
    waiting,
    tariffs: days.map((validFrom) => ({
      validFrom,
      state: validFrom === current ? 'current' : validFrom > ctx.businessDate ? 'coming' : 'past',
      slabs: rates
        .filter((one) => one.validFrom === validFrom)
        .map(({ termMonths, minAmount, rate }) => ({
          termMonths,
          minAmount,
          rate,
          effectiveRate: product.accrues
            ? calculateSlabEffectiveRate(ctx, product, { validFrom, termMonths, rate })
            : null,
        })),
    })),
  }
}

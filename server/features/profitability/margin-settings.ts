import { type Kysely, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DirectCostKind } from '#contract/profitability/kinds.ts'
import type * as contract from '#contract/profitability.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

const rateTextSql = sql<string>`trim_scale(r.rate)::text`

/** The newest first, of each product, with the terms in their order. */
const findTransferRates = (db: Kysely<DB>): Promise<contract.TransferRate[]> =>
  db
    .selectFrom('transferRate as r')
    .innerJoin('product as p', 'p.id', 'r.productId')
    .select(['r.productId', 'p.name as productName', 'r.termMonths', 'r.validFrom', rateTextSql.as('rate')])
    .select(['r.setAt', 'r.setBy'])
    .orderBy('p.name')
    .orderBy('r.productId')
    .orderBy('r.termMonths')
    .orderBy('r.validFrom', 'desc')
    .execute()

const findDirectCosts = (db: Kysely<DB>): Promise<contract.DirectCost[]> =>
  db
    .selectFrom('directCost as d')
    .innerJoin('product as p', 'p.id', 'd.productId')
    .select(['d.productId', 'p.name as productName', 'd.kind', 'd.validFrom', 'd.amount', 'd.setAt', 'd.setBy'])
    .orderBy('p.name')
    .orderBy('d.productId')
    .orderBy('d.kind')
    .orderBy('d.validFrom', 'desc')
    .execute()

/** All products, and whether some active account of theirs has no transfer rate today. */
const findProducts = ({ db, businessDate }: Pick<Ctx, 'db' | 'businessDate'>) =>
  db
    .selectFrom('product as p')
    .select([
      'p.id',
      'p.name',
      sql<boolean>`exists (
        select from account a
         where a.product_id = p.id and a.status = 'active'
           and not exists (select from transfer_rate r where r.product_id = p.id and r.valid_from <= ${businessDate}::date
                              and r.term_months in (0, coalesce(a.term_months, p.term_months, 0))))`.as('isUnrated'),
    ])
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()

/** Transfer rates, direct costs, and the products to choose from. */
export const findProfitabilitySettings = async (
  ctx: Pick<Ctx, 'db' | 'businessDate'>,
): Promise<contract.ProfitabilitySettings> => {
  const [transferRates, directCosts, products] = await Promise.all([
    findTransferRates(ctx.db),
    findDirectCosts(ctx.db),
    findProducts(ctx),
  ])
  return { transferRates, directCosts, products }
}

/** The name of the product, for the audit; the field `productId` where there is none. */
const findProductName = async (tx: Kysely<DB>, productId: string): Promise<string> => {
  const product = await tx.selectFrom('product').where('id', '=', productId).select('name').executeTakeFirst()
  if (!product) throw buildRefusal('request.invalid', { fields: { productId: 'unknown' } })
  return product.name
}

/** What is set is nobody else's to change until the transaction ends. */
const lockMarginSettings = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.profitability', 0))`.execute(tx)
}

const isSameNumber = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Number(one) === Number(other)

type TransferRateKey = { productId: string; termMonths: number; validFrom: string }

const findRate = async (tx: Kysely<DB>, { productId, termMonths, validFrom }: TransferRateKey) =>
  (
    await tx
      .selectFrom('transferRate as r')
      .where('r.productId', '=', productId)
      .where('r.termMonths', '=', termMonths)
      .where('r.validFrom', '=', validFrom)
      .select(rateTextSql.as('rate'))
      .executeTakeFirst()
  )?.rate ?? null

/** Margins are reckoned anew whenever they are looked at: a rate of the past changes those of its time. */
export const setTransferRate = (ctx: Ctx, { body }: ParsedRequest<typeof contract.setTransferRate>) =>
  ctx.db.transaction().execute(async (tx) => {
    const { before, rate, ...key } = body
    await lockMarginSettings(tx)
    const product = await findProductName(tx, key.productId)
    const seen = await findRate(tx, key)
    if (!isSameNumber(seen, before)) throw buildRefusal('conflict.changed')
    const set = { rate, setAt: sql<string>`now()`, setBy: ctx.person.fullName }
    await tx
      .insertInto('transferRate')
      .values({ ...key, ...set })
      .onConflict((conflict) => conflict.columns(['productId', 'termMonths', 'validFrom']).doUpdateSet(set))
      .execute()
    const { termMonths, validFrom } = key
    await recordAuditEvent(tx, ctx, {
      action: 'transferRate.set',
      entity: 'transferRate',
      ...(seen !== null && { before: { product, termMonths, validFrom, rate: seen } }),
      after: { product, termMonths, validFrom, rate },
    })
    return findProfitabilitySettings({ ...ctx, db: tx })
  })

export const removeTransferRate = (
  ctx: Ctx,
  { params: { productId, term, validFrom } }: ParsedRequest<typeof contract.removeTransferRate>,
) =>
  ctx.db.transaction().execute(async (tx) => {
    await lockMarginSettings(tx)
    const termMonths = Number(term)
    const rate = await findRate(tx, { productId, termMonths, validFrom })
    if (rate === null) throw buildRefusal('notFound')
    const product = await findProductName(tx, productId)
    await tx
      .deleteFrom('transferRate')
      .where('productId', '=', productId)
      .where('termMonths', '=', termMonths)
      .where('validFrom', '=', validFrom)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'transferRate.removed',
      entity: 'transferRate',
      before: { product, termMonths, validFrom, rate },
    })
    return findProfitabilitySettings({ ...ctx, db: tx })
  })

type DirectCostKey = ParsedRequest<typeof contract.removeDirectCost>['params']

const findCost = async (tx: Kysely<DB>, { productId, kind, validFrom }: DirectCostKey) =>
  (
    await tx
      .selectFrom('directCost')
      .where('productId', '=', productId)
      .where('kind', '=', kind)
      .where('validFrom', '=', validFrom)
      .select('amount')
      .executeTakeFirst()
  )?.amount ?? null

/** In a word of the audit for each kind. */
const toCostFact = (kind: DirectCostKind, amount: string) =>
  kind === 'account_year' ? { yearCost: amount } : { movementCost: amount }

export const setDirectCost = (ctx: Ctx, { body }: ParsedRequest<typeof contract.setDirectCost>) =>
  ctx.db.transaction().execute(async (tx) => {
    const { before, amount, ...key } = body
    await lockMarginSettings(tx)
    const product = await findProductName(tx, key.productId)
    const seen = await findCost(tx, key)
    if (!isSameNumber(seen, before)) throw buildRefusal('conflict.changed')
    const set = { amount, setAt: sql<string>`now()`, setBy: ctx.person.fullName }
    await tx
      .insertInto('directCost')
      .values({ ...key, ...set })
      .onConflict((conflict) => conflict.columns(['productId', 'kind', 'validFrom']).doUpdateSet(set))
      .execute()
    const { kind, validFrom } = key
    await recordAuditEvent(tx, ctx, {
      action: 'directCost.set',
      entity: 'directCost',
      ...(seen !== null && { before: { product, validFrom, ...toCostFact(kind, seen) } }),
      after: { product, validFrom, ...toCostFact(kind, amount) },
    })
    return findProfitabilitySettings({ ...ctx, db: tx })
  })

export const removeDirectCost = (ctx: Ctx, { params }: ParsedRequest<typeof contract.removeDirectCost>) =>
  ctx.db.transaction().execute(async (tx) => {
    await lockMarginSettings(tx)
    const amount = await findCost(tx, params)
    if (amount === null) throw buildRefusal('notFound')
    const { productId, kind, validFrom } = params
    const product = await findProductName(tx, productId)
    await tx
      .deleteFrom('directCost')
      .where('productId', '=', productId)
      .where('kind', '=', kind)
      .where('validFrom', '=', validFrom)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'directCost.removed',
      entity: 'directCost',
      before: { product, validFrom, ...toCostFact(kind, amount) },
    })
    return findProfitabilitySettings({ ...ctx, db: tx })
  })

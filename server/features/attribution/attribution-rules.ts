import { type Kysely, sql } from 'kysely'
import { attributionRoles } from '#contract/attribution/shares.ts'
import type {
  AttributionRule,
  AttributionSettings,
  removeAttributionRule,
  setAttributionRule,
  setReinvestmentDays,
} from '#contract/attribution.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findPendingSettingChanges } from '#server/domain/pending-settings.ts'
import {
  type AttributionChange,
  attributionTask,
  findReinvestmentDays,
  findRemovableRule,
  findRuleInForce,
  hasSameShares,
  lockAttribution,
  pickShares,
  toChangeFacts,
  toMessageParams,
} from './attribution-task.ts'

/** Of each product and channel the newest that has begun is the one that holds. Those of everything come first, then by product. */
const findAttributionRules = ({ db, businessDate }: Pick<Ctx, 'db' | 'businessDate'>): Promise<AttributionRule[]> =>
  db
    .selectFrom('attributionRule as r')
    .leftJoin('product as p', 'p.id', 'r.productId')
    .select(['r.id', 'r.productId', 'p.name as productName', 'r.channel', 'r.validFrom', 'r.setAt', 'r.setBy'])
    .select(attributionRoles.map((role) => `r.${role}` as const))
    .select(
      sql<AttributionRule['state']>`case when r.valid_from > ${businessDate}::date then 'coming'
        when r.valid_from = max(r.valid_from) filter (where r.valid_from <= ${businessDate}::date) over (partition by r.product_id, r.channel)
        then 'current' else 'past' end`.as('state'),
    )
    .orderBy(sql`p.name nulls first`)
    .orderBy(sql`r.product_id nulls first`)
    .orderBy(sql`r.channel nulls first`)
    .orderBy('r.validFrom', 'desc')
    .execute()

/** All rules, the days of reinvestment, the products to choose from, and the changes that wait. */
export const findAttribution = async (
  { db, businessDate }: Pick<Ctx, 'db' | 'businessDate'>,
  { deps }: Pick<HttpContext, 'deps'>,
): Promise<AttributionSettings> => {
  const [rules, reinvestmentDays, waiting, products] = await Promise.all([
    findAttributionRules({ db, businessDate }),
    findReinvestmentDays(db),
    findPendingSettingChanges(db, [attributionTask.name], deps.clock()),
    db.selectFrom('product').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
  ])
  return { rules, reinvestmentDays, waiting, products }
}

/** Proposes a change of who is credited; `resolveChange` finds what stands there, or throws what refuses it. */
const proposeAttributionChange = async (
  ctx: Ctx,
  raw: HttpContext,
  reason: string,
  resolveChange: (tx: Kysely<DB>) => Promise<AttributionChange>,
): Promise<AttributionSettings> => {
  await ctx.db.transaction().execute(async (tx) => {
    await lockAttribution(tx)
    const change = await resolveChange(tx)
    await proposeForApproval(
      tx,
      ctx,
      attributionTask,
      { payload: change, reason, entity: 'settings', params: toMessageParams(change), ...toChangeFacts(change) },
      raw.deps.clock(),
    )
  })
  return findAttribution(ctx, raw)
}

const findProductName = async (tx: Kysely<DB>, productId: string | null): Promise<string | null> => {
  if (productId === null) return null
  const product = await tx.selectFrom('product').select('name').where('id', '=', productId).executeTakeFirst()
  if (!product) throw buildRefusal('request.invalid', { fields: { productId: 'unknown' } })
  return product.name
}

/** A rule that began before anybody knew it would share what was booked by another one, on the same days: 400, as for shares that hold already. */
export const proposeAttributionRule = (
  ctx: Ctx,
  { body: { reason, productId, channel, validFrom, ...rest } }: ParsedRequest<typeof setAttributionRule>,
  raw: HttpContext,
) =>
  proposeAttributionChange(ctx, raw, reason, async (tx) => {
    if (validFrom < ctx.businessDate) throw buildRefusal('request.invalid', { fields: { validFrom: 'beforeToday' } })
    const shares = pickShares(rest)
    const productName = await findProductName(tx, productId)
    const seen = await findRuleInForce(tx, { productId, channel }, validFrom)
    if (seen && hasSameShares(seen.shares, shares))
      throw buildRefusal('request.invalid', { fields: { manager: 'same' } })
    return { change: 'attributionSet', rule: { productId, productName, channel, validFrom, shares }, seen }
  })

export const proposeRuleRemoval = (
  ctx: Ctx,
  { params: { ruleId }, body }: ParsedRequest<typeof removeAttributionRule>,
  raw: HttpContext,
) =>
  proposeAttributionChange(ctx, raw, body.reason, async (tx) => {
    const rule = await findRemovableRule(tx, ruleId, ctx.businessDate)
    if (!rule) throw buildRefusal('notFound')
    return { change: 'attributionRemoved', ruleId, rule }
  })

export const proposeReinvestmentDays = (
  ctx: Ctx,
  { body: { before, after, reason } }: ParsedRequest<typeof setReinvestmentDays>,
  raw: HttpContext,
) =>
  proposeAttributionChange(ctx, raw, reason, async (tx) => {
    if ((await findReinvestmentDays(tx)) !== before) throw buildRefusal('conflict.changed')
    if (before === after) throw buildRefusal('request.invalid', { fields: { after: 'unchanged' } })
    return { change: 'reinvestmentDaysSet', days: after, seen: before }
  })

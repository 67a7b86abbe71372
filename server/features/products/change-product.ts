import type { Kysely } from 'kysely'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { changeProduct as settingsContract, setTariff as tariffContract } from '#contract/products.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { centsOf } from '#server/domain/cents.ts'
import { findTariff, type Locked, lockProduct, productTask, readable, settingsOf } from './product-task.ts'

const seen = async (tx: Kysely<DB>, productId: string, version: number): Promise<Locked> => {
  const product = await lockProduct(tx, productId)
  if (!product) throw refuse('notFound')
  if (product.version !== version) throw refuse('conflict.changed')
  return product
}

const refuseFields = (fields: Record<string, string>): void => {
  if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields })
}

/** Changes what a product offers from now on, or asks for it. */
export const changeProduct = (
  ctx: Ctx,
  { params, body }: Parsed<typeof settingsContract>,
  { serving }: Raw,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    const product = await seen(tx, params.productId, body.version)
    const { settings } = body
    const { minimum, maximum, payout, termMonths } = settings
    const before = settingsOf(product)
    const pointsOf = (points: string): string => Number(points).toFixed(6)
    const after = { ...settings, penaltyPoints: pointsOf(settings.penaltyPoints) }
    refuseFields({
      ...(maximum !== null && centsOf(maximum) < centsOf(minimum) && { 'settings.maximum': 'belowMinimum' }),
      ...(product.accrues && payout === 'at_maturity' && termMonths === null && { 'settings.payout': 'needsTerm' }),
      ...((settings.additions === 'within_days') !== (settings.additionDays !== null) && {
        'settings.additionDays': settings.additionDays === null ? 'required' : 'invalid',
      }),
      ...(settings.earlyWithdrawal === 'part_with_penalty' &&
        (termMonths === null || Number(settings.penaltyPoints) === 0) && {
          'settings.earlyWithdrawal': 'needsPenalty',
        }),
      ...(JSON.stringify(before) === JSON.stringify({ ...before, ...after }) && { settings: 'unchanged' }),
    })
    return propose(
      tx,
      ctx,
      productTask,
      {
        payload: { kind: 'settings', productId: product.id, version: product.version, settings: after },
        reason: body.reason,
        entity: 'product',
        entityId: product.id,
        params: { change: 'productSettings', who: product.name },
        before,
        after,
      },
      serving.clock(),
    )
  })

/** Sets the rates of a product from a day on, or asks for it. */
export const setTariff = (
  ctx: Ctx,
  { params, body }: Parsed<typeof tariffContract>,
  { serving }: Raw,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    const product = await seen(tx, params.productId, body.version)
    const { validFrom, slabs } = body.tariff
    const keys = slabs.map(({ termMonths, minAmount }) => `${termMonths} ${centsOf(minAmount)}`)
    refuseFields({
      ...(!product.accrues && { tariff: 'neverEarns' }),
      ...(validFrom < ctx.businessDate && { 'tariff.validFrom': 'beforeToday' }),
      ...(new Set(keys).size < keys.length && { 'tariff.slabs': 'twice' }),
    })
    const before = await findTariff(tx, product.id, validFrom)
    return propose(
      tx,
      ctx,
      productTask,
      {
        payload: { kind: 'rates', productId: product.id, version: product.version, tariff: body.tariff },
        reason: body.reason,
        entity: 'product',
        entityId: product.id,
        params: { change: 'productRates', who: product.name },
        ...(before && { before: readable(before) }),
        after: readable(body.tariff),
      },
      serving.clock(),
    )
  })

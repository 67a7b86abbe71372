import type { Kysely } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/products.ts'
import type { DB } from '#db/types.ts'
import { toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import {
  findCodeError,
  findTariff,
  isProductCodeTaken,
  type LockedProduct,
  lockProduct,
  productTask,
  toProductSettings,
  toReadableTariff,
} from './product-task.ts'

const lockProductVersion = async (tx: Kysely<DB>, productId: string, version: number): Promise<LockedProduct> => {
  const product = await lockProduct(tx, productId)
  if (!product) throw buildRefusal('notFound')
  if (product.version !== version) throw buildRefusal('conflict.changed')
  return product
}

const assertNoFieldErrors = (fields: Record<string, string>): void => {
  if (Object.keys(fields).length > 0) throw buildRefusal('request.invalid', { fields })
}

/** Points as the database has them, so that what didn't change is seen. */
const normalizeSettings = (settings: contract.ProductSettings): contract.ProductSettings => ({
  ...settings,
  penaltyPoints: Number(settings.penaltyPoints).toFixed(6),
})

/** Settings that don't fit together, by their fields. */
const findSettingsErrors = (settings: contract.ProductSettings, accrues: boolean): Record<string, string> => {
  const { minimum, maximum, payout, termMonths, additions, additionDays, earlyWithdrawal, penaltyPoints } = settings
  return {
    ...(maximum !== null && toCents(maximum) < toCents(minimum) && { 'settings.maximum': 'belowMinimum' }),
    ...(accrues && payout === 'at_maturity' && termMonths === null && { 'settings.payout': 'needsTerm' }),
    ...((additions === 'within_days') !== (additionDays !== null) && {
      'settings.additionDays': additionDays === null ? 'required' : 'invalid',
    }),
    ...(earlyWithdrawal === 'part_with_penalty' &&
      (termMonths === null || Number(penaltyPoints) === 0) && { 'settings.earlyWithdrawal': 'needsPenalty' }),
  }
}

/** A tariff that can't begin on its day, or says one thing twice. */
const findTariffErrors = ({ validFrom, slabs }: contract.Tariff, { businessDate }: Ctx): Record<string, string> => {
  const keys = slabs.map(({ termMonths, minAmount }) => `${termMonths} ${toCents(minAmount)}`)
  return {
    ...(validFrom < businessDate && { 'tariff.validFrom': 'beforeToday' }),
    ...(new Set(keys).size < keys.length && { 'tariff.slabs': 'twice' }),
  }
}

/** Proposes a product: there is none before somebody else agrees. */
export const createProduct = (
  ctx: Ctx,
  { body: { accrues, tariff, reason, ...body } }: ParsedRequest<typeof contract.createProduct>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const settings = normalizeSettings(body.settings)
    assertNoFieldErrors({
      ...findSettingsErrors(settings, accrues),
      ...((await isProductCodeTaken(tx, settings.code)) && { 'settings.code': 'taken' }),
      ...(accrues && !tariff && { 'tariff.slabs': 'required' }),
      ...(!accrues && tariff && { tariff: 'neverEarns' }),
      ...(tariff && findTariffErrors(tariff, ctx)),
    })
    return proposeForApproval(
      tx,
      ctx,
      productTask,
      {
        payload: { kind: 'new', accrues, settings, tariff },
        reason,
        entity: 'product',
        params: { change: 'productNew', who: settings.name },
        after: { ...settings, accrues, ...(tariff && toReadableTariff(tariff)) },
        // What is sold, and at which rates, isn't settled by one pair.
        guarded: true,
      },
      deps.clock(),
    )
  })

/** Changes what a product offers from now on, or asks for it. */
export const changeProduct = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.changeProduct>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const product = await lockProductVersion(tx, params.productId, body.version)
    const before = toProductSettings(product)
    const after = normalizeSettings(body.settings)
    assertNoFieldErrors({
      ...findSettingsErrors(after, product.accrues),
      ...(await findCodeError(tx, product, after)),
      ...(JSON.stringify(before) === JSON.stringify({ ...before, ...after }) && { settings: 'unchanged' }),
    })
    return proposeForApproval(
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
      deps.clock(),
    )
  })

/** Sets the rates of a product from a day on, or asks for it. */
export const setTariff = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.setTariff>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const product = await lockProductVersion(tx, params.productId, body.version)
    assertNoFieldErrors({ ...(!product.accrues && { tariff: 'neverEarns' }), ...findTariffErrors(body.tariff, ctx) })
    const before = await findTariff(tx, product.id, body.tariff.validFrom)
    return proposeForApproval(
      tx,
      ctx,
      productTask,
      {
        payload: { kind: 'rates', productId: product.id, version: product.version, tariff: body.tariff },
        reason: body.reason,
        entity: 'product',
        entityId: product.id,
        params: { change: 'productRates', who: product.name },
        ...(before && { before: toReadableTariff(before) }),
        after: toReadableTariff(body.tariff),
      },
      deps.clock(),
    )
  })

import type { Kysely } from 'kysely'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type {
  createProduct as newContract,
  ProductSettings,
  changeProduct as settingsContract,
  Tariff,
  setTariff as tariffContract,
} from '#contract/products.ts'
import type { DB } from '#db/types.ts'
import { centsOf } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import {
  codeProblem,
  findTariff,
  isCodeTaken,
  type Locked,
  lockProduct,
  productTask,
  readable,
  settingsOf,
} from './product-task.ts'

const seen = async (tx: Kysely<DB>, productId: string, version: number): Promise<Locked> => {
  const product = await lockProduct(tx, productId)
  if (!product) throw refuse('notFound')
  if (product.version !== version) throw refuse('conflict.changed')
  return product
}

const refuseFields = (fields: Record<string, string>): void => {
  if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields })
}

/** Points as the database has them, so that what didn't change is seen. */
const canonical = (settings: ProductSettings): ProductSettings => ({
  ...settings,
  penaltyPoints: Number(settings.penaltyPoints).toFixed(6),
})

/** Settings that don't fit together, by their fields. */
const wrongSettings = (settings: ProductSettings, accrues: boolean): Record<string, string> => {
  const { minimum, maximum, payout, termMonths, additions, additionDays, earlyWithdrawal, penaltyPoints } = settings
  return {
    ...(maximum !== null && centsOf(maximum) < centsOf(minimum) && { 'settings.maximum': 'belowMinimum' }),
    ...(accrues && payout === 'at_maturity' && termMonths === null && { 'settings.payout': 'needsTerm' }),
    ...((additions === 'within_days') !== (additionDays !== null) && {
      'settings.additionDays': additionDays === null ? 'required' : 'invalid',
    }),
    ...(earlyWithdrawal === 'part_with_penalty' &&
      (termMonths === null || Number(penaltyPoints) === 0) && { 'settings.earlyWithdrawal': 'needsPenalty' }),
  }
}

/** A tariff that can't begin on its day, or says one thing twice. */
const wrongTariff = ({ validFrom, slabs }: Tariff, { businessDate }: Ctx): Record<string, string> => {
  const keys = slabs.map(({ termMonths, minAmount }) => `${termMonths} ${centsOf(minAmount)}`)
  return {
    ...(validFrom < businessDate && { 'tariff.validFrom': 'beforeToday' }),
    ...(new Set(keys).size < keys.length && { 'tariff.slabs': 'twice' }),
  }
}

/** Proposes a product: there is none before somebody else agrees. */
export const createProduct = (
  ctx: Ctx,
  { body: { accrues, tariff, reason, ...body } }: Parsed<typeof newContract>,
  { serving }: Raw,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    const settings = canonical(body.settings)
    refuseFields({
      ...wrongSettings(settings, accrues),
      ...((await isCodeTaken(tx, settings.code)) && { 'settings.code': 'taken' }),
      ...(accrues && !tariff && { 'tariff.slabs': 'required' }),
      ...(!accrues && tariff && { tariff: 'neverEarns' }),
      ...(tariff && wrongTariff(tariff, ctx)),
    })
    return propose(
      tx,
      ctx,
      productTask,
      {
        payload: { kind: 'new', accrues, settings, tariff },
        reason,
        entity: 'product',
        params: { change: 'productNew', who: settings.name },
        after: { ...settings, accrues, ...(tariff && readable(tariff)) },
        // What is sold, and at which rates, isn't settled by one pair.
        guarded: true,
      },
      serving.clock(),
    )
  })

/** Changes what a product offers from now on, or asks for it. */
export const changeProduct = (
  ctx: Ctx,
  { params, body }: Parsed<typeof settingsContract>,
  { serving }: Raw,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    const product = await seen(tx, params.productId, body.version)
    const before = settingsOf(product)
    const after = canonical(body.settings)
    refuseFields({
      ...wrongSettings(after, product.accrues),
      ...(await codeProblem(tx, product, after)),
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
    refuseFields({ ...(!product.accrues && { tariff: 'neverEarns' }), ...wrongTariff(body.tariff, ctx) })
    const before = await findTariff(tx, product.id, body.tariff.validFrom)
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

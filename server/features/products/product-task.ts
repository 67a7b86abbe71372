import type { Kysely } from 'kysely'
import type { ProductSettings, Tariff } from '#contract/products.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'

type Change = { productId: string; version: number }
export type ProductChange =
  | (Change & { kind: 'settings'; settings: ProductSettings })
  | (Change & { kind: 'rates'; tariff: Tariff })

/** The product as it stands, locked until the end of the transaction; undefined where there is none that we offer. */
export const lockProduct = (tx: Kysely<DB>, productId: string) =>
  tx
    .selectFrom('product')
    .where('id', '=', productId)
    .where('family', '<>', 'current')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
export type Locked = NonNullable<Awaited<ReturnType<typeof lockProduct>>>

/** What may be changed of a product, as it stands. */
export const settingsOf = (product: Locked): ProductSettings => ({
  name: product.name,
  dayCount: product.dayCount,
  payout: product.payout,
  capitalised: product.capitalised,
  minimum: product.minimum,
  maximum: product.maximum,
  termMonths: product.termMonths,
  penaltyPoints: product.penaltyPoints,
  defaultInstruction: product.defaultInstruction,
  earnsUntilPaid: product.earnsUntilPaid,
  earlyWithdrawal: product.earlyWithdrawal,
  additions: product.additions,
  additionDays: product.additionDays,
  onSale: product.onSale,
})

/** A tariff for whoever reads it: its rates by amount, and by months where they differ by them. */
export const readable = ({ validFrom, slabs }: Tariff) => ({
  validFrom,
  rates: Object.fromEntries(
    slabs.map(({ termMonths, minAmount, rate }) => [
      termMonths === 0 ? `≥ ${minAmount}` : `≥ ${minAmount}, ≥ ${termMonths} m`,
      rate,
    ]),
  ),
})

/** The tariff that begins on a day, or null. */
export const findTariff = async (tx: Kysely<DB>, productId: string, validFrom: string): Promise<Tariff | null> => {
  const slabs = await tx
    .selectFrom('productRate')
    .where('productId', '=', productId)
    .where('validFrom', '=', validFrom)
    .select(['termMonths', 'minAmount', 'rate'])
    .orderBy('termMonths')
    .orderBy('minAmount')
    .execute()
  return slabs.length > 0 ? { validFrom, slabs } : null
}

const writeTariff = async (tx: Kysely<DB>, doer: Doer, productId: string, { validFrom, slabs }: Tariff) => {
  // Accounts have been opened at the rates of a day that is past.
  if (validFrom < doer.businessDate) throw refuse('approval.changedSince')
  const before = await findTariff(tx, productId, validFrom)
  await tx.deleteFrom('productRate').where('productId', '=', productId).where('validFrom', '=', validFrom).execute()
  await tx
    .insertInto('productRate')
    .values(slabs.map((slab) => ({ ...slab, productId, validFrom })))
    .execute()
  await audit(tx, doer, {
    action: 'product.tariffSet',
    entity: 'product',
    entityId: productId,
    ...(before && { before: readable(before) }),
    after: readable({ validFrom, slabs }),
  })
}

/** What a product offers, and its rates. Only what is opened from then on has them. */
export const productTask: Task<ProductChange> = {
  name: 'product',
  module: 'bt_Productos',
  secondFactor: true,
  pageOf: (productId) => (productId ? `/crm/Productos/${productId}` : '/crm/Productos'),
  carryOut: async (tx, doer, { payload }) => {
    const product = await lockProduct(tx, payload.productId)
    if (product?.version !== payload.version) throw refuse('approval.changedSince')
    const changed = payload.kind === 'settings' ? payload.settings : {}
    await tx
      .updateTable('product')
      .set({ ...changed, version: product.version + 1 })
      .where('id', '=', product.id)
      .execute()
    if (payload.kind === 'rates') return writeTariff(tx, doer, product.id, payload.tariff)
    await audit(tx, doer, {
      action: 'product.changed',
      entity: 'product',
      entityId: product.id,
      before: settingsOf(product),
      after: payload.settings,
    })
  },
}

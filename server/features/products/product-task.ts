import type { Kysely } from 'kysely'
import type { ProductSettings, Tariff } from '#contract/products.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'

type Change = { productId: string; version: number }
type NewProduct = { kind: 'new'; accrues: boolean; settings: ProductSettings; tariff: Tariff | null }
export type ProductChange =
  | (Change & { kind: 'settings'; settings: ProductSettings })
  | (Change & { kind: 'rates'; tariff: Tariff })
  | NewProduct

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
  code: product.code,
  // Nobody changes what is only imported into.
  family: product.family as ProductSettings['family'],
  line: product.line,
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

/** Whether another product has the code already. */
export const isCodeTaken = async (tx: Kysely<DB>, code: string, productId?: string): Promise<boolean> => {
  const other = await tx
    .selectFrom('product')
    .where('code', '=', code)
    .$if(productId !== undefined, (rows) => rows.where('id', '<>', productId!))
    .select('id')
    .executeTakeFirst()
  return other !== undefined
}

/** The number of an account carries the code, and what it may do follows from the family. */
const hasAccounts = async (tx: Kysely<DB>, productId: string): Promise<boolean> =>
  (await tx.selectFrom('account').where('productId', '=', productId).select('id').limit(1).executeTakeFirst()) !==
  undefined

/** Why the product can't have this code or family; undefined where it can. */
export const codeProblem = async (
  tx: Kysely<DB>,
  product: Locked,
  { code, family }: ProductSettings,
): Promise<Record<string, string> | undefined> => {
  const changed = { code: code !== product.code, family: family !== product.family }
  if (!changed.code && !changed.family) return undefined
  if (await hasAccounts(tx, product.id))
    return {
      ...(changed.code && { 'settings.code': 'hasAccounts' }),
      ...(changed.family && { 'settings.family': 'hasAccounts' }),
    }
  return changed.code && (await isCodeTaken(tx, code, product.id)) ? { 'settings.code': 'taken' } : undefined
}

const create = async (
  tx: Kysely<DB>,
  doer: Doer,
  { accrues, settings, tariff }: NewProduct,
  approvalId: string | null,
): Promise<void> => {
  if (await isCodeTaken(tx, settings.code)) throw refuse('approval.changedSince')
  const { id } = await tx
    .insertInto('product')
    .values({ ...settings, accrues })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, doer, {
    action: 'product.created',
    entity: 'product',
    entityId: id,
    after: { ...settings, accrues },
  })
  if (tariff) await writeTariff(tx, doer, id, tariff)
  // From now on the change leads to what came of it.
  if (approvalId) await tx.updateTable('approval').set({ entityId: id }).where('id', '=', approvalId).execute()
}

/** What a product offers, and its rates. Only what is opened from then on has them. */
export const productTask: Task<'product', ProductChange> = {
  name: 'product',
  module: 'bt_Productos',
  secondFactor: true,
  pageOf: (productId) => (productId ? `/crm/Productos/${productId}` : '/crm/Productos'),
  carryOut: async (tx, doer, { payload, approvalId }) => {
    if (payload.kind === 'new') return create(tx, doer, payload, approvalId)
    const product = await lockProduct(tx, payload.productId)
    if (product?.version !== payload.version) throw refuse('approval.changedSince')
    const changed = payload.kind === 'settings' ? payload.settings : {}
    if (payload.kind === 'settings' && (await codeProblem(tx, product, payload.settings)))
      throw refuse('approval.changedSince')
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

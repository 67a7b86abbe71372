import type { Kysely } from 'kysely'
import type { ProductSettings, Tariff } from '#contract/products.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'

type ProductVersion = { productId: string; version: number }
type NewProduct = { kind: 'new'; accrues: boolean; settings: ProductSettings; tariff: Tariff | null }
export type ProductChange =
  | (ProductVersion & { kind: 'settings'; settings: ProductSettings })
  | (ProductVersion & { kind: 'rates'; tariff: Tariff })
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
export type LockedProduct = NonNullable<Awaited<ReturnType<typeof lockProduct>>>

/** What may be changed of a product, as it stands. */
export const toProductSettings = (product: LockedProduct): ProductSettings => ({
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
export const toReadableTariff = ({ validFrom, slabs }: Tariff) => ({
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

const saveTariff = async (tx: Kysely<DB>, actor: Actor, productId: string, { validFrom, slabs }: Tariff) => {
  // Accounts have been opened at the rates of a day that is past.
  if (validFrom < actor.businessDate) throw buildRefusal('approval.changedSince')
  const before = await findTariff(tx, productId, validFrom)
  await tx.deleteFrom('productRate').where('productId', '=', productId).where('validFrom', '=', validFrom).execute()
  await tx
    .insertInto('productRate')
    .values(slabs.map((slab) => ({ ...slab, productId, validFrom })))
    .execute()
  await recordAuditEvent(tx, actor, {
    action: 'product.tariffSet',
    entity: 'product',
    entityId: productId,
    ...(before && { before: toReadableTariff(before) }),
    after: toReadableTariff({ validFrom, slabs }),
  })
}

/** Whether another product has the code already. */
export const isProductCodeTaken = async (tx: Kysely<DB>, code: string, productId?: string): Promise<boolean> => {
  const other = await tx
    .selectFrom('product')
    .where('code', '=', code)
    .$if(productId !== undefined, (rows) => rows.where('id', '<>', productId!))
    .select('id')
    .executeTakeFirst()
  return other !== undefined
}

/** The number of an account carries the code, and what it may do follows from the family. */
const hasProductAccounts = async (tx: Kysely<DB>, productId: string): Promise<boolean> =>
  (await tx.selectFrom('account').where('productId', '=', productId).select('id').limit(1).executeTakeFirst()) !==
  undefined

/** Why the product can't have this code or family; undefined where it can. */
export const findCodeError = async (
  tx: Kysely<DB>,
  product: LockedProduct,
  { code, family }: ProductSettings,
): Promise<Record<string, string> | undefined> => {
  const changed = { code: code !== product.code, family: family !== product.family }
  if (!changed.code && !changed.family) return undefined
  if (await hasProductAccounts(tx, product.id))
    return {
      ...(changed.code && { 'settings.code': 'hasAccounts' }),
      ...(changed.family && { 'settings.family': 'hasAccounts' }),
    }
  return changed.code && (await isProductCodeTaken(tx, code, product.id)) ? { 'settings.code': 'taken' } : undefined
}

const insertProduct = async (
  tx: Kysely<DB>,
  actor: Actor,
  { accrues, settings, tariff }: NewProduct,
  approvalId: string | null,
): Promise<void> => {
  if (await isProductCodeTaken(tx, settings.code)) throw buildRefusal('approval.changedSince')
  const { id } = await tx
    .insertInto('product')
    .values({ ...settings, accrues })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAuditEvent(tx, actor, {
    action: 'product.created',
    entity: 'product',
    entityId: id,
    after: { ...settings, accrues },
  })
  if (tariff) await saveTariff(tx, actor, id, tariff)
  // From now on the change leads to what came of it.
  if (approvalId) await tx.updateTable('approval').set({ entityId: id }).where('id', '=', approvalId).execute()
}

/** What a product offers, and its rates. Only what is opened from then on has them. */
export const productTask: ApprovalTask<'product', ProductChange> = {
  name: 'product',
  module: 'bt_Productos',
  secondFactor: true,
  getRecordPath: (productId) => (productId ? `/crm/Productos/${productId}` : '/crm/Productos'),
  carryOut: async (tx, actor, { payload, approvalId }) => {
    if (payload.kind === 'new') return insertProduct(tx, actor, payload, approvalId)
    const product = await lockProduct(tx, payload.productId)
    if (product?.version !== payload.version) throw buildRefusal('approval.changedSince')
    const changed = payload.kind === 'settings' ? payload.settings : {}
    if (payload.kind === 'settings' && (await findCodeError(tx, product, payload.settings)))
      throw buildRefusal('approval.changedSince')
    await tx
      .updateTable('product')
      .set({ ...changed, version: product.version + 1 })
      .where('id', '=', product.id)
      .execute()
    if (payload.kind === 'rates') return saveTariff(tx, actor, product.id, payload.tariff)
    await recordAuditEvent(tx, actor, {
      action: 'product.changed',
      entity: 'product',
      entityId: product.id,
      before: toProductSettings(product),
      after: payload.settings,
    })
  },
}

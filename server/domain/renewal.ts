import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { RenewalObstacle } from '#contract/maturities.ts'
import type { AccountSignature, DB, MaturityInstruction } from '#db/types.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'

/** The journals of a maturity, of the night or later. */
export const maturityJournalSource = 'maturity'

/** An account whose term is over, as far as the account that follows it takes after it. */
export type RenewableAccount = {
  id: string
  productId: string
  clientId: string
  zoneId: string
  officeId: string
  termMonths: number | null
  transferProductId: string | null
  signature: AccountSignature
  /** The account's own, else the product's. */
  instruction: MaturityInstruction
}

type RenewalOffer = { productId: string; code: string; months: number | null; rate: string }

/** The product, the term and the rate of the day that an amount is renewed into, or why there is none. */
export const findRenewalOffer = async (
  tx: Kysely<DB>,
  account: Pick<RenewableAccount, 'instruction' | 'productId' | 'transferProductId' | 'termMonths'>,
  cents: bigint,
  day: string,
): Promise<RenewalOffer | RenewalObstacle> => {
  const transfers = account.instruction === 'transfer'
  const productId = transfers ? account.transferProductId : account.productId
  const product = productId
    ? await tx
        .selectFrom('product')
        .select(['id', 'code', 'minimum', 'maximum', 'termMonths'])
        .where('id', '=', productId)
        .executeTakeFirst()
    : undefined
  if (!product) return 'noProduct'
  const months = transfers ? product.termMonths : (account.termMonths ?? product.termMonths)
  if (cents < toCents(product.minimum) || (product.maximum !== null && cents > toCents(product.maximum)))
    return 'amount'
  const { rows } = await sql<{ rate: string | null }>`
    select product_rate_on(${product.id}, ${day}, ${centsToAmount(cents)}, ${months ?? 0}::smallint) as rate`.execute(
    tx,
  )
  const rate = rows[0]?.rate ?? null
  return rate === null ? 'noRate' : { productId: product.id, code: product.code, months, rate }
}

type RenewalOpening = { cents: bigint; offer: RenewalOffer; prefix: Prefix; day: string }

/** Opens the account that takes the money of another one, with the same holders; answers its id. */
export const openRenewedAccount = async (
  tx: Kysely<DB>,
  account: RenewableAccount,
  { cents, offer, prefix, day }: RenewalOpening,
): Promise<string> => {
  const { productId, code, months, rate } = offer
  const { id } = await tx
    .insertInto('account')
    .values({
      number: `${maturityJournalSource}:${account.id}`,
      productId,
      clientId: account.clientId,
      status: 'active',
      rate,
      openedOn: day,
      expiresOn: months === null ? null : toIsoDate(addMonths(parseDay(day), months)),
      agreedAmount: centsToAmount(cents),
      termMonths: months,
      zoneId: account.zoneId,
      officeId: account.officeId,
      signature: account.signature,
      instruction: account.instruction === 'transfer' || months === null ? null : account.instruction,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const number = `${tenantFacts[prefix].cvlLetter}-${code}-${id.slice(-8).padStart(8, '0')}`
  await tx.updateTable('account').set({ number }).where('id', '=', id).execute()
  await sql`insert into account_holder (account_id, client_id, role, share)
    select ${id}, client_id, role, share from account_holder where account_id = ${account.id}`.execute(tx)
  return id
}

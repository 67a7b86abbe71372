import { type Kysely, sql } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { toCents } from '#rules/cents.ts'
import { divideEstateAccount, type EstateDivision, type EstateShare } from '#rules/estate-division.ts'
import { type Fraction, sumFractions } from '#rules/fractions.ts'
import { toShareParts } from '#rules/shares.ts'
import { findCancellationAccount } from '#server/domain/cancellation-account.queries.ts'
import { findFutureHolders, findWithholdingLaw } from '#server/domain/withholding.ts'

/** By role, then in the order in which they were named. */
export const findRecipients = (db: Kysely<DB>, estateId: string) =>
  db
    .selectFrom('estateRecipient as r')
    .where('r.estateId', '=', estateId)
    .select([
      'r.id',
      'r.clientId',
      'r.role',
      'r.shareNumerator',
      'r.shareDenominator',
      'r.accountId',
      'r.bankAccountId',
    ])
    .orderBy('r.role')
    .orderBy('r.id')
    .execute()
export type EstateRecipientRow = Awaited<ReturnType<typeof findRecipients>>[number]

/** The share of the estate; null for who gets a named account instead. */
export const toFraction = ({ shareNumerator, shareDenominator }: EstateRecipientRow): Fraction | null =>
  shareNumerator === null || shareDenominator === null
    ? null
    : { numerator: BigInt(shareNumerator), denominator: BigInt(shareDenominator) }

/** What heirs and beneficiaries have together. */
export const sumEstateShares = (recipients: readonly EstateRecipientRow[]): Fraction =>
  sumFractions(recipients.flatMap((recipient) => toFraction(recipient) ?? []))

/** Accounts that the deceased holds and that are open or have money left. What is asked for or on its way keeps the estate waiting. */
export const findEstateAccounts = async (db: Kysely<DB>, clientId: string) => {
  const { rows } = await sql<{
    id: string
    number: string
    status: string
    balance: string
    payable: string
    deceasedShare: string
    isUnderWay: boolean
  }>`
    select a.id::text, a.number, a.status, b.balance::text, b.payable::text, h.share::text as "deceasedShare",
           a.status in ('draft', 'pending') or b.reserved > 0
             or exists (select from payment_order o where o.account_id = a.id and o.state in ('in_batch', 'sent'))
             or exists (select from unconfirmed_contribution u where u.account_id = a.id) as "isUnderWay"
      from account_holder h join account a on a.id = h.account_id join account_balance b on b.account_id = a.id
     where h.client_id = ${clientId} and h.role <> 'authorised'
       and (a.status in ('draft', 'pending', 'active') or b.balance <> 0 or b.payable <> 0)
     order by a.id`.execute(db)
  return rows
}
export type EstateAccountRow = Awaited<ReturnType<typeof findEstateAccounts>>[number]

/** Of an account: its other holders by their shares, and heirs by theirs of what was the deceased's. */
const findAccountShares = async (
  db: Kysely<DB>,
  { id: accountId }: EstateAccountRow,
  recipients: readonly EstateRecipientRow[],
): Promise<{ shares: EstateShare[]; payees: EstateRecipientRow[] }> => {
  const holders = await db
    .selectFrom('accountHolder')
    .select(['clientId', 'share'])
    .where('accountId', '=', accountId)
    .where('role', '<>', 'authorised')
    .execute()
  const payees = recipients.filter(
    ({ role, clientId }) => role !== 'co_holder' || holders.some((holder) => holder.clientId === clientId),
  )
  const shares = payees.map((recipient) => {
    const holder = holders.find(({ clientId }) => clientId === recipient.clientId)
    const holding = recipient.role === 'co_holder' && holder?.share ? toShareParts(holder.share) : null
    return { recipientId: recipient.id, holding, fraction: toFraction(recipient) }
  })
  return { shares, payees }
}

export type DividedAccount = { account: EstateAccountRow; division: EstateDivision; payees: EstateRecipientRow[] }

/**
 * Every account of an estate in the parts of those who are paid of it, as of a day. Whoever posts it has locked the accounts. Null for an account
 * that could not even give the tax.
 */
export const divideEstate = async (
  db: Kysely<DB>,
  prefix: Prefix,
  {
    accounts,
    recipients,
    on,
  }: {
    accounts: readonly EstateAccountRow[]
    recipients: readonly EstateRecipientRow[]
    on: string
  },
): Promise<(DividedAccount | null)[]> => {
  const law = await findWithholdingLaw(db, prefix)
  const divided: (DividedAccount | null)[] = []
  for (const account of accounts) {
    const { shares, payees } = await findAccountShares(db, account, recipients)
    const earns = account.status === 'active'
    const { leaving } = await findCancellationAccount(db, law, account.id)
    const taxed = await findFutureHolders(
      db,
      law,
      payees.map(({ clientId }) => ({ clientId, share: '0' })),
    )
    const figures = {
      leaving,
      payable: toCents(account.payable),
      deceasedShare: toShareParts(account.deceasedShare),
      earns,
    }
    const division = divideEstateAccount(figures, { shares, payees: taxed, law, on })
    divided.push(division && { account, division, payees })
  }
  return divided
}

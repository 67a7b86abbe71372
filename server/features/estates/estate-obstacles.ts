import type { Kysely } from 'kysely'
import { type EstateObstacle, estateObstacles, estateRequirements } from '#contract/estates.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount } from '#rules/cents.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { assertOperationAllowed, findClientsEligibility } from '#server/domain/client-eligibility.ts'
import { readAccounts } from '#server/domain/lock-account.ts'
import { assertContributionAllowed } from '#server/domain/post-contribution.ts'
import {
  type DividedAccount,
  type EstateAccountRow,
  type EstateRecipientRow,
  sumEstateShares,
} from './estate-division.ts'

/** Whether every paper is there and was accepted, or is not needed. */
const arePapersComplete = async (db: Kysely<DB>, estateId: string): Promise<boolean> => {
  const done = await db
    .selectFrom('estateRequirement')
    .where('estateId', '=', estateId)
    .where('state', 'in', ['accepted', 'not_needed'])
    .select('kind')
    .execute()
  return estateRequirements.every((kind) => done.some((one) => one.kind === kind))
}

const isFrozenByDeath = async (db: Kysely<DB>, clientId: string): Promise<boolean> => {
  const block = await db
    .selectFrom('client')
    .where('id', '=', clientId)
    .where('blockKind', '=', 'death')
    .select('id')
    .executeTakeFirst()
  return block !== undefined
}

/** What somebody gets of all accounts, in cents. */
const sumNet = (recipientId: string, divided: readonly (DividedAccount | null)[]): bigint =>
  divided
    .flatMap((one) => one?.division.parts ?? [])
    .filter((part) => part.recipientId === recipientId)
    .reduce((sum, { net }) => sum + net, 0n)

/** Refused by what stops the one who is paid: where they may not be paid, or their account takes no such money. */
export const assertRecipientPayable = async (
  db: Kysely<DB>,
  { clientId, accountId, bankAccountId }: EstateRecipientRow,
  cents: bigint,
  businessDate: string,
): Promise<void> => {
  if (accountId !== null) {
    const [account] = await readAccounts(db, [accountId])
    const money = { amount: centsToAmount(cents), valueDate: businessDate }
    await assertContributionAllowed(db, account!, money, businessDate)
  }
  if (bankAccountId !== null) assertOperationAllowed((await findClientsEligibility(db, [clientId], businessDate)).out)
}

/** Those who get something and could not be paid it. */
const hasStoppedRecipients = async (
  db: Kysely<DB>,
  recipients: readonly EstateRecipientRow[],
  divided: readonly (DividedAccount | null)[],
  businessDate: string,
): Promise<boolean> => {
  for (const recipient of recipients) {
    const cents = sumNet(recipient.id, divided)
    if (cents === 0n) continue
    try {
      await assertRecipientPayable(db, recipient, cents, businessDate)
    } catch (error) {
      if (error instanceof RefusalError) return true
      throw error
    }
  }
  return false
}

type EstateFacts = {
  estate: { id: string; clientId: string }
  accounts: readonly EstateAccountRow[]
  recipients: readonly EstateRecipientRow[]
  divided: readonly (DividedAccount | null)[]
  businessDate: string
}

/** What stands between an estate and its money, in the order in which it is mended; empty where nothing does. */
export const findEstateObstacles = async (
  db: Kysely<DB>,
  { estate, accounts, recipients, divided, businessDate }: EstateFacts,
): Promise<EstateObstacle[]> => {
  const heirs = recipients.filter(({ role }) => role !== 'co_holder')
  const { numerator, denominator } = sumEstateShares(heirs)
  const isPaid = ({ accountId, bankAccountId }: EstateRecipientRow) => accountId !== null || bankAccountId !== null
  const found: Record<EstateObstacle, boolean> = {
    notFrozen: !(await isFrozenByDeath(db, estate.clientId)),
    papers: !(await arePapersComplete(db, estate.id)),
    noHeirs: heirs.length === 0,
    shares: heirs.length > 0 && numerator !== denominator,
    destinations: recipients.some((recipient) => !isPaid(recipient)),
    moneyUnderWay: accounts.some(({ isUnderWay }) => isUnderWay) || divided.includes(null),
    heirsStopped: await hasStoppedRecipients(db, recipients, divided, businessDate),
    nothing: accounts.length === 0,
  }
  return estateObstacles.filter((obstacle) => found[obstacle])
}

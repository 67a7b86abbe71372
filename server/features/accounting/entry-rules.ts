import type { Kysely } from 'kysely'
import type { ManualEntryKind } from '#contract/accounting/entries.ts'
import type { TaxForm } from '#contract/accounting/taxes.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertOperationAllowed, findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { isAboveBonusAmount } from '#server/domain/contribution-rules.ts'
import { lockAndReadAccounts } from '#server/domain/lock-account.ts'
import { assertWithinProductMaximum } from '#server/domain/post-contribution.ts'
import { assertUnconfirmedMoneyStays } from '#server/domain/unconfirmed-money.ts'
import { findClosedThrough, toMonthStart } from './accounting-period.ts'
import { findLedgers } from './ledger-accounts.ts'
import { assertTransferAllowed } from './transfer-rules.ts'

export type ManualEntryLine = {
  ledger: string
  side: 'debit' | 'credit'
  amount: string
  accountId: string | null
  tax: { form: TaxForm | null; month: string } | null
}

/** A journal by hand as it is proposed. `tax`: what was withheld is handed to the authority, and never more than is owed. */
export type ManualEntry = {
  source: 'entry' | 'tax'
  kind: ManualEntryKind
  bookingDate: string
  valueDate: string
  description: string
  lines: readonly ManualEntryLine[]
  /** The line of the bank that it stands for, which nothing else may stand for by then. */
  bankEntryId?: string
}

const clientLedgers: readonly string[] = ['client_capital', 'client_payable']

const buildFieldError = (field: string, code: string) => buildRefusal('request.invalid', { fields: { [field]: code } })

/** Where a line stands: two of the same would be one. */
const getLineKey = ({ ledger, side, accountId, tax }: ManualEntryLine): string =>
  [ledger, side, accountId, tax?.form, tax?.month].join(' ')

const assertValidLine = (
  line: ManualEntryLine,
  at: number,
  { prefix, bookingDate }: { prefix: Prefix; bookingDate: string },
): void => {
  const { ledger, accountId, tax } = line
  if (clientLedgers.includes(ledger) !== (accountId !== null))
    throw buildFieldError(`lines.${at}.accountId`, accountId === null ? 'required' : 'invalid')
  if ((ledger === 'tax_payable') !== (tax !== null))
    throw buildFieldError(`lines.${at}.tax.month`, tax === null ? 'required' : 'invalid')
  if (tax?.form && !tax.form.startsWith(tenantFacts[prefix].country.toLowerCase()))
    throw buildFieldError(`lines.${at}.tax.form`, 'unknown')
  if (tax && tax.month > toMonthStart(bookingDate)) throw buildFieldError(`lines.${at}.tax.month`, 'future')
}

/** What each kind is made of; an adjustment moves whatever has to be put right, but pays no tax. */
const matchesEntryKind = ({ source, kind, lines }: ManualEntry): boolean => {
  const touched = new Set(lines.map(({ ledger }) => ledger))
  if (kind === 'transfer') return touched.size === 1 && touched.has('client_capital')
  if (kind === 'adjustment') {
    const isPayment =
      lines.some(({ ledger, side }) => ledger === 'tax_payable' && side === 'debit') &&
      lines.some(({ ledger, side }) => ledger === 'bank' && side === 'credit')
    return source === 'tax' || !isPayment
  }
  // Clients are charged or given back, never both: that would move money from one to another past the rules of transfers.
  const sides = new Set(lines.filter(({ accountId }) => accountId !== null).map(({ side }) => side))
  return sides.size < 2 && touched.has(kind === 'fee' ? 'fee_income' : 'penalty_income') && !touched.has('tax_payable')
}

const isEntryBalanced = ({ lines }: ManualEntry): boolean =>
  lines.reduce((sum, { side, amount }) => sum + (side === 'debit' ? toCents(amount) : -toCents(amount)), 0n) === 0n

/** What can be said of an entry without looking at what it moves. */
const assertValidEntryShape = (
  entry: ManualEntry,
  closedThrough: string | null,
  { prefix, businessDate }: Actor,
): void => {
  const { lines, bookingDate, valueDate } = entry
  if (bookingDate > businessDate) throw buildFieldError('bookingDate', 'future')
  if (valueDate > businessDate) throw buildFieldError('valueDate', 'future')
  for (const [at, line] of lines.entries()) {
    assertValidLine(line, at, { prefix, bookingDate })
    if (lines.findIndex((other) => getLineKey(other) === getLineKey(line)) < at)
      throw buildFieldError(`lines.${at}.ledger`, 'twiceLine')
  }
  if (closedThrough !== null && bookingDate <= closedThrough)
    throw buildRefusal('ledger.monthClosed', { fields: { bookingDate: 'closed' } })
  if (!isEntryBalanced(entry)) throw buildRefusal('entry.unbalanced')
  if (!matchesEntryKind(entry)) throw buildRefusal('entry.notOfKind', { fields: { kind: 'invalid' } })
}

/** Each account of the chart that a line names is there, and takes journals. */
const assertUsableLedgers = async (tx: Kysely<DB>, { lines }: ManualEntry): Promise<LedgersByCode> => {
  const ledgersByCode = await findLedgers(
    tx,
    lines.map(({ ledger }) => ledger),
  )
  for (const [at, { ledger }] of lines.entries()) {
    const account = ledgersByCode.get(ledger)
    if (!account) throw buildFieldError(`lines.${at}.ledger`, 'unknown')
    if (account.retiredAt !== null) throw buildFieldError(`lines.${at}.ledger`, 'retired')
  }
  return ledgersByCode
}

type LockedAccounts = Awaited<ReturnType<typeof lockAndReadAccounts>>
type LedgersByCode = Awaited<ReturnType<typeof findLedgers>>

/** Capital of one client alone, in several accounts: a transfer, whatever the entry calls itself. */
const isBetweenAccounts = (lines: ManualEntry['lines'], accounts: LockedAccounts): boolean =>
  accounts.length > 1 &&
  new Set(accounts.map(({ clientId }) => clientId)).size === 1 &&
  lines.every(({ ledger }) => ledger === 'client_capital')

/** Capital is moved in accounts that are open; what is on its way out is left of others too. */
const assertUsableAccounts = ({ kind, lines, valueDate }: ManualEntry, accounts: LockedAccounts): void => {
  for (const [at, { accountId, ledger }] of lines.entries()) {
    if (accountId === null) continue
    const account = accounts.find(({ id }) => id === accountId)
    if (!account) throw buildFieldError(`lines.${at}.accountId`, 'unknown')
    const { status, openedOn } = account
    if (status !== 'active' && (ledger === 'client_capital' || status === 'draft' || status === 'pending'))
      throw buildRefusal('account.notActive')
    if (ledger === 'client_capital' && valueDate < (openedOn ?? '')) throw buildFieldError('valueDate', 'beforeOpening')
  }
  if (kind === 'transfer' && !isBetweenAccounts(lines, accounts))
    throw buildRefusal('entry.notOfKind', { fields: { kind: 'invalid' } })
}

/** What each account gains on that ledger by the entry, in cents, by its id; below nothing: what is taken from it. */
const sumGainsByAccount = (
  { lines }: Pick<ManualEntry, 'lines'>,
  of: 'client_capital' | 'client_payable',
): ReadonlyMap<string, bigint> => {
  const gains = new Map<string, bigint>()
  for (const { ledger, side, amount, accountId } of lines) {
    if (accountId === null || ledger !== of) continue
    const cents = side === 'credit' ? toCents(amount) : -toCents(amount)
    gains.set(accountId, (gains.get(accountId) ?? 0n) + cents)
  }
  return gains
}

/** What an account gains by the entry is asked as a contribution is: principal stays within the maximum of its product. */
const assertGainsWithinMaximum = (entry: ManualEntry, accounts: LockedAccounts): void => {
  const gains = sumGainsByAccount(entry, 'client_capital')
  for (const account of accounts) {
    const gained = gains.get(account.id) ?? 0n
    if (gained > 0n) assertWithinProductMaximum(account, centsToAmount(gained))
  }
}

/** The accounts that the entry takes beyond what their bonus interest was given for, with what each gains. */
export const findEntryBonusExcess = (
  entry: ManualEntry,
  accounts: LockedAccounts,
): { account: LockedAccounts[number]; amount: string }[] => {
  if (entry.kind === 'fee' || entry.kind === 'penalty') return []
  const gains = sumGainsByAccount(entry, 'client_capital')
  return accounts
    .map((account) => ({ account, gain: gains.get(account.id) ?? 0n }))
    .filter(({ gain }) => gain > 0n)
    .map(({ account, gain }) => ({ account, amount: centsToAmount(gain) }))
    .filter(({ account, amount }) => isAboveBonusAmount(account, amount))
}

/** What the entry takes of its accounts has been confirmed by the bank. */
const assertConfirmedFunds = async (tx: Kysely<DB>, entry: ManualEntry, accounts: LockedAccounts): Promise<void> => {
  const capital = sumGainsByAccount(entry, 'client_capital')
  const payable = sumGainsByAccount(entry, 'client_payable')
  const taken = accounts
    .map(({ id, principal }) => ({
      accountId: id,
      takesCapital: (capital.get(id) ?? 0n) < 0n,
      takesPayable: (payable.get(id) ?? 0n) < 0n,
      principalLeft: toCents(principal) + (capital.get(id) ?? 0n),
    }))
    .filter(({ takesCapital, takesPayable }) => takesCapital || takesPayable)
  await assertUnconfirmedMoneyStays(tx, taken)
}

/**
 * All that is asked of an entry, when it is proposed and again when it is carried out: the accounts that it moves are locked and answered, with those of
 * the chart. Whoever is too
 * near to one of their clients neither makes nor checks it, and what a block holds nobody moves.
 */
export const validateEntry = async (
  tx: Kysely<DB>,
  actor: Actor,
  entry: ManualEntry,
): Promise<{ accounts: LockedAccounts; ledgers: LedgersByCode }> => {
  assertValidEntryShape(entry, await findClosedThrough(tx), actor)
  const ledgers = await assertUsableLedgers(tx, entry)
  const accountIds = [...new Set(entry.lines.flatMap(({ accountId }) => accountId ?? []))]
  const accounts = await lockAndReadAccounts(tx, accountIds)
  assertUsableAccounts(entry, accounts)
  // A fee or a penalty is taken from what stands beyond the principal, and given back to it.
  if (entry.kind !== 'fee' && entry.kind !== 'penalty') {
    assertGainsWithinMaximum(entry, accounts)
    await assertConfirmedFunds(tx, entry, accounts)
  }
  await assertNoRelatedClients(
    tx,
    actor,
    accounts.map(({ clientId }) => clientId),
  )
  for (const { out } of (await findAccountsEligibility(tx, accountIds, actor.businessDate)).values())
    assertOperationAllowed(out)
  if (isBetweenAccounts(entry.lines, accounts))
    await assertTransferAllowed(tx, actor, accounts, {
      gains: sumGainsByAccount(entry, 'client_capital'),
      valueDate: entry.valueDate,
    })
  return { accounts, ledgers }
}

import type { Kysely } from 'kysely'
import type { EntryKind } from '#contract/accounting/entries.ts'
import type { TaxForm } from '#contract/accounting/taxes.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer } from '#server/core/task.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { refuseOverMaximum } from '#server/domain/contribute.ts'
import { isBeyondBonus } from '#server/domain/contribution-rules.ts'
import { lockedAccounts } from '#server/domain/lock-account.ts'
import { assertNotOwnClients } from '#server/domain/too-near.ts'
import { refuseTakingUnconfirmed } from '#server/domain/unconfirmed-money.ts'
import { findLedgers } from './ledger-accounts.ts'
import { findClosedThrough, monthOf } from './period.ts'
import { refuseTransfer } from './transfer-rules.ts'

export type EntryLine = {
  ledger: string
  side: 'debit' | 'credit'
  amount: string
  accountId: string | null
  tax: { form: TaxForm | null; month: string } | null
}

/** A journal by hand as it is proposed. `tax`: what was withheld is handed to the authority, and never more than is owed. */
export type Entry = {
  source: 'entry' | 'tax'
  kind: EntryKind
  bookingDate: string
  valueDate: string
  description: string
  lines: readonly EntryLine[]
  /** The line of the bank that it stands for, which nothing else may stand for by then. */
  bankEntryId?: string
}

const ofClients: readonly string[] = ['client_capital', 'client_payable']

const wrongField = (field: string, code: string) => refuse('request.invalid', { fields: { [field]: code } })

/** Where a line stands: two of the same would be one. */
const placeOf = ({ ledger, side, accountId, tax }: EntryLine): string =>
  [ledger, side, accountId, tax?.form, tax?.month].join(' ')

const checkLine = (
  line: EntryLine,
  at: number,
  { prefix, bookingDate }: { prefix: Prefix; bookingDate: string },
): void => {
  const { ledger, accountId, tax } = line
  if (ofClients.includes(ledger) !== (accountId !== null))
    throw wrongField(`lines.${at}.accountId`, accountId === null ? 'required' : 'invalid')
  if ((ledger === 'tax_payable') !== (tax !== null))
    throw wrongField(`lines.${at}.tax.month`, tax === null ? 'required' : 'invalid')
  if (tax?.form && !tax.form.startsWith(tenantFacts[prefix].country.toLowerCase()))
    throw wrongField(`lines.${at}.tax.form`, 'unknown')
  if (tax && tax.month > monthOf(bookingDate)) throw wrongField(`lines.${at}.tax.month`, 'future')
}

/** What each kind is made of; an adjustment moves whatever has to be put right, but pays no tax. */
const isOfKind = ({ source, kind, lines }: Entry): boolean => {
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

const isBalanced = ({ lines }: Entry): boolean =>
  lines.reduce((sum, { side, amount }) => sum + (side === 'debit' ? centsOf(amount) : -centsOf(amount)), 0n) === 0n

/** What can be said of an entry without looking at what it moves. */
const checkShape = (entry: Entry, closedThrough: string | null, { prefix, businessDate }: Doer): void => {
  const { lines, bookingDate, valueDate } = entry
  if (bookingDate > businessDate) throw wrongField('bookingDate', 'future')
  if (valueDate > businessDate) throw wrongField('valueDate', 'future')
  for (const [at, line] of lines.entries()) {
    checkLine(line, at, { prefix, bookingDate })
    if (lines.findIndex((other) => placeOf(other) === placeOf(line)) < at)
      throw wrongField(`lines.${at}.ledger`, 'twiceLine')
  }
  if (closedThrough !== null && bookingDate <= closedThrough)
    throw refuse('ledger.monthClosed', { fields: { bookingDate: 'closed' } })
  if (!isBalanced(entry)) throw refuse('entry.unbalanced')
  if (!isOfKind(entry)) throw refuse('entry.notOfKind', { fields: { kind: 'invalid' } })
}

/** Each account of the chart that a line names is there, and takes journals. */
const checkLedgers = async (tx: Kysely<DB>, { lines }: Entry): Promise<Ledgers> => {
  const known = await findLedgers(
    tx,
    lines.map(({ ledger }) => ledger),
  )
  for (const [at, { ledger }] of lines.entries()) {
    const account = known.get(ledger)
    if (!account) throw wrongField(`lines.${at}.ledger`, 'unknown')
    if (account.retiredAt !== null) throw wrongField(`lines.${at}.ledger`, 'retired')
  }
  return known
}

type Moved = Awaited<ReturnType<typeof lockedAccounts>>
type Ledgers = Awaited<ReturnType<typeof findLedgers>>

/** Capital of one client alone, in several accounts: a transfer, whatever the entry calls itself. */
const isAmongAccounts = (lines: Entry['lines'], accounts: Moved): boolean =>
  accounts.length > 1 &&
  new Set(accounts.map(({ clientId }) => clientId)).size === 1 &&
  lines.every(({ ledger }) => ledger === 'client_capital')

/** Capital is moved in accounts that are open; what is on its way out is left of others too. */
const checkAccounts = ({ kind, lines, valueDate }: Entry, accounts: Moved): void => {
  for (const [at, { accountId, ledger }] of lines.entries()) {
    if (accountId === null) continue
    const account = accounts.find(({ id }) => id === accountId)
    if (!account) throw wrongField(`lines.${at}.accountId`, 'unknown')
    const { status, openedOn } = account
    if (status !== 'active' && (ledger === 'client_capital' || status === 'draft' || status === 'pending'))
      throw refuse('account.notActive')
    if (ledger === 'client_capital' && valueDate < (openedOn ?? '')) throw wrongField('valueDate', 'beforeOpening')
  }
  if (kind === 'transfer' && !isAmongAccounts(lines, accounts))
    throw refuse('entry.notOfKind', { fields: { kind: 'invalid' } })
}

/** What each account gains on that ledger by the entry, in cents, by its id; below nothing: what is taken from it. */
const gainsOf = (
  { lines }: Pick<Entry, 'lines'>,
  of: 'client_capital' | 'client_payable',
): ReadonlyMap<string, bigint> => {
  const gains = new Map<string, bigint>()
  for (const { ledger, side, amount, accountId } of lines) {
    if (accountId === null || ledger !== of) continue
    const cents = side === 'credit' ? centsOf(amount) : -centsOf(amount)
    gains.set(accountId, (gains.get(accountId) ?? 0n) + cents)
  }
  return gains
}

/** What an account gains by the entry is asked as a contribution is: principal stays within the maximum of its product. */
const checkMaximum = (entry: Entry, accounts: Moved): void => {
  const gains = gainsOf(entry, 'client_capital')
  for (const account of accounts) {
    const gained = gains.get(account.id) ?? 0n
    if (gained > 0n) refuseOverMaximum(account, moneyOf(gained))
  }
}

/** The accounts that the entry takes beyond what their bonus interest was given for, with what each gains. */
export const findBeyondBonus = (entry: Entry, accounts: Moved): { account: Moved[number]; amount: string }[] => {
  if (entry.kind === 'fee' || entry.kind === 'penalty') return []
  const gains = gainsOf(entry, 'client_capital')
  return accounts
    .map((account) => ({ account, gain: gains.get(account.id) ?? 0n }))
    .filter(({ gain }) => gain > 0n)
    .map(({ account, gain }) => ({ account, amount: moneyOf(gain) }))
    .filter(({ account, amount }) => isBeyondBonus(account, amount))
}

/** What the entry takes of its accounts has been confirmed by the bank. */
const checkUnconfirmed = async (tx: Kysely<DB>, entry: Entry, accounts: Moved): Promise<void> => {
  const [capital, payable] = [gainsOf(entry, 'client_capital'), gainsOf(entry, 'client_payable')]
  const taken = accounts
    .map(({ id, principal }) => ({
      accountId: id,
      takesCapital: (capital.get(id) ?? 0n) < 0n,
      takesPayable: (payable.get(id) ?? 0n) < 0n,
      principalLeft: centsOf(principal) + (capital.get(id) ?? 0n),
    }))
    .filter(({ takesCapital, takesPayable }) => takesCapital || takesPayable)
  await refuseTakingUnconfirmed(tx, taken)
}

/**
 * All that is asked of an entry, when it is proposed and again when it is carried out: the accounts that it moves are locked and answered, with those of
 * the chart. Whoever is too
 * near to one of their clients neither makes nor checks it, and what a block holds nobody moves.
 */
export const judgeEntry = async (
  tx: Kysely<DB>,
  doer: Doer,
  entry: Entry,
): Promise<{ accounts: Moved; ledgers: Ledgers }> => {
  checkShape(entry, await findClosedThrough(tx), doer)
  const ledgers = await checkLedgers(tx, entry)
  const accountIds = [...new Set(entry.lines.flatMap(({ accountId }) => accountId ?? []))]
  const accounts = await lockedAccounts(tx, accountIds)
  checkAccounts(entry, accounts)
  // A fee or a penalty is taken from what stands beyond the principal, and given back to it.
  if (entry.kind !== 'fee' && entry.kind !== 'penalty') {
    checkMaximum(entry, accounts)
    await checkUnconfirmed(tx, entry, accounts)
  }
  await assertNotOwnClients(
    tx,
    doer,
    accounts.map(({ clientId }) => clientId),
  )
  for (const { out } of (await findAccountsCanOperate(tx, accountIds, doer.businessDate)).values())
    refuseUnlessAllowed(out)
  if (isAmongAccounts(entry.lines, accounts))
    await refuseTransfer(tx, doer, accounts, {
      gains: gainsOf(entry, 'client_capital'),
      valueDate: entry.valueDate,
    })
  return { accounts, ledgers }
}

import type { Kysely } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import type { EntryKind } from '#contract/manual-entries.ts'
import type { TaxForm } from '#contract/tax-summaries.ts'
import { tenantFacts } from '#contract/tenants.ts'
import type { DB } from '#db/types.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer } from '#server/core/task.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { centsOf, moneyOf } from '#server/domain/cents.ts'
import { refuseOverMaximum } from '#server/domain/contribute.ts'
import { lockedAccounts } from '#server/domain/lock-account.ts'
import { assertNotOwnClients } from '#server/domain/too-near.ts'
import { findLedgers } from './ledger-accounts.ts'
import { findClosedThrough, monthOf } from './period.ts'

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
  return touched.has(kind === 'fee' ? 'fee_income' : 'penalty_income') && !touched.has('tax_payable')
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
const checkLedgers = async (tx: Kysely<DB>, { lines }: Entry): Promise<void> => {
  const known = await findLedgers(
    tx,
    lines.map(({ ledger }) => ledger),
  )
  for (const [at, { ledger }] of lines.entries()) {
    const account = known.get(ledger)
    if (!account) throw wrongField(`lines.${at}.ledger`, 'unknown')
    if (account.retiredAt !== null) throw wrongField(`lines.${at}.ledger`, 'retired')
  }
}

type Moved = Awaited<ReturnType<typeof lockedAccounts>>

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
  if (kind === 'transfer' && (accounts.length < 2 || new Set(accounts.map(({ clientId }) => clientId)).size > 1))
    throw refuse('entry.notOfKind', { fields: { kind: 'invalid' } })
}

/** What an account gains by the entry is asked as a contribution is: principal stays within the maximum of its product. */
const checkMaximum = ({ kind, lines }: Entry, accounts: Moved): void => {
  // A fee or a penalty is taken from what stands beyond the principal, and given back to it.
  if (kind === 'fee' || kind === 'penalty') return
  for (const account of accounts) {
    const gained = lines
      .filter(({ accountId, ledger }) => accountId === account.id && ledger === 'client_capital')
      .reduce((sum, { side, amount }) => sum + (side === 'credit' ? centsOf(amount) : -centsOf(amount)), 0n)
    if (gained > 0n) refuseOverMaximum(account, moneyOf(gained))
  }
}

/** Money that the bank has not confirmed goes nowhere else by a journal: there nothing would hold back what it pays out. */
const checkUnconfirmed = async (tx: Kysely<DB>, { lines }: Entry, accounts: Moved): Promise<void> => {
  const gainOf = (accountId: string): bigint =>
    lines
      .filter((line) => line.accountId === accountId && line.ledger === 'client_capital')
      .reduce((sum, { side, amount }) => sum + (side === 'credit' ? centsOf(amount) : -centsOf(amount)), 0n)
  if (!accounts.some(({ id }) => gainOf(id) > 0n)) return
  const losing = accounts.filter(({ id }) => gainOf(id) < 0n)
  if (losing.length === 0) return
  const rows = await tx
    .selectFrom('unconfirmedContribution')
    .where(
      'accountId',
      'in',
      losing.map(({ id }) => id),
    )
    .groupBy('accountId')
    .select((eb) => ['accountId', eb.fn.sum<string>('amount').as('amount')])
    .execute()
  for (const { accountId, amount } of rows) {
    const left = centsOf(losing.find(({ id }) => id === accountId)!.principal) + gainOf(accountId)
    if (left < centsOf(amount)) throw refuse('entry.unconfirmed')
  }
}

/**
 * All that is asked of an entry, when it is proposed and again when it is carried out: the accounts that it moves are locked and answered. Whoever is too
 * near to one of their clients neither makes nor checks it, and what a block holds nobody moves.
 */
export const judgeEntry = async (tx: Kysely<DB>, doer: Doer, entry: Entry): Promise<Moved> => {
  checkShape(entry, await findClosedThrough(tx), doer)
  await checkLedgers(tx, entry)
  const accountIds = [...new Set(entry.lines.flatMap(({ accountId }) => accountId ?? []))]
  const accounts = await lockedAccounts(tx, accountIds)
  checkAccounts(entry, accounts)
  checkMaximum(entry, accounts)
  await checkUnconfirmed(tx, entry, accounts)
  await assertNotOwnClients(
    tx,
    doer,
    accounts.map(({ clientId }) => clientId),
  )
  for (const { out } of (await findAccountsCanOperate(tx, accountIds, doer.businessDate)).values())
    refuseUnlessAllowed(out)
  return accounts
}

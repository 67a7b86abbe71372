import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsOf } from '#rules/cents.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { refuseBeyondBonusLimit } from '#server/domain/contribution-rules.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import { postJournal, refreshClients } from '#server/domain/post-journal.ts'
import { type Entry, type EntryLine, findBeyondBonus, judgeEntry } from './entry-rules.ts'
import { findOwed } from './tax-owed.queries.ts'

/** `hash`: of the wish that the key stands for. */
export type Proposal = { entry: Entry; key: string; hash: string }

const signed = ({ side, amount }: EntryLine, positive: EntryLine['side']): string =>
  side === positive ? amount : `-${amount}`

/** What is handed to the authority is owed for its month, on the day and now; of two payments at once the second sees the first. */
const refuseOverOwed = async (
  tx: Kysely<DB>,
  { source, lines, bookingDate }: Entry,
  { prefix, businessDate }: Doer,
): Promise<void> => {
  if (source !== 'tax') return
  await sql`select pg_advisory_xact_lock(hashtext('tax_line'), hashtext(current_schema()))`.execute(tx)
  const paid = lines.flatMap(({ tax, amount }) => (tax ? [{ ...tax, amount }] : []))
  const months = paid.map(({ month }) => month).sort()
  for (const asOf of new Set([bookingDate, businessDate])) {
    const owed = await findOwed(tx, { prefix, from: months[0]!, to: months.at(-1)!, asOf })
    for (const { form, month, amount } of paid) {
      const known = owed.find((row) => row.form === (form ?? 'none') && row.month === month)
      if (!known || centsOf(known.owed) < centsOf(amount))
        throw refuse('tax.overOwed', { fields: { amount: 'overOwed' } })
    }
  }
}

const noteTax = async (tx: Kysely<DB>, journalId: string, { source, lines, bookingDate }: Entry): Promise<void> => {
  const rows = lines.flatMap((line) =>
    line.tax
      ? [{ journalId, ...line.tax, bookedOn: bookingDate, amount: signed(line, 'credit'), payment: source === 'tax' }]
      : [],
  )
  if (rows.length > 0) await tx.insertInto('taxLine').values(rows).execute()
}

/** The line of the bank that the journal was made for: nothing stands for it meanwhile. */
const lockOpenLine = async (tx: Kysely<DB>, { bankEntryId }: Entry): Promise<void> => {
  if (bankEntryId === undefined) return
  const line = await tx
    .selectFrom('bankEntry')
    .where('id', '=', bankEntryId)
    .select('state')
    .forUpdate()
    .executeTakeFirst()
  if (line?.state !== 'other') throw refuse('approval.changedSince')
}

/** The journal stands for the line of the bank from now on: bank and books agree on it. */
const closeLine = async (tx: Kysely<DB>, doer: Doer, { bankEntryId }: Entry, journalId: string): Promise<void> => {
  if (bankEntryId === undefined) return
  await linkJournals(tx, [{ journalId, entryId: bankEntryId }])
  await tx.updateTable('bankEntry').set({ state: 'booked' }).where('id', '=', bankEntryId).execute()
  await audit(tx, doer, {
    ...{ action: 'bankEntry.booked', entity: 'receipt', entityId: bankEntryId },
    ...{ before: { state: 'other' }, after: { state: 'booked', journal: journalId } },
  })
}

/** Posts a journal by hand, whether it puts something right or pays a tax. The database refuses what would take money that is held, or isn't there. */
export const entryTask: Task<'entry', Proposal> = {
  name: 'entry',
  module: 'bt_Contabilidad',
  secondFactor: true,
  pageOf: (journalId) => journalId && `/crm/Contabilidad/asientos/${journalId}`,
  carryOut: async (tx, doer, { payload: { entry, key, hash }, approvalId }) => {
    await refuseOverOwed(tx, entry, doer)
    await lockOpenLine(tx, entry)
    const { accounts, ledgers } = await judgeEntry(tx, doer, entry)
    if (approvalId)
      for (const { account, amount } of findBeyondBonus(entry, accounts))
        await refuseBeyondBonusLimit(tx, doer, account, { amount, approvalId })
    const { kind, bookingDate, valueDate, description, source } = entry
    const lines = entry.lines.map((line) => ({
      ledger: ledgers.get(line.ledger)!.id,
      accountId: line.accountId,
      amount: signed(line, 'debit'),
    }))
    const { journalId } = await postJournal(tx, doer, {
      ...{ kind, bookingDate, valueDate, description, source, key, hash },
      lines,
    })
    await noteTax(tx, journalId, entry)
    await closeLine(tx, doer, entry, journalId)
    await refreshClients(
      tx,
      accounts.map(({ clientId }) => clientId),
    )
    if (approvalId) await tx.updateTable('approval').set({ entityId: journalId }).where('id', '=', approvalId).execute()
    await audit(tx, doer, {
      ...{ action: 'entry.posted', entity: 'journal', entityId: journalId },
      after: { kind, source, ...(approvalId && { approval: approvalId }) },
    })
  },
}

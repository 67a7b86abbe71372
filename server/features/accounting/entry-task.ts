import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { toCents } from '#rules/cents.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertBonusLimitFor } from '#server/domain/contribution-rules.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import { postJournal, refreshClientList } from '#server/domain/post-journal.ts'
import { findEntryBonusExcess, type ManualEntry, type ManualEntryLine, validateEntry } from './entry-rules.ts'
import { findMonthlyTaxOwed } from './tax-owed.queries.ts'

/** `hash`: of the wish that the key stands for. */
export type ManualEntryProposal = { entry: ManualEntry; key: string; hash: string }

const toSignedAmount = ({ side, amount }: ManualEntryLine, positive: ManualEntryLine['side']): string =>
  side === positive ? amount : `-${amount}`

/** What is handed to the authority is owed for its month, on the day and now; of two payments at once the second sees the first. */
const assertTaxWithinOwed = async (
  tx: Kysely<DB>,
  { source, lines, bookingDate }: ManualEntry,
  { prefix, businessDate }: Actor,
): Promise<void> => {
  if (source !== 'tax') return
  await sql`select pg_advisory_xact_lock(hashtext('tax_line'), hashtext(current_schema()))`.execute(tx)
  const paid = lines.flatMap(({ tax, amount }) => (tax ? [{ ...tax, amount }] : []))
  const months = paid.map(({ month }) => month).sort()
  for (const asOf of new Set([bookingDate, businessDate])) {
    const owed = await findMonthlyTaxOwed(tx, { prefix, from: months[0]!, to: months.at(-1)!, asOf })
    for (const { form, month, amount } of paid) {
      const owedRow = owed.find((row) => row.form === (form ?? 'none') && row.month === month)
      if (!owedRow || toCents(owedRow.owed) < toCents(amount))
        throw buildRefusal('tax.overOwed', { fields: { amount: 'overOwed' } })
    }
  }
}

const insertTaxLedgerLines = async (
  tx: Kysely<DB>,
  journalId: string,
  { source, lines, bookingDate }: ManualEntry,
): Promise<void> => {
  const rows = lines.flatMap((line) =>
    line.tax
      ? [
          {
            journalId,
            ...line.tax,
            bookedOn: bookingDate,
            amount: toSignedAmount(line, 'credit'),
            payment: source === 'tax',
          },
        ]
      : [],
  )
  if (rows.length > 0) await tx.insertInto('taxLine').values(rows).execute()
}

/** The line of the bank that the journal was made for: nothing stands for it meanwhile. */
const lockOpenBankEntry = async (tx: Kysely<DB>, { bankEntryId }: ManualEntry): Promise<void> => {
  if (bankEntryId === undefined) return
  const line = await tx
    .selectFrom('bankEntry')
    .where('id', '=', bankEntryId)
    .select('state')
    .forUpdate()
    .executeTakeFirst()
  if (line?.state !== 'other') throw buildRefusal('approval.changedSince')
}

/** The journal stands for the line of the bank from now on: bank and books agree on it. */
const linkBankEntry = async (
  tx: Kysely<DB>,
  actor: Actor,
  { bankEntryId }: ManualEntry,
  journalId: string,
): Promise<void> => {
  if (bankEntryId === undefined) return
  await linkJournals(tx, [{ journalId, entryId: bankEntryId }])
  await tx.updateTable('bankEntry').set({ state: 'booked' }).where('id', '=', bankEntryId).execute()
  await recordAuditEvent(tx, actor, {
    action: 'bankEntry.booked',
    entity: 'receipt',
    entityId: bankEntryId,
    before: { state: 'other' },
    after: { state: 'booked', journal: journalId },
  })
}

/** Posts a journal by hand, whether it puts something right or pays a tax. The database refuses what would take money that is held, or isn't there. */
export const manualEntryTask: ApprovalTask<'entry', ManualEntryProposal> = {
  name: 'entry',
  module: 'bt_Contabilidad',
  secondFactor: true,
  getRecordPath: (journalId) => journalId && `/crm/Contabilidad/asientos/${journalId}`,
  carryOut: async (tx, actor, { payload: { entry, key, hash }, approvalId }) => {
    await assertTaxWithinOwed(tx, entry, actor)
    await lockOpenBankEntry(tx, entry)
    const { accounts, ledgers } = await validateEntry(tx, actor, entry)
    if (approvalId)
      for (const { account, amount } of findEntryBonusExcess(entry, accounts))
        await assertBonusLimitFor(tx, actor, account, { amount, approvalId })
    const { kind, bookingDate, valueDate, description, source } = entry
    const lines = entry.lines.map((line) => ({
      ledger: ledgers.get(line.ledger)!.id,
      accountId: line.accountId,
      amount: toSignedAmount(line, 'debit'),
    }))
    const { journalId } = await postJournal(tx, actor, {
      kind,
      bookingDate,
      valueDate,
      description,
      source,
      key,
      hash,
      lines,
    })
    await insertTaxLedgerLines(tx, journalId, entry)
    await linkBankEntry(tx, actor, entry, journalId)
    await refreshClientList(
      tx,
      accounts.map(({ clientId }) => clientId),
    )
    if (approvalId) await tx.updateTable('approval').set({ entityId: journalId }).where('id', '=', approvalId).execute()
    await recordAuditEvent(tx, actor, {
      action: 'entry.posted',
      entity: 'journal',
      entityId: journalId,
      after: { kind, source, ...(approvalId && { approval: approvalId }) },
    })
  },
}

import { type Kysely, sql } from 'kysely'
import type { statementFormats } from '#contract/bank.ts'
import { accountingCurrency } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import type { BankFileStatement, StatementFileEntry } from '#rules/bank-file/statement-file.ts'

/** A line of the bank as it is kept, and how its file told it. */
export type NewBankEntry = StatementFileEntry & { id: string; currency: string }

type StatementRecord = {
  statement: BankFileStatement
  bankAccountId: string
  fileId: string
  sha256: Buffer
  position: number
  format: (typeof statementFormats)[number]
  fileName: string
  userId: string
  at: string
  /** Who let the file into the books; null where the firm does without a second person. */
  approvedBy: string | null
}

/** Two lines that say the same on one day are the first and the second of their kind, in every statement that shows the day. */
export const addOccurrenceNumbers = (entries: readonly StatementFileEntry[]) => {
  const occurrences = new Map<string, number>()
  return entries.map(({ bookingDate, valueDate, amount, reference, ...more }, n) => {
    const same = JSON.stringify([bookingDate, amount, reference])
    const occurrence = (occurrences.get(same) ?? 0) + 1
    occurrences.set(same, occurrence)
    return {
      n,
      amount,
      reference,
      occurrence,
      remittance: more.remittance,
      booking_date: bookingDate,
      value_date: valueDate,
      counterparty_name: more.counterpartyName,
      counterparty_number: more.counterpartyNumber,
      end_to_end: more.endToEnd,
    }
  })
}

const entryRecordsetSql =
  sql.raw(`as g (n integer, booking_date date, value_date date, amount numeric, reference text, occurrence integer,
  counterparty_name text, counterparty_number text, remittance text, end_to_end text)`)

/** Keeps a statement with its lines; answers it, and of its lines those that no statement before it had. */
export const insertStatement = async (
  tx: Kysely<DB>,
  { statement, bankAccountId, fileId, sha256, userId, at, ...facts }: StatementRecord,
): Promise<{ id: string; fresh: NewBankEntry[] }> => {
  const { number, name, entries, ...entryFields } = statement
  const { currency } = statement
  const { id } = await tx
    .insertInto('bankStatement')
    .values({ bankAccountId, fileId, sha256, ...facts, ...entryFields, uploadedBy: userId, uploadedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const numberedEntries = JSON.stringify(addOccurrenceNumbers(entries))
  const { rows: insertedRows } = await sql<{ id: string; n: number }>`
    with given as (select * from jsonb_to_recordset(${numberedEntries}::jsonb) ${entryRecordsetSql}),
    made as (
      insert into bank_entry (bank_account_id, booking_date, value_date, amount, reference, occurrence, counterparty_name, counterparty_number,
        remittance, end_to_end, currency, state)
      select ${bankAccountId}, booking_date, value_date, amount, reference, occurrence, counterparty_name, counterparty_number, remittance,
             end_to_end, ${currency}, case when ${currency} <> ${accountingCurrency} then 'foreign' when amount > 0 then 'waiting' else 'other' end::entry_state
        from given order by n
      on conflict (bank_account_id, booking_date, amount, reference, occurrence) do nothing
      returning id, booking_date, amount, reference, occurrence)
    select m.id, g.n from made m join given g using (booking_date, amount, reference, occurrence) order by g.n`.execute(
    tx,
  )
  await sql`
    insert into bank_statement_line (statement_id, line, entry_id, known)
    select ${id}, g.n + 1, e.id, not e.id = any(${insertedRows.map((one) => one.id)}::bigint[])
      from jsonb_to_recordset(${numberedEntries}::jsonb) ${entryRecordsetSql}
      join bank_entry e on (e.bank_account_id, e.booking_date, e.amount, e.reference, e.occurrence)
                         = (${bankAccountId}::bigint, g.booking_date, g.amount, g.reference, g.occurrence)`.execute(tx)
  return { id, fresh: insertedRows.map((one) => ({ ...entries[one.n]!, id: one.id, currency })) }
}

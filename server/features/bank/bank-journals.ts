import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { ledgers } from '#rules/ledgers.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import type { JournalInput } from '#server/domain/post-journal.ts'
import { postJournals } from '#server/domain/post-journals.ts'

/** A line of the bank that moves its ledger against unidentified receipts: what came in, or what went back. */
export type BookableEntry = { id: string; amount: string; bookingDate: string; valueDate: string; remittance: string }

/** The day on which something of that day is booked: itself while its month is open, else today. */
export const createBookingDayResolver = async (tx: Kysely<DB>, today: string): Promise<(day: string) => string> => {
  const { rows } = await sql<{ through: string }>`
    select case when isfinite(closed_through) then closed_through::text else '' end as through from ledger_period`.execute(
    tx,
  )
  return (day) => (day > rows[0]!.through ? day : today)
}

const negateAmount = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

/** Books these lines on their days, bank against unidentified receipts, and notes which journal is whose. Each once, by its own key. */
export const bookBankEntries = async (
  tx: Kysely<DB>,
  lines: readonly BookableEntry[],
  today: string,
): Promise<void> => {
  if (lines.length === 0) return
  const dayOf = await createBookingDayResolver(tx, today)
  const journals = lines.map(
    ({ id, amount, bookingDate, valueDate, remittance }): JournalInput => ({
      kind: 'transfer',
      bookingDate: dayOf(bookingDate),
      valueDate,
      lines: [
        { ledger: ledgers.bank, accountId: null, amount },
        { ledger: ledgers.unidentified, accountId: null, amount: negateAmount(amount) },
      ],
      key: `bank-entry:${id}`,
      source: 'statement',
      description: remittance.slice(0, 500) || null,
    }),
  )
  const journalIds = await postJournals(tx, journals)
  await linkJournals(
    tx,
    journalIds.map((journalId, n) => ({ journalId, entryId: lines[n]!.id })),
  )
}

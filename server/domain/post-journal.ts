import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { DB, MovementKind } from '#db/types.ts'
import type { JournalLine } from '#rules/ledgers.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { awaitAtCommit } from '#server/core/write-transaction.ts'

export type JournalInput = {
  kind: MovementKind
  bookingDate: string
  valueDate: string
  lines: readonly JournalLine[]
  key: string
  source: string
  description?: string | null
  /** The journal that this one takes back. */
  reverses?: string | null
  /** Of the wish, where the key stands for more than what is booked. */
  hash?: string
}

/** JSON with its keys in order: two wishes are the same wish if this is. */
const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** What a key was used for. The day on which it is booked isn't part of it: sent again tomorrow, it is the same request. */
export const requestHash = (request: object): string =>
  createHash('sha256').update(toCanonicalJson(request)).digest('hex')

const errorCodeBySqlState: Record<string, ErrorCode> = {
  AT422: 'idempotency.differentBody',
  AT004: 'ledger.monthClosed',
}
/** What two at once with one key, each for something else, meet in: whoever comes second means something else by it. */
const idempotencyConstraints = ['payment_order_idempotency_key_key', 'cancellation_quote_execution_key_key']
/** Of `account_balance`: run into by a journal, and by the trigger `hold_payment` of an order. */
const overdraftConstraints = ['account_balance_covers', 'account_balance_reserves', 'account_balance_ordered']

/** What the database said no to, as the caller is told it; whatever else it is stays a fault. */
export const toLedgerRefusal = (error: unknown): unknown => {
  const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
  if (errorCodeBySqlState[code]) return buildRefusal(errorCodeBySqlState[code])
  if (code === '23505' && idempotencyConstraints.includes(constraint)) return buildRefusal('idempotency.differentBody')
  return code === '23514' && overdraftConstraints.includes(constraint) ? buildRefusal('account.overdrawn') : error
}

type PostedJournal = { journalId: string; replayed: boolean }

/** A journal as the function takes it. */
type JournalParameters = Required<Omit<JournalInput, 'lines'>> & {
  ledgers: readonly number[]
  accountIds: readonly (string | null)[]
  amounts: readonly string[]
  userId: string | null
  cvl: string | null
  actingCvl: string | null
  requestId: string | null
}

const sendJournal = defineStatement('post journal', (db, journal: JournalParameters) =>
  sql<PostedJournal>`
    select journal_id::text as "journalId", replayed from post_journal(${journal.kind}, ${journal.bookingDate}, ${journal.valueDate},
      ${journal.ledgers}::smallint[], ${journal.accountIds}::bigint[], ${journal.amounts}::numeric[], ${journal.key}, ${journal.hash},
      ${journal.source}, ${journal.description}, ${journal.reverses}::bigint,
      ${journal.userId}::bigint, ${journal.cvl}, ${journal.actingCvl}, ${journal.requestId})`.compile(db),
)

/**
 * Writes one journal with all that follows from it. The same key with the same request gives the journal of the first time. Throws
 * `account.overdrawn`, `ledger.monthClosed` and `idempotency.differentBody`; the transaction is over then.
 * See docs/decisions/0040-idempotency-keys.md
 */
export const postJournal = async (
  tx: Kysely<DB>,
  doer: Actor | null,
  { kind, bookingDate, valueDate, lines, key, source, description = null, reverses = null, hash }: JournalInput,
): Promise<PostedJournal> => {
  const person = doer?.person
  const [posted] = await sendJournal(tx, {
    kind,
    bookingDate,
    valueDate,
    ledgers: lines.map(({ ledger }) => ledger),
    accountIds: lines.map(({ accountId }) => accountId),
    amounts: lines.map(({ amount }) => amount),
    key,
    hash: hash ?? requestHash({ kind, valueDate, lines, source, description, reverses }),
    source,
    description,
    reverses,
    userId: person?.userId ?? null,
    cvl: person?.cvl ?? null,
    actingCvl: person?.actingCvl ?? null,
    requestId: doer?.requestId ?? null,
  }).catch((error: unknown) => {
    throw toLedgerRefusal(error)
  })
  return posted!
}

/** The journal that a key has made, whatever it was for. */
export const findByIdempotencyKey = (tx: Kysely<DB>, key: string) =>
  tx.selectFrom('journal').select(['id', 'requestHash']).where('idempotencyKey', '=', key).executeTakeFirst()

const sendListRefresh = defineStatement('refresh client list', (db, { clientIds }: { clientIds: readonly string[] }) =>
  sql`select refresh_client_list(${clientIds}::bigint[])`.compile(db),
)

/** Makes the row of these clients in the list right at once, where a reader waits for it: otherwise it follows a second later. */
export const refreshClientList = (tx: Kysely<DB>, clientIds: readonly string[]): Promise<void> => {
  const inOrder = [...new Set(clientIds)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  return awaitAtCommit(tx, sendListRefresh(tx, { clientIds: inOrder }))
}

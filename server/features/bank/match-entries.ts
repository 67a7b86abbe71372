import { type Kysely, sql } from 'kysely'
import type { proposalSources } from '#contract/bank.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { splitNameWords } from '#rules/name-words.ts'
import { naturalNameSql } from '#server/core/person-name.ts'

export type IncomingEntry = {
  id: string
  bookingDate: string
  amount: string
  counterpartyName: string | null
  counterpartyNumber: string | null
  remittance: string
}

export type EntryMatch = {
  /** The contribution that somebody has noted by hand: the bank now says the same. */
  noted: { journalId: string; accountId: string } | null
  /** The one account that this points to. */
  proposed: { accountId: string; by: (typeof proposalSources)[number] } | null
}

/** Numbers of accounts are neither shorter nor longer; a year or an amount alone is none. */
const shortest = 6
const longest = 40
/** Days between what the bank shows and the value date that somebody noted by hand. */
const maxDaysApart = 10

/**
 * What may be an account's number in a text: words that follow each other, put together, as people write 'D EVAS 12-0000042'. Whole words only, so
 * that a number isn't found inside of a longer one.
 */
export const extractAccountNumbers = (text: string): string[] => {
  const words = text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
    .slice(0, 160)
  const found = new Set<string>()
  for (const start of words.keys()) {
    let number = ''
    for (const word of words.slice(start, start + 10)) {
      number += word
      if (number.length > longest) break
      if (number.length >= shortest && /\d/.test(number)) found.add(number)
    }
  }
  return [...found]
}

/** Whether a payer is that holder: the same words, or all those of the shorter name, of which there are at least two. */
export const isHolderNamed = (
  holder: string,
  { counterpartyName, remittance }: Pick<IncomingEntry, 'counterpartyName' | 'remittance'>,
): boolean => {
  const payerAccountIds = splitNameWords(holder)
  if (payerAccountIds.length < 2) return false
  const payer = splitNameWords(counterpartyName ?? remittance)
  if (payerAccountIds.every((word) => payer.includes(word))) return true
  return counterpartyName !== null && payer.length > 1 && payer.every((word) => payerAccountIds.includes(word))
}

const findAccountsByNumber = async (
  tx: Kysely<DB>,
  numbersByEntry: readonly (readonly string[])[],
): Promise<Map<string, string>> => {
  const numbers = [...new Set(numbersByEntry.flat())]
  const found = await tx
    .selectFrom('account as a')
    .where(sql<string>`plain_number(a.number)`, '=', sql<string>`any(${numbers}::text[])`)
    .where('a.status', '<>', 'draft')
    .select(['a.id', sql<string>`plain_number(a.number)`.as('number')])
    .execute()
  return new Map(found.map(({ id, number }) => [number, id]))
}

type NamedAccount = { accountId: string; name: string }
type PendingOpening = NamedAccount & { missing: string }
type NotedContribution = NamedAccount & { journalId: string; amount: string; valueDate: string }
type PayerAccount = { accountId: string; number: string }

const anyAmountSql = (amounts: readonly string[]) => sql`any(${[...new Set(amounts)]}::numeric[])`

/** Openings of which as much is missing as one of these amounts, and those that a line names by number: each with its holders. */
const findPendingOpenings = async (
  tx: Kysely<DB>,
  amounts: readonly string[],
  accountIds: readonly string[],
): Promise<PendingOpening[]> => {
  const { rows } = await sql<PendingOpening>`
    select a.id as "accountId", ${naturalNameSql('c')} as name, (a.agreed_amount - b.principal)::text as missing
      from account a
      join account_balance b on b.account_id = a.id
      join account_holder h on h.account_id = a.id and h.role <> 'authorised'
      join client c on c.id = h.client_id
     where a.status = 'pending'
       and (a.agreed_amount - b.principal = ${anyAmountSql(amounts)} or a.id = any(${[...accountIds]}::bigint[]))`.execute(
    tx,
  )
  return rows
}

/** Accounts of the clients who pay from these numbers. */
const findPayerAccounts = async (tx: Kysely<DB>, entries: readonly IncomingEntry[]): Promise<PayerAccount[]> => {
  const numbers = [...new Set(entries.flatMap(({ counterpartyNumber }) => counterpartyNumber ?? []))]
  const { rows } = await sql<PayerAccount>`
    select distinct a.id as "accountId", k.number
      from client_bank_account k
      join account_holder h on h.client_id = k.client_id and h.role <> 'authorised'
      join account a on a.id = h.account_id and a.status in ('active', 'pending')
     where k.number = any(${numbers}::text[]) and k.ended_at is null`.execute(tx)
  return rows
}

/** What was noted by hand in those days, so much, and no line of the bank stands for it yet. */
const findNotedContributions = async (
  tx: Kysely<DB>,
  entries: readonly IncomingEntry[],
): Promise<NotedContribution[]> => {
  const first = entries.map(({ bookingDate }) => bookingDate).sort()[0]!
  const { rows } = await sql<NotedContribution>`
    select j.id as "journalId", j.value_date as "valueDate", p.account_id as "accountId", (-p.amount)::text as amount, ${naturalNameSql('c')} as name
      from journal j
      join posting p on p.journal_id = j.id and p.ledger = ${sql.lit(ledgers.capital)}
      join account_holder h on h.account_id = p.account_id and h.role <> 'authorised'
      join client c on c.id = h.client_id
     where j.kind = 'contribution' and j.source = 'manual' and j.reverses_id is null and j.booking_date >= ${first}::date - 30
       and -p.amount = ${anyAmountSql(entries.map(({ amount }) => amount))}
       and not exists (select from bank_entry_journal l where l.journal_id = j.id)
       and not exists (select from journal r where r.reverses_id = j.id)
     order by j.value_date, j.id`.execute(tx)
  return rows
}

const groupBy = <T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

const countDaysApart = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
const getOnlyId = (ids: readonly string[]): string | null => (new Set(ids).size === 1 ? ids[0]! : null)

/** What is known of an entry before openings are asked. */
type ClassifiedEntry = { entry: IncomingEntry; named: string[]; own: string[]; noted: EntryMatch['noted'] }

/** Of each entry the accounts that it names, those of its payer, and the contribution noted by hand that it is. */
const classifyEntries = async (tx: Kysely<DB>, entries: readonly IncomingEntry[]): Promise<ClassifiedEntry[]> => {
  const numbersByEntry = entries.map(({ remittance }) => extractAccountNumbers(remittance))
  const byNumber = await findAccountsByNumber(tx, numbersByEntry)
  const ofPayers = groupBy(await findPayerAccounts(tx, entries), ({ number }) => number)
  const noted = groupBy(await findNotedContributions(tx, entries), ({ amount }) => amount)
  const taken = new Set<string>()
  return entries.map((entry, n) => {
    const namedAccountIds = numbersByEntry[n]!.flatMap((number) => byNumber.get(number) ?? [])
    const payerAccountIds = (ofPayers.get(entry.counterpartyNumber ?? '') ?? []).map(({ accountId }) => accountId)
    const before = (noted.get(entry.amount) ?? []).filter(
      (one) =>
        !taken.has(one.journalId) &&
        countDaysApart(one.valueDate, entry.bookingDate) <= maxDaysApart &&
        // Whose number it is says more than a name, which another client may have too.
        (namedAccountIds.length > 0
          ? namedAccountIds.includes(one.accountId)
          : payerAccountIds.length > 0
            ? payerAccountIds.includes(one.accountId)
            : isHolderNamed(one.name, entry)),
    )
    // Several of one account and amount are alike: the oldest is the first one that the bank shows.
    const noter = getOnlyId(before.map(({ accountId }) => accountId)) === null ? undefined : before[0]
    if (noter) taken.add(noter.journalId)
    return {
      entry,
      named: namedAccountIds,
      own: payerAccountIds,
      noted: noter ? { journalId: noter.journalId, accountId: noter.accountId } : null,
    }
  })
}

const sumEntryCents = (entries: readonly IncomingEntry[]): bigint =>
  entries.reduce((total, { amount }) => total + toCents(amount), 0n)

/**
 * The openings that these lines complete, line by line: one alone, or all lines of one payer together. What other lines of the file bring by the
 * account's number is no longer missing.
 */
const findCompletedOpenings = async (
  tx: Kysely<DB>,
  classified: readonly ClassifiedEntry[],
): Promise<(entry: IncomingEntry) => string[]> => {
  const loose = classified
    .filter(({ named: namedAccountIds, noted }) => !noted && getOnlyId(namedAccountIds) === null)
    .map(({ entry }) => entry)
  const byPayer = groupBy(loose, ({ counterpartyName, id }) => counterpartyName ?? `entry ${id}`)
  const sums = new Map(
    [...byPayer.values()].flatMap((together) => together.map(({ id }) => [id, sumEntryCents(together)] as const)),
  )
  const referenced = classified.flatMap(({ entry, named: namedAccountIds, noted }) => {
    const accountId = noted ? null : getOnlyId(namedAccountIds)
    return accountId ? [{ accountId, entry }] : []
  })
  const amounts = [...loose.map(({ amount }) => amount), ...[...sums.values()].map(centsToAmount)]
  const openings = await findPendingOpenings(
    tx,
    amounts,
    referenced.map(({ accountId }) => accountId),
  )
  const comingTo = groupBy(referenced, ({ accountId }) => accountId)
  const openingsByAmount = groupBy(
    openings.map(({ accountId, name, missing }) => {
      const incoming = (comingTo.get(accountId) ?? []).map(({ entry }) => entry)
      return { accountId, name, rest: toCents(missing) - sumEntryCents(incoming) }
    }),
    ({ rest }) => rest,
  )
  return (entry) =>
    [...new Set([toCents(entry.amount), sums.get(entry.id)!])]
      .flatMap((rest) => openingsByAmount.get(rest) ?? [])
      .filter(({ name }) => isHolderNamed(name, entry))
      .map(({ accountId }) => accountId)
}

/** For each entry what it is, or whose it may be. Of several that are equally likely none is proposed. */
export const matchEntries = async (tx: Kysely<DB>, entries: readonly IncomingEntry[]): Promise<EntryMatch[]> => {
  if (entries.length === 0) return []
  const classified = await classifyEntries(tx, entries)
  const openingsOf = await findCompletedOpenings(tx, classified)
  return classified.map(({ entry, named: namedAccountIds, own: payerAccountIds, noted }) => {
    if (noted) return { noted, proposed: null }
    // Where the text names several accounts, what else is known chooses among them and nobody else.
    const among = (ids: readonly string[]) =>
      getOnlyId(namedAccountIds.length > 0 ? ids.filter((id) => namedAccountIds.includes(id)) : ids)
    const reference = getOnlyId(namedAccountIds)
    const opening = among(openingsOf(entry))
    const iban = among(payerAccountIds)
    if (reference) return { noted: null, proposed: { accountId: reference, by: 'reference' } }
    if (opening) return { noted: null, proposed: { accountId: opening, by: 'opening' } }
    return { noted: null, proposed: iban ? { accountId: iban, by: 'iban' } : null }
  })
}

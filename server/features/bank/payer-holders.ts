import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { type IncomingEntry, isHolderNamed } from './match-entries.ts'

export type Payer = Pick<IncomingEntry, 'counterpartyName' | 'counterpartyNumber' | 'remittance'>

type AccountHolderNames = { accountId: string; name: string; numbers: string[] }

/** Of the numbers that these paid from those that are a client's. */
const findKnownPayerNumbers = async (db: Kysely<DB>, payers: readonly Payer[]): Promise<Set<string>> => {
  const numbers = [...new Set(payers.flatMap(({ counterpartyNumber }) => counterpartyNumber ?? []))]
  if (numbers.length === 0) return new Set()
  const { rows } = await sql<{ number: string }>`
    select distinct number from client_bank_account where number = any(${numbers}::text[]) and ended_at is null`.execute(
    db,
  )
  return new Set(rows.map(({ number }) => number))
}

/**
 * Whether who paid holds the account, of these accounts and payers: by a number that is a holder's, or by name. A number that is known as somebody
 * else's says more than any name, which whoever writes the line chooses. A text that names an account says for whom money is meant,
 * and anybody can write it; it doesn't say whose it is. Whoever is only authorised holds nothing.
 */
export const createHolderMatcher = async (
  db: Kysely<DB>,
  accountIds: readonly string[],
  payers: readonly Payer[],
): Promise<(accountId: string, payer: Payer) => boolean> => {
  const { rows } = await sql<AccountHolderNames>`
    select h.account_id::text as "accountId", ${naturalNameSql('c')} as name,
           array(select k.number from client_bank_account k where k.client_id = c.id and k.ended_at is null) as numbers
      from account_holder h join client c on c.id = h.client_id
     where h.account_id = any(${[...new Set(accountIds)]}::bigint[]) and h.role <> 'authorised'`.execute(db)
  const byAccount = new Map<string, AccountHolderNames[]>()
  for (const row of rows) byAccount.set(row.accountId, [...(byAccount.get(row.accountId) ?? []), row])
  const knownNumbers = await findKnownPayerNumbers(db, payers)
  return (accountId, payer) => {
    const holders = byAccount.get(accountId) ?? []
    const number = payer.counterpartyNumber
    if (number !== null && knownNumbers.has(number)) return holders.some(({ numbers }) => numbers.includes(number))
    return holders.some(({ name }) => isHolderNamed(name, payer))
  }
}

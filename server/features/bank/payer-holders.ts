import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { type Incoming, isNamed } from './match-entries.ts'

export type Payer = Pick<Incoming, 'counterpartyName' | 'counterpartyNumber' | 'remittance'>

type Holder = { accountId: string; name: string; numbers: string[] }

/**
 * Whether who paid holds the account, of these: by a number that is a holder's, or by name. A text that names an account says for whom money is meant,
 * and anybody can write it; it doesn't say whose it is. Whoever is only authorised holds nothing.
 */
export const findIsHolder = async (
  db: Kysely<DB>,
  accountIds: readonly string[],
): Promise<(accountId: string, payer: Payer) => boolean> => {
  const { rows } = await sql<Holder>`
    select h.account_id::text as "accountId", concat_ws(' ', c.surname, c.name) as name,
           array(select k.number from client_bank_account k where k.client_id = c.id and k.ended_at is null) as numbers
      from account_holder h join client c on c.id = h.client_id
     where h.account_id = any(${[...new Set(accountIds)]}::bigint[]) and h.role <> 'authorised'`.execute(db)
  const byAccount = new Map<string, Holder[]>()
  for (const row of rows) byAccount.set(row.accountId, [...(byAccount.get(row.accountId) ?? []), row])
  return (accountId, payer) =>
    (byAccount.get(accountId) ?? []).some(
      ({ name, numbers }) =>
        (payer.counterpartyNumber !== null && numbers.includes(payer.counterpartyNumber)) || isNamed(name, payer),
    )
}

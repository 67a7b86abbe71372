import { type Kysely, sql } from 'kysely'
import type { BankChangeKind } from '#contract/client-bank-accounts.ts'
import type { DB } from '#db/types.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { tellResponsible } from '#server/domain/tell-responsible.ts'

const words: Record<BankChangeKind, string> = { add: 'bankAdd', default: 'bankDefault', end: 'bankEnd' }

/** What the text of the task names: whose account, which, and what becomes of it. */
export const wordsOf = (kind: BankChangeKind, cvl: string, number: string): Record<string, string> => ({
  ...{ who: cvl, account: maskedNumber(number), change: words[kind] },
})

/** Tells who answers for the client that they are paid elsewhere: their manager, unless it was their own change; where nobody is, those who answer for the firm. */
export const tellOfChange = async (
  tx: Kysely<DB>,
  { clientId, kind, number }: { clientId: string; kind: BankChangeKind; number: string },
  makerId: string,
): Promise<void> => {
  const { rows } = await sql<{ cvl: string; userId: string | null }>`
    select c.cvl, p.user_id::text as "userId" from client c
      join client_list l on l.client_id = c.id
      left join employee e on e.id = l.manager_id
      left join registry.own_people() p on p.cvl = e.cvl and p.ended_at is null and not p.disabled
     where c.id = ${clientId}`.execute(tx)
  const { cvl, userId } = rows[0]!
  const told = { kind: 'client.bankAccount', link: `/clientes/${clientId}` } as const
  const params = { task: 'bankAccount', ...wordsOf(kind, cvl, number) }
  if (userId === null) return tellResponsible(tx, { ...told, params })
  if (userId === makerId) return
  await sql`select registry.notify_user(${userId}::bigint, ${told.kind}, ${JSON.stringify(params)}::jsonb, ${told.link})`.execute(
    tx,
  )
}

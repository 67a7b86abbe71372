import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BankAccount } from '#contract/client-bank-accounts.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { nameWords } from '#server/domain/name-words.ts'
import { visibleClients } from '#server/domain/visibility.ts'

type Text = RawBuilder<string>

/** Other clients who have that number now, and whether they are on an account with the client: people who share a household share a bank account, and so do frauds. */
const others = (number: Text, clientId: Text) => sql`(
  select s.client_id, exists (select from account_holder h join account_holder p on p.account_id = h.account_id
                               where h.client_id = ${clientId} and p.client_id = s.client_id) as joint
    from client_bank_account s where s.number = ${number} and s.ended_at is null and s.client_id <> ${clientId})`

/** The same as it is shown: how many, and who of them the caller sees. */
export const sharingOf = (ctx: Pick<Ctx, 'db' | 'reaches'>, number: Text, clientId: Text) => {
  const seen = visibleClients(ctx)
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', sql<string>`s.client_id`)
    .select(['client.id', 'client.cvl', sql<string>`trim(client.name || ' ' || client.surname)`.as('name')])
  return sql<BankAccount['sharing']>`(
    select json_build_object('clients', count(*), 'ofJoint', count(*) filter (where s.joint),
             'seen', coalesce(json_agg(json_build_object('id', x.id::text, 'cvl', x.cvl, 'name', x.name) order by x.cvl) filter (where x.id is not null), '[]'))
      from ${others(number, clientId)} s left join lateral (${seen}) x on true)`
}

export type Sharing = { sameNumber: number; sameOfJoint: number }

export const findSharing = async (tx: Kysely<DB>, number: string, clientId: string): Promise<Sharing> => {
  const { rows } =
    await sql<Sharing>`select count(*)::int as "sameNumber", (count(*) filter (where s.joint))::int as "sameOfJoint"
    from ${others(sql`${number}`, sql`${clientId}::bigint`)} s`.execute(tx)
  return rows[0]!
}

/** Whether the holder at the bank is somebody else than the client: neither has all the words of the other's name. */
export const isOtherHolder = (client: string, holder: string): boolean => {
  const [own, said] = [nameWords(client), nameWords(holder)]
  const holdsAll = (some: readonly string[], all: readonly string[]): boolean =>
    some.length > 0 && some.every((word) => all.includes(word))
  return !holdsAll(own, said) && !(said.length > 1 && holdsAll(said, own))
}

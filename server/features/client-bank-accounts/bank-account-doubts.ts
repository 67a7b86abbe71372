import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ClientBankAccount } from '#contract/client-bank-accounts.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { isForeignBankHolder } from '#server/domain/bank-holder-match.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

type SqlText = RawBuilder<string>

/** Other clients who have that number now, and whether they are on an account with the client: people who share a household share a bank account, and so do frauds. */
const otherClientsWithNumberSql = (number: SqlText, clientId: SqlText) => sql`(
  select s.client_id, exists (select from account_holder h join account_holder p on p.account_id = h.account_id
                               where h.client_id = ${clientId} and p.client_id = s.client_id) as joint
    from client_bank_account s where s.number = ${number} and s.ended_at is null and s.client_id <> ${clientId})`

/** The same as it is shown: how many, and who of them the caller sees. */
export const sharedNumberSql = (ctx: Pick<Ctx, 'db' | 'scopes'>, number: SqlText, clientId: SqlText) => {
  const visibleClientsSql = selectVisibleClients(ctx)
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', sql<string>`s.client_id`)
    .select(['client.id', 'client.cvl', sql<string>`${naturalNameSql('client')}`.as('name')])
  return sql<ClientBankAccount['sharing']>`(
    select json_build_object('clients', count(*), 'ofJoint', count(*) filter (where s.joint),
             'seen', coalesce(json_agg(json_build_object('id', x.id::text, 'cvl', x.cvl, 'name', x.name) order by x.cvl) filter (where x.id is not null), '[]'))
      from ${otherClientsWithNumberSql(number, clientId)} s left join lateral (${visibleClientsSql}) x on true)`
}

type NumberSharing = { sameNumber: number; sameOfJoint: number }

const findNumberSharing = async (tx: Kysely<DB>, number: string, clientId: string): Promise<NumberSharing> => {
  const { rows } =
    await sql<NumberSharing>`select count(*)::int as "sameNumber", (count(*) filter (where s.joint))::int as "sameOfJoint"
    from ${otherClientsWithNumberSql(sql`${number}`, sql`${clientId}::bigint`)} s`.execute(tx)
  return rows[0]!
}

/**
 * Whose name a bank account of the client may bear: the client's own, and that of whoever holds every account of theirs with them. Who holds only some of
 * them would be paid from the others as well.
 */
const findHolderNames = async (tx: Kysely<DB>, clientId: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    with own as (select account_id from account_holder where client_id = ${clientId} and role <> 'authorised')
    select ${naturalNameSql('x')} as name from client x
     where x.id = ${clientId} or x.id in (
       select p.client_id from account_holder p join own using (account_id) where p.role <> 'authorised'
        group by p.client_id having count(*) = (select count(*) from own))`.execute(tx)
  return rows.map(({ name }) => name)
}

export type BankAccountDoubts = NumberSharing & { otherHolder: boolean }

/** What speaks against paying the client to a bank account. */
export const findBankAccountDoubts = async (
  tx: Kysely<DB>,
  clientId: string,
  { number, holder }: { number: string; holder: string | null },
): Promise<BankAccountDoubts> => ({
  ...(await findNumberSharing(tx, number, clientId)),
  otherHolder: isForeignBankHolder(await findHolderNames(tx, clientId), holder),
})

export const noBankAccountDoubts: BankAccountDoubts = { sameNumber: 0, sameOfJoint: 0, otherHolder: false }

/** Money that is led there may be led to a stranger: direction decides, or two others. */
export const hasBankAccountDoubts = ({ sameNumber, otherHolder }: BankAccountDoubts): boolean =>
  sameNumber > 0 || otherHolder

/** As whoever decides reads them, and as the audit keeps them: none where there are none. */
export const toDoubtFacts = ({ sameNumber, sameOfJoint, otherHolder }: BankAccountDoubts): object => ({
  ...(sameNumber > 0 && { sameNumber, sameOfJoint }),
  ...(otherHolder && { otherHolder }),
})

import { ledgers } from '#rules/ledgers.ts'
import { type LedgerConnection, withLedgerSession } from './ledger-session.ts'

type AccountBalance = {
  externalRef: string | null
  number: string
  zone: string
  office: string
  balance: string
}

/**
 * What stands in each account, from its postings booked up to `asOf`, or from all of them: never from the kept balance.
 * With `asOf`, the accounts that were open by then.
 */
export const findLedgerBalances = (source: LedgerConnection, asOf: string | undefined): Promise<AccountBalance[]> =>
  withLedgerSession(source, async (db) => {
    const { rows } = await db.query<AccountBalance>(
      `select a.external_ref as "externalRef", a.number, z.name as zone, o.name as office,
              coalesce(b.balance, 0)::numeric(18,2)::text as balance
         from account a
         join zone z on z.id = a.zone_id
         join office o on o.id = a.office_id
         left join (
           select account_id, -sum(amount) as balance from posting
            where account_id is not null and ledger = ${ledgers.capital} and ($1::date is null or booking_date <= $1) group by account_id
         ) b on b.account_id = a.id
        where $1::date is null or a.opened_on <= $1 or b.balance <> 0
        order by a.id`,
      [asOf ?? null],
    )
    return rows
  })

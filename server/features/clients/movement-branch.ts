import { sql } from 'kysely'
import { ledgers } from '#rules/ledgers.ts'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'

const order = { at: sql`p.booking_date`, isDay: true, id: sql`p.journal_id`, line: sql`p.line` } as const
const what = sql<string>`j.kind::text`
const text = sql<string | null>`j.description`
const accountNumber = sql<string>`a.number`

/**
 * Lines of the capital of the client's accounts, under the day on which they were booked. Each account gives no more than a page, from its own
 * index. Accounts on which the client is merely authorised are no part of it.
 */
export const movementBranch: TimelineBranch = {
  kind: 'movement',
  module: 'bt_Clientes',
  seenBy: 'client',
  select: ({ person }, clientId, page) => ({
    from: sql`(select h.account_id, a.number from account_holder h join account a on a.id = h.account_id
        where h.client_id = ${clientId} and h.role <> 'authorised') a
      cross join lateral (
        select p.booking_date, p.journal_id, p.line, -p.amount as amount, j.kind, j.description, j.created_by
          from posting p join journal j on j.id = p.journal_id
         where p.account_id = a.account_id and p.ledger = ${sql.lit(ledgers.capital)} and ${page.matchesTime(order)}
           and ${page.matchesSearch({ what, text, accountNumber })}
         order by p.booking_date desc, p.journal_id desc, p.line desc limit ${page.limit}) p
      cross join lateral (select p.kind, p.description, p.created_by) j`,
    where: sql`true`,
    order,
    what,
    text,
    accountNumber,
    amount: sql`p.amount`,
    userId: sql`j.created_by`,
    path: person.rights.may('bt_Contabilidad', 'view')
      ? sql`'/crm/Contabilidad/asientos/' || p.journal_id`
      : sql`'/clientes/' || ${clientId}::text || '/cuentas/' || a.account_id`,
  }),
}

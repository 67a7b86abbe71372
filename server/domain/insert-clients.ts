import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { staffRoles } from '#contract/staff.ts'
import type { ClientKind, DB } from '#db/types.ts'
import { buildSearchRow } from '#rules/search-text.ts'
import type { ClientValues } from './client-fields.ts'

export type StaffLink = { role: (typeof staffRoles)[number]; employeeId: string }

/** A client as it was checked: values by columns, the zone, and who looks after them. */
type NewClient = { kind: ClientKind; values: ClientValues; zoneId: string; links: readonly StaffLink[] }

/**
 * Writes new clients, each with the next CVL, in the order in which they are given: the record, its links and what it is found by. A statement
 * for each table, however many there are. List rows and audit are the caller's.
 */
export const insertClients = async (
  tx: Kysely<DB>,
  clients: readonly NewClient[],
  { prefix, today }: { prefix: Prefix; today: string },
): Promise<{ id: string; cvl: string }[]> => {
  if (clients.length === 0) return []
  const { rows: codes } = await sql<{ cvl: string }>`
    select next_cvl(${tenantFacts[prefix].cvlLetter}) as cvl from generate_series(1, ${clients.length})`.execute(tx)
  const records = clients.map(({ kind, values, zoneId }, n) => ({
    ...values,
    kind,
    zoneId,
    cvl: codes[n]!.cvl,
    registeredOn: today,
  }))
  const made = await tx
    .insertInto('client')
    .values(records as never)
    .returningAll()
    .execute()
  const byCvl = new Map(made.map((client) => [client.cvl, client]))
  const inOrder = codes.map(({ cvl }) => byCvl.get(cvl)!)
  await tx
    .insertInto('clientStaff')
    .values(
      clients.flatMap(({ links }, n) =>
        links.map(({ role, employeeId }) => ({ clientId: inOrder[n]!.id, role, employeeId, validFrom: today })),
      ),
    )
    .execute()
  await tx
    .insertInto('clientSearch')
    .values(inOrder.map((client) => ({ clientId: client.id, ...buildSearchRow(client) })))
    .execute()
  return inOrder.map(({ id, cvl }) => ({ id, cvl }))
}

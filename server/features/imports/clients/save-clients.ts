import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { buildSearchRow } from '#rules/search-text.ts'
import { toColumnName, toJsonRecords } from '#server/core/column-names.ts'
import type { ClientValues } from '#server/domain/client-fields.ts'

/** What a row of a file may change of a client. */
const savedColumns = [
  'name',
  'surname',
  'identityKind',
  'identityNumber',
  'dniValidUntil',
  'dniPermanent',
  'birthDate',
  'email',
  'phone',
  'street',
  'streetNumber',
  'floor',
  'door',
  'postalCode',
  'city',
  'province',
  'country',
  'nationality',
  'taxResidence',
  'idioma',
  'channel',
  'riskLevel',
  'fundsSource',
  'nextReviewOn',
  'addressStatus',
] as const

const assignmentsSql = sql.join(
  savedColumns.map((field) => sql`${sql.ref(toColumnName(field))} = p.${sql.ref(toColumnName(field))}`),
)

/** Locked in the order of their ids: two imports never wait for each other in a circle. */
export const selectClientsForUpdate = (tx: Kysely<DB>, ids: readonly string[]) =>
  tx
    .selectFrom('client')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
type SavedClient = Awaited<ReturnType<typeof selectClientsForUpdate>>[number]

/** Writes these records with what is changed of each, in one statement for each table they stand in. Their rows are locked. Answers the new versions. */
export const saveClients = async (
  tx: Kysely<DB>,
  changed: readonly { client: SavedClient; changes: ClientValues }[],
): Promise<ReadonlyMap<string, number>> => {
  if (changed.length === 0) return new Map()
  const records = changed.map(({ client, changes }) => ({ ...client, ...changes }) as SavedClient)
  const { rows } = await sql<{ id: string; version: number }>`
    update client c set ${assignmentsSql}, version = c.version + 1
      from jsonb_populate_recordset(null::client, ${toJsonRecords(records)}::jsonb) p where p.id = c.id
    returning c.id::text as id, c.version`.execute(tx)
  const searchRows = records.map((client) => {
    const { bankText: _, ...searchRow } = buildSearchRow(client)
    return { clientId: client.id, ...searchRow }
  })
  await sql`
    update client_search s
       set name_text = p.name_text, cvl_text = p.cvl_text, email_text = p.email_text, phone_text = p.phone_text, identity_text = p.identity_text
      from jsonb_to_recordset(${toJsonRecords(searchRows)}::jsonb)
        as p (client_id bigint, name_text text, cvl_text text, email_text text, phone_text text, identity_text text)
     where s.client_id = p.client_id`.execute(tx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Writes their rows of the client list anew, in the order of their ids for the same reason. */
export const refreshClientRows = async (tx: Kysely<DB>, ids: readonly string[]): Promise<void> => {
  await sql`select refresh_client_list(array(select distinct c.id from unnest(${[...ids]}::bigint[]) as c (id) order by c.id))`.execute(
    tx,
  )
}

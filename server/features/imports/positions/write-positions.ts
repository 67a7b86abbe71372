import { sql } from 'kysely'
import { recordAuditEvents } from '#server/core/audit.ts'
import type { ImportRunContext } from '../mapped/import-handler-types.ts'
import { saveStagedRows } from '../mapped/staged-rows.ts'

const batchSize = 500

type WrittenPosition = {
  clientId: string
  product: string
  isNew: boolean
  amount: string
  day: string
  before: string | null
}

/** The positions that aren't there yet, one for all rows that are about the same one; each is found again by the import and the line that it came with. Its amount is its first value. */
const insertPositions = async ({ tx, importId }: ImportRunContext): Promise<void> => {
  await sql`
    with made as (
      insert into external_position (client_id, product_id, institution, kind, description, since, amount, valued_on, idempotency_key, request_hash)
      select distinct on (r.fields ->> 'group') r.client_id, p.id, coalesce(p.institution, r.fields ->> 'institution'), coalesce(p.kind, r.fields ->> 'kind'),
             case when p.id is null and r.fields ->> 'description' = '' then coalesce(r.fields ->> 'product', '') else r.fields ->> 'description' end,
             (r.fields ->> 'since')::date, (r.fields ->> 'amount')::numeric, (r.fields ->> 'asOf')::date, 'import:' || ${importId} || ':' || r.line, r.hash
        from import_check r left join external_product p on p.id = (r.fields ->> 'productId')::bigint
       where not r.known and r.fields ->> 'positionId' is null
       order by r.fields ->> 'group', (r.fields ->> 'asOf')::date, r.line
      returning id, idempotency_key
    )
    update import_check r set fields = r.fields || jsonb_build_object('positionId', m.id::text, 'isNew', true)
      from made m where m.idempotency_key = 'import:' || ${importId} || ':' || r.line`.execute(tx)
  // Further days of a position that the file itself brings are further values of it.
  await sql`
    update import_check r set fields = r.fields || jsonb_build_object('positionId', n.fields ->> 'positionId')
      from import_check n
     where not r.known and r.fields ->> 'positionId' is null and not n.known and n.fields ->> 'isNew' is not null
       and n.fields ->> 'group' = r.fields ->> 'group'`.execute(tx)
}

/** Values of positions that are there: what was noted for that day before gives way, and is kept with the row. */
const insertValues = async ({ tx, userId }: ImportRunContext): Promise<void> => {
  await sql`
    update import_check r
       set fields = r.fields || jsonb_build_object('beforeAmount', (
         select v.amount::text from external_position_value v
          where v.position_id = (r.fields ->> 'positionId')::bigint and v.as_of = (r.fields ->> 'asOf')::date))
     where not r.known and r.fields ->> 'isNew' is null`.execute(tx)
  await sql`
    insert into external_position_value (position_id, as_of, amount, noted_by)
    select (r.fields ->> 'positionId')::bigint, (r.fields ->> 'asOf')::date, (r.fields ->> 'amount')::numeric, ${userId}::bigint
      from import_check r where not r.known and r.fields ->> 'isNew' is null
        on conflict (position_id, as_of) do update set amount = excluded.amount, noted_by = excluded.noted_by, noted_at = now()`.execute(
    tx,
  )
  await sql`
    update external_position x set version = x.version + 1
     where x.id in (select (r.fields ->> 'positionId')::bigint from import_check r where not r.known and r.fields ->> 'isNew' is null)`.execute(
    tx,
  )
}

/** So that it shows later whether somebody has changed the position since. */
const keepVersions = async ({ tx }: ImportRunContext): Promise<void> => {
  await sql`
    update import_check r set fields = r.fields || jsonb_build_object('version', x.version)
      from external_position x where x.id = (r.fields ->> 'positionId')::bigint and not r.known`.execute(tx)
}

const auditPositions = async ({ tx, importId }: ImportRunContext): Promise<void> => {
  const { rows } = await sql<WrittenPosition>`
    select r.client_id::text as "clientId", concat_ws(' · ', r.fields ->> 'institution', r.fields ->> 'product') as product,
           r.fields ->> 'isNew' is not null as "isNew", r.fields ->> 'amount' as amount, r.fields ->> 'asOf' as day, r.fields ->> 'beforeAmount' as before
      from import_check r where not r.known order by r.line`.execute(tx)
  for (let from = 0; from < rows.length; from += batchSize)
    await recordAuditEvents(
      tx,
      null,
      rows.slice(from, from + batchSize).map(({ clientId, product, isNew, amount, day, before }) => ({
        action: isNew ? 'externalPosition.added' : 'externalPosition.valued',
        entity: 'client',
        entityId: clientId,
        ...(before !== null && { before: { amount: before } }),
        after: { product, amount, day, import: importId },
      })),
    )
}

/** Writes the positions of the fresh rows, and the values of those that are there. */
export const writePositions = async (run: ImportRunContext): Promise<void> => {
  const { tx, importId, progress } = run
  await sql`
    select from external_position x where x.id in (select (r.fields ->> 'positionId')::bigint from import_check r where not r.known)
     order by x.id for update of x`.execute(tx)
  await insertPositions(run)
  await insertValues(run)
  await keepVersions(run)
  await auditPositions(run)
  await saveStagedRows(tx, importId)
  const { rows } = await sql<{
    fresh: number
  }>`select count(*)::integer as fresh from import_check where not known`.execute(tx)
  await progress(rows[0]!.fresh)
}

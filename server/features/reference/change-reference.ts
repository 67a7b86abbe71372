import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'

type Values = Record<string, string | null>
/** A kind of record: its table, and the column of each field. Names are no two people's: they stand in the audit as they are. */
type Kind = { table: 'zone' | 'office' | 'subcompany' | 'cancellation_reason'; columns: Record<string, string> }

export const kinds = {
  zones: { table: 'zone', columns: { name: 'name' } },
  offices: { table: 'office', columns: { name: 'name', zoneId: 'zone_id', city: 'city' } },
  subcompanies: { table: 'subcompany', columns: { name: 'name', taxId: 'tax_id' } },
  cancellationReasons: { table: 'cancellation_reason', columns: { name: 'name' } },
} as const satisfies Record<string, Kind>

const fieldsOf = ({ columns }: Kind) =>
  sql.join(Object.entries(columns).map(([field, column]) => sql`${sql.ref(column)}::text as ${sql.id(field)}`))

/** The record as it is, locked until the change is made. 404 where it is gone. */
const lock = async (tx: Kysely<DB>, kind: Kind, id: string): Promise<Values> => {
  const { rows } = await sql<Values>`
    select ${fieldsOf(kind)} from ${sql.table(kind.table)} where id = ${id} for update`.execute(tx)
  if (!rows[0]) throw refuse('notFound')
  return rows[0]
}

/** Two that differ only in capitals are the same to whoever chooses between them. */
const refuseTaken = async (tx: Kysely<DB>, { table }: Kind, { name }: Values, id: string | null): Promise<void> => {
  // Of two that add the same at once, the second waits and sees the first.
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${`.${table}`}))`.execute(tx)
  const { rows } = await sql`
    select from ${sql.table(table)} where lower(name) = lower(${name}) and id is distinct from ${id}::bigint`.execute(
    tx,
  )
  if (rows.length > 0) throw refuse('reference.taken', { fields: { name: 'taken' } })
}

/** An office stands in a zone that there is. */
export const refuseUnknownZone = async (tx: Kysely<DB>, { zoneId }: Values): Promise<void> => {
  if (!zoneId) return
  const zone = await tx.selectFrom('zone').select('id').where('id', '=', zoneId).forKeyShare().executeTakeFirst()
  if (!zone) throw refuse('request.invalid', { fields: { zoneId: 'unknown' } })
}

const isStillUsed = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23503'

export const addReference =
  (kind: Kind) =>
  (ctx: Ctx, { body }: { body: Values }) =>
    ctx.db.transaction().execute(async (tx) => {
      await refuseUnknownZone(tx, body)
      await refuseTaken(tx, kind, body, null)
      const columns = Object.entries(kind.columns)
      const { rows } = await sql<{ id: string }>`
      insert into ${sql.table(kind.table)} (${sql.join(columns.map(([, column]) => sql.ref(column)))})
      values (${sql.join(columns.map(([field]) => body[field] ?? null))}) returning id`.execute(tx)
      const { id } = rows[0]!
      await audit(tx, ctx, { action: 'reference.added', entity: kind.table, entityId: id, after: body })
      return { id }
    })

/** The record as the caller saw it, locked. Throws `conflict.changed` where it isn't that any more. */
export const lockSeen = async (tx: Kysely<DB>, kind: Kind, id: string, seen: Values): Promise<Values> => {
  const found = await lock(tx, kind, id)
  if (Object.keys(kind.columns).some((field) => found[field] !== seen[field])) throw refuse('conflict.changed')
  return found
}

/** Writes what is another than it was, and audits it. */
export const storeChange = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  kind: Kind,
  { id, found, after }: { id: string; found: Values; after: Values },
): Promise<void> => {
  if (Object.keys(kind.columns).every((field) => found[field] === after[field])) return
  await refuseUnknownZone(tx, after)
  await refuseTaken(tx, kind, after, id)
  const set = Object.entries(kind.columns).map(([field, column]) => sql`${sql.ref(column)} = ${after[field] ?? null}`)
  await sql`update ${sql.table(kind.table)} set ${sql.join(set)} where id = ${id}`.execute(tx)
  await audit(tx, ctx, { action: 'reference.changed', entity: kind.table, entityId: id, before: found, after })
}

type Change = { params: { id: string }; body: { before: Values; after: Values } }

/** 409 `conflict.changed` where the record isn't what the caller saw. */
export const changeReference =
  (kind: Kind) =>
  (ctx: Ctx, { params: { id }, body: { before, after } }: Change) =>
    ctx.db.transaction().execute(async (tx) => {
      const found = await lockSeen(tx, kind, id, before)
      await storeChange(tx, ctx, kind, { id, found, after })
      return { id }
    })

/** 409 `reference.inUse` where any record names it: the keys of the database know them all. */
export const removeReference =
  (kind: Kind) =>
  (ctx: Ctx, { params: { id } }: { params: { id: string } }) =>
    ctx.db.transaction().execute(async (tx) => {
      const before = await lock(tx, kind, id)
      await sql`delete from ${sql.table(kind.table)} where id = ${id}`.execute(tx).catch((error: unknown) => {
        throw isStillUsed(error) ? refuse('reference.inUse') : error
      })
      await audit(tx, ctx, { action: 'reference.removed', entity: kind.table, entityId: id, before })
      return { removed: true as const }
    })

import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

type ReferenceValues = Record<string, string | null>
/** A kind of record: its table, and the column of each field. Names are no two people's: they stand in the audit as they are. */
type ReferenceKind = {
  table:
    | 'zone'
    | 'office'
    | 'subcompany'
    | 'cancellation_reason'
    | 'contact_type'
    | 'contact_work'
    | 'contact_reference'
    | 'contact_source'
  columns: Record<string, string>
}

export const referenceKinds = {
  zones: { table: 'zone', columns: { name: 'name' } },
  offices: { table: 'office', columns: { name: 'name', zoneId: 'zone_id', city: 'city' } },
  subcompanies: { table: 'subcompany', columns: { name: 'name', taxId: 'tax_id' } },
  cancellationReasons: { table: 'cancellation_reason', columns: { name: 'name' } },
  contactTypes: { table: 'contact_type', columns: { name: 'name' } },
  contactWorks: { table: 'contact_work', columns: { name: 'name' } },
  contactReferences: { table: 'contact_reference', columns: { name: 'name' } },
  contactSources: { table: 'contact_source', columns: { name: 'name' } },
} as const satisfies Record<string, ReferenceKind>

const selectReferenceFields = ({ columns }: ReferenceKind) =>
  sql.join(Object.entries(columns).map(([field, column]) => sql`${sql.ref(column)}::text as ${sql.id(field)}`))

/** The record as it is, locked until the change is made. 404 where it is gone. */
const lockReference = async (tx: Kysely<DB>, kind: ReferenceKind, id: string): Promise<ReferenceValues> => {
  const { rows } = await sql<ReferenceValues>`
    select ${selectReferenceFields(kind)} from ${sql.table(kind.table)} where id = ${id} for update`.execute(tx)
  if (!rows[0]) throw buildRefusal('notFound')
  return rows[0]
}

/** Two that differ only in capitals are the same to whoever chooses between them. */
const assertNameFree = async (
  tx: Kysely<DB>,
  { table }: ReferenceKind,
  { name }: ReferenceValues,
  id: string | null,
): Promise<void> => {
  // Of two that add the same at once, the second waits and sees the first.
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${`.${table}`}))`.execute(tx)
  const { rows } = await sql`
    select from ${sql.table(table)} where lower(name) = lower(${name}) and id is distinct from ${id}::bigint`.execute(
    tx,
  )
  if (rows.length > 0) throw buildRefusal('reference.taken', { fields: { name: 'taken' } })
}

/** An office stands in a zone that there is. */
export const assertZoneExists = async (tx: Kysely<DB>, { zoneId }: ReferenceValues): Promise<void> => {
  if (!zoneId) return
  const zone = await tx.selectFrom('zone').select('id').where('id', '=', zoneId).forKeyShare().executeTakeFirst()
  if (!zone) throw buildRefusal('request.invalid', { fields: { zoneId: 'unknown' } })
}

const isForeignKeyViolation = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23503'

/** Adds an entry of a kind. Refuses a zone that is not there, and a name that another entry has. */
export const addReference =
  (kind: ReferenceKind) =>
  (ctx: Ctx, { body }: { body: ReferenceValues }) =>
    ctx.db.transaction().execute(async (tx) => {
      await assertZoneExists(tx, body)
      await assertNameFree(tx, kind, body, null)
      const columns = Object.entries(kind.columns)
      const { rows } = await sql<{ id: string }>`
      insert into ${sql.table(kind.table)} (${sql.join(columns.map(([, column]) => sql.ref(column)))})
      values (${sql.join(columns.map(([field]) => body[field] ?? null))}) returning id`.execute(tx)
      const { id } = rows[0]!
      await recordAuditEvent(tx, ctx, { action: 'reference.added', entity: kind.table, entityId: id, after: body })
      return { id }
    })

/** The record as the caller saw it, locked. Throws `conflict.changed` where it isn't that any more. */
export const lockUnchangedReference = async (
  tx: Kysely<DB>,
  kind: ReferenceKind,
  id: string,
  expected: ReferenceValues,
): Promise<ReferenceValues> => {
  const found = await lockReference(tx, kind, id)
  if (Object.keys(kind.columns).some((field) => found[field] !== expected[field]))
    throw buildRefusal('conflict.changed')
  return found
}

/** Writes what is another than it was, and audits it. */
export const updateReference = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  kind: ReferenceKind,
  { id, found, after }: { id: string; found: ReferenceValues; after: ReferenceValues },
): Promise<void> => {
  if (Object.keys(kind.columns).every((field) => found[field] === after[field])) return
  await assertZoneExists(tx, after)
  await assertNameFree(tx, kind, after, id)
  const set = Object.entries(kind.columns).map(([field, column]) => sql`${sql.ref(column)} = ${after[field] ?? null}`)
  await sql`update ${sql.table(kind.table)} set ${sql.join(set)} where id = ${id}`.execute(tx)
  await recordAuditEvent(tx, ctx, {
    action: 'reference.changed',
    entity: kind.table,
    entityId: id,
    before: found,
    after,
  })
}

type ReferenceChange = { params: { id: string }; body: { before: ReferenceValues; after: ReferenceValues } }

/** 409 `conflict.changed` where the record isn't what the caller saw. */
export const changeReference =
  (kind: ReferenceKind) =>
  (ctx: Ctx, { params: { id }, body: { before, after } }: ReferenceChange) =>
    ctx.db.transaction().execute(async (tx) => {
      const found = await lockUnchangedReference(tx, kind, id, before)
      await updateReference(tx, ctx, kind, { id, found, after })
      return { id }
    })

/** 409 `reference.inUse` where any record names it: the keys of the database know them all. */
export const removeReference =
  (kind: ReferenceKind) =>
  (ctx: Ctx, { params: { id } }: { params: { id: string } }) =>
    ctx.db.transaction().execute(async (tx) => {
      const before = await lockReference(tx, kind, id)
      await sql`delete from ${sql.table(kind.table)} where id = ${id}`.execute(tx).catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? buildRefusal('reference.inUse') : error
      })
      await recordAuditEvent(tx, ctx, { action: 'reference.removed', entity: kind.table, entityId: id, before })
      return { removed: true as const }
    })

import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as tags from '#contract/records/tags.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { toTagKey } from './tags.ts'

const findManagedTags = async (db: Kysely<DB>, tagId?: string): Promise<tags.ManagedTag[]> => {
  const { rows } = await sql<tags.ManagedTag>`
    select t.id::text as id, t.name, t.color, t.version, (select count(*)::int from record_tag r where r.tag_id = t.id) as records
      from tag t where ${tagId === undefined ? sql`true` : sql`t.id = ${tagId}`} order by t.key`.execute(db)
  return rows
}

/** The tag, nobody else's until the transaction ends, as the caller saw it. */
const lockTag = async (tx: Kysely<DB>, tagId: string, version?: number) => {
  const found = await tx
    .selectFrom('tag')
    .select(['id', 'name', 'color', 'version'])
    .where('id', '=', tagId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  if (version !== undefined && found.version !== version) throw buildRefusal('conflict.changed')
  return found
}

export const listTags = async (ctx: Ctx): Promise<ResponseBody<typeof tags.listTags>> => ({
  tags: await findManagedTags(ctx.db),
})

export const changeTag = async (
  ctx: Ctx,
  { params: { tagId }, body: { name, color, version } }: ParsedRequest<typeof tags.changeTag>,
): Promise<tags.ManagedTag> =>
  ctx.db.transaction().execute(async (tx) => {
    const before = await lockTag(tx, tagId, version)
    const key = toTagKey(name)
    const other = await tx
      .selectFrom('tag')
      .select('id')
      .where('key', '=', key)
      .where('id', '<>', tagId)
      .executeTakeFirst()
    if (other) throw buildRefusal('tag.taken', { fields: { name: 'taken' } })
    await tx
      .updateTable('tag')
      .set({ name, key, color, version: version + 1 })
      .where('id', '=', tagId)
      .execute()
      .catch((error: { code?: string }) => {
        // Somebody has made one of that name at this moment.
        throw error.code === '23505' ? buildRefusal('tag.taken', { fields: { name: 'taken' } }) : error
      })
    await recordAuditEvent(tx, ctx, {
      action: 'tag.changed',
      entity: 'tag',
      entityId: tagId,
      before: { tag: before.name, color: before.color },
      after: { tag: name, color },
    })
    return (await findManagedTags(tx, tagId))[0]!
  })

export const mergeTag = async (
  ctx: Ctx,
  { params: { tagId }, body: { intoId, version } }: ParsedRequest<typeof tags.mergeTag>,
): Promise<tags.ManagedTag> => {
  if (tagId === intoId) throw buildRefusal('request.invalid', { fields: { intoId: 'same' } })
  return ctx.db.transaction().execute(async (tx) => {
    // Both in the order of their ids: two who merge them into each other don't wait for one another.
    const [first, second] = BigInt(tagId) < BigInt(intoId) ? [tagId, intoId] : [intoId, tagId]
    await lockTag(tx, first)
    await lockTag(tx, second)
    const merged = await lockTag(tx, tagId, version)
    const into = await lockTag(tx, intoId)
    await sql`
      insert into record_tag (entity, entity_id, tag_id, added_at, added_by)
      select entity, entity_id, ${intoId}, added_at, added_by from record_tag where tag_id = ${tagId}
      on conflict do nothing`.execute(tx)
    await tx.deleteFrom('recordTag').where('tagId', '=', tagId).execute()
    await tx.deleteFrom('tag').where('id', '=', tagId).execute()
    await recordAuditEvent(tx, ctx, {
      action: 'tag.merged',
      entity: 'tag',
      entityId: intoId,
      before: { tag: merged.name },
      after: { tag: into.name },
    })
    return (await findManagedTags(tx, intoId))[0]!
  })
}

export const deleteTag = async (
  ctx: Ctx,
  { params: { tagId }, body: { version } }: ParsedRequest<typeof tags.deleteTag>,
): Promise<Record<string, never>> =>
  ctx.db.transaction().execute(async (tx) => {
    const before = await lockTag(tx, tagId, version)
    await tx.deleteFrom('recordTag').where('tagId', '=', tagId).execute()
    await tx.deleteFrom('tag').where('id', '=', tagId).execute()
    await recordAuditEvent(tx, ctx, {
      action: 'tag.deleted',
      entity: 'tag',
      entityId: tagId,
      before: { tag: before.name },
    })
    return {}
  })

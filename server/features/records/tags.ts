import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { type Tag, type TagColor, tagColors } from '#contract/records/tag.ts'
import * as tagsContract from '#contract/records/tags.ts'
import type { DB } from '#db/types.ts'
import { toSearchText } from '#rules/search-text.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findRecord, findWorkableRecord } from './find-record.ts'

/** So many are offered at once. */
const maxSuggestedTags = 8

const tagColumns = ['t.id', 't.name', sql<TagColor>`t.color`.as('color')] as const

export const searchTags = async (
  ctx: Ctx,
  { params, query }: ParsedRequest<typeof tagsContract.searchTags>,
  raw: HttpContext,
): Promise<ResponseBody<typeof tagsContract.searchTags>> => {
  await findRecord(ctx, params, raw)
  const key = toSearchText(query.search)
  const tags = await ctx.db
    .selectFrom('tag as t')
    .leftJoin('recordTag as r', (join) =>
      join.onRef('r.tagId', '=', 't.id').on('r.entity', '=', params.entity).on('r.entityId', '=', params.recordId),
    )
    .where('r.tagId', 'is', null)
    .where(sql<boolean>`position(${key} in t.key) > 0`)
    .select(tagColumns)
    .orderBy(sql`t.key like ${`${key.replace(/[\\%_]/g, '\\$&')}%`}`, 'desc')
    .orderBy('t.key')
    .limit(maxSuggestedTags)
    .execute()
  const exact = await ctx.db.selectFrom('tag').select('id').where('key', '=', key).executeTakeFirst()
  return { tags, exact: exact !== undefined }
}

/** What a tag's name is compared by may be longer than the name: some letters stand for whole words. */
const maxTagKeyLength = 80

/** What tells tags apart: their names without case and accents. Throws 400 for a name of which nothing or too much would be left. */
export const toTagKey = (name: string): string => {
  const key = toSearchText(name)
  if (key === '') throw buildRefusal('request.invalid', { fields: { name: 'too_small' } })
  if (key.length > maxTagKeyLength) throw buildRefusal('request.invalid', { fields: { name: 'too_big' } })
  return key
}

/**
 * The tag of that name, made if it isn't there: in another colour than the last one. Until the transaction ends nobody deletes it; one
 * that is being deleted or merged at this moment is made anew.
 */
const findOrCreateTag = async (tx: Kysely<DB>, ctx: Ctx, name: string): Promise<Tag> => {
  const key = toTagKey(name)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tag`.execute(tx)
  const color = tagColors[rows[0]!.count % tagColors.length]!
  const made = await tx
    .insertInto('tag')
    .values({ name, key, color, createdBy: ctx.person.userId })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made)
    await recordAuditEvent(tx, ctx, {
      action: 'tag.created',
      entity: 'tag',
      entityId: made.id,
      after: { tag: name, color },
    })
  const found = await tx
    .selectFrom('tag as t')
    .select(tagColumns)
    .where('t.key', '=', key)
    .forKeyShare()
    .executeTakeFirst()
  return found ?? findOrCreateTag(tx, ctx, name)
}

/** Twice is once. Throws `tag.tooMany` beyond what a record takes. */
export const addTag = async (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof tagsContract.addTag>,
  raw: HttpContext,
): Promise<Tag> => {
  await findWorkableRecord(ctx, params, raw)
  const { entity, recordId: entityId } = params
  return ctx.db.transaction().execute(async (tx) => {
    const found = await findOrCreateTag(tx, ctx, body.name)
    const made = await tx
      .insertInto('recordTag')
      .values({ entity, entityId, tagId: found.id, addedBy: ctx.person.userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('tagId')
      .executeTakeFirst()
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from record_tag where entity = ${entity} and entity_id = ${entityId}`.execute(tx)
    if (rows[0]!.count > tagsContract.maxTags) throw buildRefusal('tag.tooMany')
    if (made) await recordAuditEvent(tx, ctx, { action: 'tag.added', entity, entityId, after: { tag: found.name } })
    return found
  })
}

export const removeTag = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof tagsContract.removeTag>,
  raw: HttpContext,
): Promise<Record<string, never>> => {
  await findWorkableRecord(ctx, params, raw)
  const { entity, recordId: entityId, tagId } = params
  return ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      delete from record_tag r using tag t
       where t.id = r.tag_id and r.entity = ${entity} and r.entity_id = ${entityId} and r.tag_id = ${tagId} returning t.name`.execute(
      tx,
    )
    if (rows[0])
      await recordAuditEvent(tx, ctx, { action: 'tag.removed', entity, entityId, after: { tag: rows[0].name } })
    return {}
  })
}

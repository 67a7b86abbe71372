import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { listComments, RecordComment } from '#contract/records.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findRecord, type RecordKey } from './find-record.ts'

/** Of a removed comment none are left. */
const mentionsSql = sql<RecordComment['mentions']>`coalesce((
  select json_agg(json_build_object('userId', m.user_id::text, 'name', m.name) order by m.name, m.user_id)
    from record_mention m where m.comment_id = c.id and not m.is_dropped), '[]')`.as('mentions')

const selectComments = (db: Kysely<DB>, { entity, recordId }: RecordKey, userId: string) =>
  db
    .selectFrom('recordComment as c')
    .where('c.entity', '=', entity)
    .where('c.entityId', '=', recordId)
    .select([
      'c.id',
      'c.body',
      mentionsSql,
      userNameSql('c.user_id').as('authorName'),
      'c.actingCvl',
      'c.version',
      'c.createdAt as at',
      'c.editedAt',
      'c.removedAt',
      userNameSql('c.removed_by').as('removedByName'),
      'c.pinnedAt',
      userNameSql('c.pinned_by').as('pinnedByName'),
      sql<boolean>`c.user_id = ${userId}`.as('mine'),
    ])

/** One comment of the record as its reader sees it; 404 where there is none. */
export const findComment = async (ctx: Ctx, key: RecordKey, commentId: string, db = ctx.db): Promise<RecordComment> => {
  const found = await selectComments(db, key, ctx.person.userId).where('c.id', '=', commentId).executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

export const findComments = async (
  ctx: Ctx,
  { params, query }: ParsedRequest<typeof listComments>,
  raw: HttpContext,
): Promise<ResponseBody<typeof listComments>> => {
  await findRecord(ctx, params, raw)
  const { before, limit } = query
  const selectAll = () => selectComments(ctx.db, params, ctx.person.userId)
  const pinned =
    before === undefined
      ? await selectAll().where('c.pinnedAt', 'is not', null).orderBy('c.pinnedAt', 'desc').orderBy('c.id').execute()
      : []
  const rows = await selectAll()
    .where('c.pinnedAt', 'is', null)
    .$if(before !== undefined, (older) => older.where('c.id', '<', before!))
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .execute()
  return { pinned, comments: rows.slice(0, limit), more: rows.length > limit }
}

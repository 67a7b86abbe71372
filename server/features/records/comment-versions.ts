import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { CommentVersion, getCommentHistory } from '#contract/records/comment-history.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findRecord } from './find-record.ts'

/** Keeps what a locked comment says before it says something else. */
export const keepCommentVersion = async (tx: Kysely<DB>, commentId: string): Promise<void> => {
  await sql`
    insert into record_comment_version (comment_id, version, body, written_at, user_id, acting_cvl)
    select c.id, c.version, c.body, coalesce(c.edited_at, c.created_at), c.user_id, c.acting_cvl from record_comment c where c.id = ${commentId}`.execute(
    tx,
  )
}

/** Of a comment that is removed, what it said before goes as well. */
export const clearCommentVersions = async (tx: Kysely<DB>, commentId: string): Promise<void> => {
  await tx.updateTable('recordCommentVersion').set({ body: '' }).where('commentId', '=', commentId).execute()
}

/** Throws 404 where the record has no such comment. */
export const findCommentHistory = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof getCommentHistory>,
  raw: HttpContext,
): Promise<ResponseBody<typeof getCommentHistory>> => {
  await findRecord(ctx, params, raw)
  const { entity, recordId, commentId } = params
  const { rows } = await sql<CommentVersion>`
    select v.version, v.body, v.at, v.acting_cvl, ${userNameSql('v.user_id')} as author_name
      from record_comment c
      cross join lateral (
        select c.version, c.body, coalesce(c.edited_at, c.created_at) as at, c.user_id, c.acting_cvl
        union all
        select p.version, p.body, p.written_at, p.user_id, p.acting_cvl from record_comment_version p where p.comment_id = c.id) v
     where c.id = ${commentId} and c.entity = ${entity} and c.entity_id = ${recordId}
     order by v.version desc`.execute(ctx.db)
  if (rows.length === 0) throw buildRefusal('notFound')
  return { versions: rows }
}

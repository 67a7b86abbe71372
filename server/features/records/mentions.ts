import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { notifyUsers } from '#server/domain/notify-user.ts'
import type { RecordKey, VisibleRecord } from './find-record.ts'
import { findRecordViewersByIds } from './record-viewers.ts'

/** A colleague whom a comment names, and where they find it. */
export type Mention = { userId: string; name: string; link: string }

type CommentText = { body: string; mentions: readonly string[] }

/**
 * The colleagues whom a comment mentions. Throws `mention.noAccess` for whoever doesn't see the record, and 400 where the name of one of
 * them doesn't stand in the text after an @: nobody is notified of what doesn't name them.
 */
export const findMentions = async (
  ctx: Ctx,
  { type }: VisibleRecord,
  { recordId }: RecordKey,
  { body, mentions }: CommentText,
  raw: HttpContext,
): Promise<Mention[]> => {
  const mentionedIds = [...new Set(mentions)]
  const seeing = await findRecordViewersByIds(ctx, type, recordId, mentionedIds, raw)
  if (seeing.length < mentionedIds.length) throw buildRefusal('mention.noAccess', { fields: { mentions: 'noAccess' } })
  if (seeing.some(({ name }) => !body.includes(`@${name}`)))
    throw buildRefusal('request.invalid', { fields: { mentions: 'notInText' } })
  return seeing
}

/** Keeps the name as it was when the comment was written. */
export const insertMentions = async (
  tx: Kysely<DB>,
  commentId: string,
  mentions: readonly Pick<Mention, 'userId' | 'name'>[],
): Promise<void> => {
  if (mentions.length === 0) return
  await tx
    .insertInto('recordMention')
    .values(mentions.map(({ userId, name }) => ({ commentId, userId, name })))
    .execute()
}

/** The mentions of an edited comment. Gives whom it has ever mentioned before, those included whom an earlier edit took out. */
export const replaceMentions = async (
  tx: Kysely<DB>,
  commentId: string,
  mentions: readonly Mention[],
): Promise<string[]> => {
  const known = await tx
    .updateTable('recordMention')
    .set({ isDropped: true })
    .where('commentId', '=', commentId)
    .returning('userId')
    .execute()
  if (mentions.length > 0)
    await tx
      .insertInto('recordMention')
      .values(mentions.map(({ userId, name }) => ({ commentId, userId, name })))
      .onConflict((conflict) =>
        conflict
          .columns(['commentId', 'userId'])
          .doUpdateSet(({ ref }) => ({ name: ref('excluded.name'), isDropped: false })),
      )
      .execute()
  return known.map(({ userId }) => userId)
}

/** Notifies whoever is mentioned, but for the author: in the transaction of the comment. */
export const notifyMentionedUsers = (
  tx: Kysely<DB>,
  { person }: Ctx,
  { type, name }: VisibleRecord,
  mentions: readonly Mention[],
): Promise<void> => {
  const message = { kind: 'comment.mentioned', params: { by: person.fullName, entity: type.entity, name } } as const
  const others = mentions.filter(({ userId }) => userId !== person.userId)
  return notifyUsers(
    tx,
    others.map(({ userId, link }) => ({ ...message, userId, link: `${link}?panel=comments` })),
  )
}

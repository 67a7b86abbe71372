import type { RecordComment } from '#contract/records.ts'
import type { HttpContext } from '#server/core/routes.ts'

type CommentWords = Pick<RecordComment, 'id' | 'body' | 'mentions'>

/** Tells the words of a comment from any others, without keeping them. */
export const fingerprintComment = (
  { getSecretBox }: Pick<HttpContext['deps'], 'getSecretBox'>,
  { id, body, mentions }: CommentWords,
): string => {
  const named = mentions.map(({ userId, name }) => [userId, name]).sort(([one], [other]) => Number(one) - Number(other))
  return getSecretBox('removed-comment').fingerprint(JSON.stringify([id, body, named]))
}

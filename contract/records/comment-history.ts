import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { Instant } from '../core/values.ts'
import { commentParams, RecordComment, recordBasePath } from '../records.ts'

/** So many comments of a record stand above the others. */
export const maxPinnedComments = 5

/** For whoever works on the record, whoever wrote it. `comment.tooManyPinned` beyond what a record takes. */
export const pinComment = defineEndpoint({
  method: 'PUT',
  path: `${recordBasePath}/comments/:commentId/pin`,
  changes: ['recordPanels'],
  summary: 'Pin a comment above the others, or put it back among them',
  open: 'signedIn',
  params: commentParams,
  body: z.object({ pinned: z.boolean() }),
  output: RecordComment,
})

export const CommentVersion = z.object({
  version: z.number().int(),
  /** Empty where the comment was removed after it. */
  body: z.string(),
  at: Instant,
  authorName: z.string().nullable(),
  /** In whose view it was written; null in their own. */
  actingCvl: z.string().nullable(),
})
export type CommentVersion = z.infer<typeof CommentVersion>

/** For whoever sees the record; of a removed comment when somebody wrote, and none of the words. */
export const getCommentHistory = defineEndpoint({
  method: 'GET',
  path: `${recordBasePath}/comments/:commentId/history`,
  about: ['recordPanels', 'staff'],
  summary: 'What a comment said, the newest version first',
  open: 'signedIn',
  params: commentParams,
  output: z.object({ versions: z.array(CommentVersion) }),
})

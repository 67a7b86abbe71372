import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { Id, Instant, MultiLineText, WholeNumber } from './core/values.ts'
import { Tag } from './records/tag.ts'

/** Kinds of record that have shared panels. Each has its entry on the server (`RecordType`) and shows `RecordPanels` on its page. */
export const recordEntities = ['client', 'account', 'approval', 'contact'] as const
export type RecordEntity = (typeof recordEntities)[number]

export const recordParams = z.object({ entity: z.enum(recordEntities), recordId: Id })
export const commentParams = recordParams.extend({ commentId: Id })
export const recordBasePath = '/records/:entity/:recordId'

/**
 * A user who sees the record reads its panels and comments on it. Documents, tags and who is in charge change with a right to work on
 * the record; which one that is, the record's type says. Without sight of the record every call answers 404.
 */
const signedInOnly = 'signedIn'

const UserReference = z.object({ userId: Id, name: z.string() })

/** Who is in charge of a record. `hasAccess`: whether they still see it. */
const Assignee = UserReference.extend({ hasAccess: z.boolean() })

/** What the head of the panels shows. Asked again while the page is open, so that it follows what others do. */
export const getRecordPanels = defineEndpoint({
  method: 'GET',
  path: recordBasePath,
  about: ['audit', 'recordPanels', 'staff', 'tags'],
  summary: 'Counts, tags and the person in charge of a record',
  open: signedInOnly,
  isBackground: true,
  params: recordParams,
  output: z.object({
    comments: z.number().int(),
    attachments: z.number().int(),
    tags: z.array(Tag),
    assignee: Assignee.nullable(),
    /** Of the assignment: what a change of it is made on. 0: nobody was ever in charge. */
    assignmentVersion: z.number().int(),
    /** Changes with every event of the panels. */
    stamp: z.string(),
    /** Not so in another's view that only shows. */
    mayComment: z.boolean(),
    /** Documents, tags and who is in charge are theirs to change. */
    mayWork: z.boolean(),
    /** May remove what others have written. */
    mayModerate: z.boolean(),
  }),
})

export const maxCommentLength = 4000
export const maxMentions = 20

export const RecordComment = z.object({
  id: Id,
  /** Empty where it was removed. */
  body: z.string(),
  /** Whose name stands in it after an @. */
  mentions: z.array(UserReference),
  authorName: z.string().nullable(),
  /** In whose view they wrote it; null in their own. */
  actingCvl: z.string().nullable(),
  version: z.number().int(),
  at: Instant,
  editedAt: Instant.nullable(),
  removedAt: Instant.nullable(),
  /** Who removed it; null where it stands. */
  removedByName: z.string().nullable(),
  /** Since when it stands above the others; null where it stands among them. */
  pinnedAt: Instant.nullable(),
  pinnedByName: z.string().nullable(),
  mine: z.boolean(),
})
export type RecordComment = z.infer<typeof RecordComment>

const commentPageQuery = z.object({ before: Id.optional(), limit: WholeNumber(1, 50).default(20) })

export const listComments = defineEndpoint({
  method: 'GET',
  path: `${recordBasePath}/comments`,
  about: ['recordPanels', 'staff'],
  summary: 'Comments on a record, newest first; older than an id. With the first page those that are pinned',
  open: signedInOnly,
  combinable: true,
  params: recordParams,
  query: commentPageQuery,
  /** `pinned`: those that stand above the others, with the first page alone; they are none of `comments`. */
  output: z.object({ pinned: z.array(RecordComment), comments: z.array(RecordComment), more: z.boolean() }),
})

const commentBody = {
  body: MultiLineText(1, maxCommentLength),
  /** Users whose name, after an @, stands in the text. */
  mentions: z.array(Id).max(maxMentions).default([]),
}

/** The people mentioned are notified. `mention.noAccess` where one of them doesn't see the record. */
export const addComment = defineEndpoint({
  method: 'POST',
  path: `${recordBasePath}/comments`,
  changes: ['recordPanels'],
  summary: 'Comment on a record',
  open: signedInOnly,
  idempotent: true,
  params: recordParams,
  body: z.object(commentBody),
  output: RecordComment,
})

const RecordVersion = z.number().int().min(0)

/** One's own alone. People mentioned before are not notified again, also where an edit took them out meanwhile. */
export const editComment = defineEndpoint({
  method: 'PATCH',
  path: `${recordBasePath}/comments/:commentId`,
  changes: ['recordPanels'],
  summary: 'Edit my comment',
  open: signedInOnly,
  params: commentParams,
  body: z.object({ ...commentBody, version: RecordVersion }),
  output: RecordComment,
})

/** One's own, or anybody's for administrators and direction. A mark stays. */
export const removeComment = defineEndpoint({
  method: 'POST',
  path: `${recordBasePath}/comments/:commentId/remove`,
  changes: ['recordPanels'],
  summary: 'Remove a comment',
  open: signedInOnly,
  params: commentParams,
  body: z.object({ version: RecordVersion }),
  output: RecordComment,
})

/** A removed comment can be restored for as long. */
export const commentRestoreMinutes = 60

/**
 * Puts back what one has removed oneself, with its own words: they are given back by whoever had them in sight, and any others are refused.
 * Nobody is notified again. `comment.removed` once the time for it is over.
 */
export const restoreComment = defineEndpoint({
  method: 'POST',
  path: `${recordBasePath}/comments/:commentId/restore`,
  changes: ['recordPanels'],
  summary: 'Restore a comment that I have removed',
  open: signedInOnly,
  params: commentParams,
  body: z.object({
    version: RecordVersion,
    body: MultiLineText(1, maxCommentLength),
    mentions: z.array(UserReference.strict()).max(maxMentions).default([]),
  }),
  output: RecordComment,
})

/** Colleagues who see the record, whose name has these words: people who can be mentioned or assigned. */
export const searchRecordPeople = defineEndpoint({
  method: 'GET',
  path: `${recordBasePath}/people`,
  about: ['access', 'staff'],
  summary: 'Colleagues who see a record, by name',
  open: signedInOnly,
  params: recordParams,
  query: z.object({ search: z.string().trim().max(80).default('') }),
  output: z.object({ people: z.array(UserReference.extend({ role: z.string(), me: z.boolean() })) }),
})

/** One event of a record, in the words of the audit and without its figures. */
export const ActivityRow = z.object({
  id: Id,
  action: z.string(),
  at: Instant,
  /** Null for a job, the command line, or somebody who has left. */
  personName: z.string().nullable(),
  byUser: z.boolean(),
  actingCvl: z.string().nullable(),
  /** Who was put in charge; null where it is about something else, or nobody was. */
  assigneeName: z.string().nullable(),
  /** The tag; null where it is about something else. */
  tag: z.string().nullable(),
})
export type ActivityRow = z.infer<typeof ActivityRow>

export const listRecordActivity = defineEndpoint({
  method: 'GET',
  path: `${recordBasePath}/activity`,
  about: ['audit'],
  summary: 'What happened to a record, newest first; older than an id',
  open: signedInOnly,
  params: recordParams,
  query: commentPageQuery,
  output: z.object({ events: z.array(ActivityRow), more: z.boolean() }),
})

/** Null: nobody. The assignee is notified. `assignment.noAccess` where they don't see the record. */
export const assignRecord = defineEndpoint({
  method: 'PUT',
  path: `${recordBasePath}/assignment`,
  changes: ['recordPanels'],
  summary: 'Put somebody in charge of a record, or nobody',
  open: signedInOnly,
  params: recordParams,
  body: z.object({ userId: Id.nullable(), version: RecordVersion }),
  output: z.object({ assignee: Assignee.nullable(), version: z.number().int() }),
})

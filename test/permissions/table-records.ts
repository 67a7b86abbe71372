import { adminOnly, mine } from './row-words.ts'

/** The panels of records: whose they are follows from the record, as the tests of the records feature ask for each kind. */
export const recordRows: Record<string, string> = {
  'GET /records/:entity/:recordId': mine,
  'GET /records/:entity/:recordId/comments': mine,
  'POST /records/:entity/:recordId/comments': mine,
  'PATCH /records/:entity/:recordId/comments/:commentId': mine,
  'POST /records/:entity/:recordId/comments/:commentId/remove': mine,
  'GET /records/:entity/:recordId/people': mine,
  'GET /records/:entity/:recordId/activity': mine,
  'PUT /records/:entity/:recordId/assignment': mine,
  'GET /records/:entity/:recordId/attachments': mine,
  'POST /records/:entity/:recordId/attachments': mine,
  'PATCH /records/:entity/:recordId/attachments/:attachmentId': mine,
  'POST /records/:entity/:recordId/attachments/:attachmentId/remove': mine,
  'POST /records/:entity/:recordId/attachments/:attachmentId/restore': mine,
  'GET /records/:entity/:recordId/attachments/:attachmentId/content': mine,
  'GET /records/:entity/:recordId/attachments/:attachmentId/preview': mine,
  'GET /records/:entity/:recordId/tags': mine,
  'POST /records/:entity/:recordId/tags': mine,
  'DELETE /records/:entity/:recordId/tags/:tagId': mine,
  'GET /settings/tags': adminOnly,
  'PATCH /settings/tags/:tagId': adminOnly,
  'POST /settings/tags/:tagId/merge': adminOnly,
  'POST /settings/tags/:tagId/delete': adminOnly,
}

import { permissions } from './all-permissions.ts'

const aRecord = 'the record decides who sees its panels: the tests of records ask as each role, for each kind of record'

/** Endpoints with ids in them that name no record of a client or a member of staff, and what the ids are of. */
export const notOfAnybody: Record<string, string> = {
  ...Object.assign({}, ...permissions.map(({ notProbed }) => notProbed)),
  'GET /records/:entity/:recordId': aRecord,
  'GET /records/:entity/:recordId/comments': aRecord,
  'POST /records/:entity/:recordId/comments': aRecord,
  'PATCH /records/:entity/:recordId/comments/:commentId': aRecord,
  'POST /records/:entity/:recordId/comments/:commentId/remove': aRecord,
  'GET /records/:entity/:recordId/people': aRecord,
  'GET /records/:entity/:recordId/activity': aRecord,
  'PUT /records/:entity/:recordId/assignment': aRecord,
  'GET /records/:entity/:recordId/attachments': aRecord,
  'POST /records/:entity/:recordId/attachments': aRecord,
  'PATCH /records/:entity/:recordId/attachments/:attachmentId': aRecord,
  'POST /records/:entity/:recordId/attachments/:attachmentId/remove': aRecord,
  'POST /records/:entity/:recordId/attachments/:attachmentId/restore': aRecord,
  'GET /records/:entity/:recordId/attachments/:attachmentId/content': aRecord,
  'GET /records/:entity/:recordId/attachments/:attachmentId/preview': aRecord,
  'GET /records/:entity/:recordId/tags': aRecord,
  'POST /records/:entity/:recordId/tags': aRecord,
  'DELETE /records/:entity/:recordId/tags/:tagId': aRecord,
  'PATCH /settings/tags/:tagId': 'tags of the firm',
  'POST /settings/tags/:tagId/merge': 'tags of the firm',
  'POST /settings/tags/:tagId/delete': 'tags of the firm',
}

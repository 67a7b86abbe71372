import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnly, mine } from '#test/permissions/row-words.ts'

/** Whose panels one sees follows from the record: the test of records asks as each role, for each kind of record. */
const aRecord = 'the record decides who sees its panels: the test of records asks for each kind of record'
const aTag = 'a tag of the firm: nobody’s record'

export const permissions: FeaturePermissions = {
  rows: {
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
  },
  notProbed: {
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
    'PATCH /settings/tags/:tagId': aTag,
    'POST /settings/tags/:tagId/merge': aTag,
    'POST /settings/tags/:tagId/delete': aTag,
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow, ownDataRow } from '#test/permissions/permission-rows.ts'

/** Whose panels one sees follows from the record: the test of records asks as each role, for each kind of record. */
const recordExemption = 'the record decides who sees its panels: the test of records asks for each kind of record'
const tagExemption = 'a tag of the firm: nobody’s record'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /records/:entity/:recordId': ownDataRow,
    'GET /records/:entity/:recordId/comments': ownDataRow,
    'POST /records/:entity/:recordId/comments': ownDataRow,
    'PATCH /records/:entity/:recordId/comments/:commentId': ownDataRow,
    'POST /records/:entity/:recordId/comments/:commentId/remove': ownDataRow,
    'POST /records/:entity/:recordId/comments/:commentId/restore': ownDataRow,
    'GET /records/:entity/:recordId/people': ownDataRow,
    'GET /records/:entity/:recordId/activity': ownDataRow,
    'PUT /records/:entity/:recordId/assignment': ownDataRow,
    'GET /records/:entity/:recordId/attachments': ownDataRow,
    'POST /records/:entity/:recordId/attachments': ownDataRow,
    'PATCH /records/:entity/:recordId/attachments/:attachmentId': ownDataRow,
    'POST /records/:entity/:recordId/attachments/:attachmentId/remove': ownDataRow,
    'POST /records/:entity/:recordId/attachments/:attachmentId/restore': ownDataRow,
    'GET /records/:entity/:recordId/attachments/:attachmentId/content': ownDataRow,
    'GET /records/:entity/:recordId/attachments/:attachmentId/preview': ownDataRow,
    'GET /records/:entity/:recordId/tags': ownDataRow,
    'POST /records/:entity/:recordId/tags': ownDataRow,
    'DELETE /records/:entity/:recordId/tags/:tagId': ownDataRow,
    'GET /settings/tags': adminOnlyRow,
    'PATCH /settings/tags/:tagId': adminOnlyRow,
    'POST /settings/tags/:tagId/merge': adminOnlyRow,
    'POST /settings/tags/:tagId/delete': adminOnlyRow,
  },
  notProbed: {
    'GET /records/:entity/:recordId': recordExemption,
    'GET /records/:entity/:recordId/comments': recordExemption,
    'POST /records/:entity/:recordId/comments': recordExemption,
    'PATCH /records/:entity/:recordId/comments/:commentId': recordExemption,
    'POST /records/:entity/:recordId/comments/:commentId/remove': recordExemption,
    'POST /records/:entity/:recordId/comments/:commentId/restore': recordExemption,
    'GET /records/:entity/:recordId/people': recordExemption,
    'GET /records/:entity/:recordId/activity': recordExemption,
    'PUT /records/:entity/:recordId/assignment': recordExemption,
    'GET /records/:entity/:recordId/attachments': recordExemption,
    'POST /records/:entity/:recordId/attachments': recordExemption,
    'PATCH /records/:entity/:recordId/attachments/:attachmentId': recordExemption,
    'POST /records/:entity/:recordId/attachments/:attachmentId/remove': recordExemption,
    'POST /records/:entity/:recordId/attachments/:attachmentId/restore': recordExemption,
    'GET /records/:entity/:recordId/attachments/:attachmentId/content': recordExemption,
    'GET /records/:entity/:recordId/attachments/:attachmentId/preview': recordExemption,
    'GET /records/:entity/:recordId/tags': recordExemption,
    'POST /records/:entity/:recordId/tags': recordExemption,
    'DELETE /records/:entity/:recordId/tags/:tagId': recordExemption,
    'PATCH /settings/tags/:tagId': tagExemption,
    'POST /settings/tags/:tagId/merge': tagExemption,
    'POST /settings/tags/:tagId/delete': tagExemption,
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { ownDataRow } from '#test/permissions/permission-rows.ts'

/** A view is its owner's or shared with the caller: the test of views asks as each of them. */
const viewExemption =
  'parameters of a list that somebody keeps, no record: the test of views asks as owner, colleague and outsider'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /list-views': ownDataRow,
    'GET /list-views/:viewId': ownDataRow,
    'POST /list-views': ownDataRow,
    'PATCH /list-views/:viewId': ownDataRow,
    'POST /list-views/:viewId/remove': ownDataRow,
    'POST /list-views/:viewId/restore': ownDataRow,
    'PUT /list-views/order': ownDataRow,
    'PUT /list-views/default': ownDataRow,
  },
  notProbed: {
    'GET /list-views/:viewId': viewExemption,
    'PATCH /list-views/:viewId': viewExemption,
    'POST /list-views/:viewId/remove': viewExemption,
    'POST /list-views/:viewId/restore': viewExemption,
    'PUT /list-views/default': viewExemption,
  },
}

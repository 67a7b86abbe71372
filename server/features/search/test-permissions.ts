import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { ownDataRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /search': ownDataRow,
    'GET /search/recent': ownDataRow,
  },
  notProbed: {
    'GET /search/recent':
      'the test of the search compares it, for each role and scope, with the pages of the records that it names',
  },
}

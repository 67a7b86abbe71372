import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { ownDataRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /me/employee': ownDataRow,
    'PATCH /me/employee': ownDataRow,
    'POST /me/employee/secrets': ownDataRow,
  },
  notProbed: {
    'PATCH /me/employee': 'the record is the caller’s own',
  },
  screens: {
    '/crm/areapersonal': 'x x x x x x x x x x',
  },
  screenCalls: {
    '/crm/areapersonal': ['/me/employee'],
  },
}

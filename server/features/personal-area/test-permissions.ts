import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { mine } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /me/employee': mine,
    'PATCH /me/employee': mine,
    'POST /me/employee/secrets': mine,
  },
  notProbed: {
    'PATCH /me/employee': 'the record is the caller’s own',
  },
  screens: {
    '/crm/areapersonal': 'x x x x x x x x x x',
  },
}

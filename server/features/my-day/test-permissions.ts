import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { employedRolesRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /my-day': employedRolesRow,
    // Everybody's own alone: whose records it tells of is held in the feature's own tests.
    'GET /my-day/list': employedRolesRow,
    'PUT /my-day/snoozes': employedRolesRow,
    'GET /my-day/week': employedRolesRow,
  },
  screens: { '/crm/MiDia': 'x x x x x x x x x -' },
  screenCalls: {
    '/crm/MiDia': ['/my-day', '/my-day/list', '/my-day/week'],
  },
}

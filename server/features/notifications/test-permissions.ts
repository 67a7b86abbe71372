import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { ownDataRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /me/notifications': ownDataRow,
    'POST /me/notifications/read': ownDataRow,
    'GET /me/notification-kinds': ownDataRow,
    'PUT /me/notification-kinds': ownDataRow,
    'GET /me/live': ownDataRow,
  },
  notProbed: {
    'GET /me/notifications': 'an id to go on from, among what the caller was told',
    'POST /me/notifications/read': 'ids among what the caller was told',
  },
}

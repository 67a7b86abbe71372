import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { mine } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /me/notifications': mine,
    'POST /me/notifications/read': mine,
    'GET /me/live': mine,
  },
  notProbed: {
    'GET /me/notifications': 'an id to go on from, among what the caller was told',
    'POST /me/notifications/read': 'ids among what the caller was told',
  },
}

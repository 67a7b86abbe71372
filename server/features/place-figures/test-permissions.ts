import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { productReadersRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /place-figures': productReadersRow,
    'GET /place-figures/export': '* * * * - - * * - -',
  },
  screens: { '/dashboard-2': 'x x x x x x x x - -' },
  screenCalls: {
    '/dashboard-2': ['/place-figures', '/team/people'],
  },
}

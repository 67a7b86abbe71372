import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'

/** Figures are of people in reach: the tests of the feature ask for others. */
export const permissions: FeaturePermissions = {
  rows: {
    'GET /income-dashboard': '* * * * * * * - - -',
    'GET /income-dashboard/export': '* * * * - - * - - -',
  },
  screens: { '/dashboard-3': 'x x x x x x x - - -' },
}

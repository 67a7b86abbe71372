import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'

/** Figures are of people in reach: the tests of the feature ask for others. */
const readersRow = '* * * * - - * - - -'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /people-dashboard': readersRow,
    'GET /people-dashboard/captation': readersRow,
    'GET /people-dashboard/statistics': readersRow,
    'GET /people-dashboard/export': readersRow,
  },
  screens: { '/dashboard-4': 'x x x x - - x - - -' },
  screenCalls: {
    '/dashboard-4': [
      '/people-dashboard',
      '/people-dashboard/captation',
      '/people-dashboard/captation',
      '/people-dashboard/statistics',
      '/team/people',
    ],
  },
}

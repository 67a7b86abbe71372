import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'

/** Figures are of people in reach: the tests of the feature ask for others. */
export const permissions: FeaturePermissions = {
  rows: {
    'GET /income-dashboard': '* * * * * * * - - -',
    'GET /income-dashboard/export': '* * * * - - * - - -',
  },
  screens: { '/dashboard-3': 'x x x x x x x - - -' },
  screenCalls: {
    '/dashboard-3': [
      '/income-dashboard',
      '/team/people',
      '/agenda',
      '/reviews',
      '/approvals/count',
      '/payments/count',
      '/figures/uninstructed',
      '/maturities/count',
      '/openings/count',
      '/contributions/count',
      '/follow-ups/count',
      '/meetings/count',
      '/reviews/count',
    ],
  },
}

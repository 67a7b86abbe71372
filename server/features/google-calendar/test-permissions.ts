import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'

const ownRow = '* * * * * * * * - -'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /google-calendar': ownRow,
    'POST /google-calendar/consent': ownRow,
    'PUT /google-calendar': ownRow,
    'POST /google-calendar/sync': ownRow,
    'DELETE /google-calendar': ownRow,
    'GET /google-calendar/directory': ownRow,
    // Without Google there is nothing to tell: whose it tells is held in the feature's own tests.
    'GET /agenda/google': ownRow,
  },
  screens: { '/crm/Calendario': 'x x x x x x x x - -' },
  screenCalls: {
    '/crm/Calendario': ['/google-calendar'],
  },
}

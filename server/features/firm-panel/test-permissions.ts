import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'

/** Figures are of people in reach: the tests of the feature ask for others. */
const readersRow = '* * * - - - - - - -'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /firm-panel': readersRow,
    'GET /firm-panel/trends': readersRow,
    'GET /firm-panel/trends/export': readersRow,
    'GET /firm-panel/captation': readersRow,
    'GET /firm-panel/teams': readersRow,
    'GET /firm-panel/change': readersRow,
    'GET /firm-panel/change/export': readersRow,
  },
  screens: {
    '/crm/PanelDireccion': 'x x x - - - - - - -',
    '/crm/PanelDireccion/cambio': 'x x x - - - - - - -',
  },
  screenCalls: {
    '/crm/PanelDireccion': [
      '/firm-panel',
      '/firm-panel/trends',
      '/firm-panel/captation',
      '/firm-panel/teams',
      '/team/people',
    ],
    '/crm/PanelDireccion/cambio': ['/firm-panel/change', '/team/people'],
  },
}

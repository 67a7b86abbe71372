import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnly, auditors, ofAll } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /permissions/matrix': auditors,
    'PUT /permissions/matrix': adminOnly,
    'GET /permissions/matrix/export': adminOnly,
    'GET /permissions/people': auditors,
    'GET /permissions/people/count': auditors,
    'GET /permissions/people/export': adminOnly,
    'GET /permissions/people/:userId': auditors,
    'GET /permissions/people/:userId/why': auditors,
    'PUT /permissions/people/:userId/role': adminOnly,
    'POST /permissions/people/:userId/rules': adminOnly,
    'POST /permissions/people/:userId/rules/:ruleId/end': adminOnly,
    'POST /permissions/people/:userId/end': adminOnly,
    'POST /permissions/people/:userId/restore': adminOnly,
    'POST /permissions/people/:userId/invitation': adminOnly,
    'GET /permissions/without-access': ofAll,
    'POST /permissions/access': adminOnly,
  },
  probes: {
    'GET /permissions/without-access': {
      ask: [() => ({})],
      shows: (told, { employee }) => told.status === 200 && told.body.includes(`"${employee.cvl}"`),
    },
  },
  notProbed: {
    'GET /permissions/people': 'a user, by the scope of their member of staff: its own test asks as each',
    'GET /permissions/people/count': 'as the list',
    'GET /permissions/people/export': 'as the list',
    'GET /permissions/people/:userId': 'a user, by the scope of their member of staff: its own test asks as each',
    'GET /permissions/people/:userId/why':
      'a user as above; a client only where the caller may see it, as its own test shows',
    'PUT /permissions/people/:userId/role': 'only whoever may change the rights of the whole prefix gets this far',
    'POST /permissions/people/:userId/rules': 'only whoever may change the rights of the whole prefix gets this far',
    'POST /permissions/people/:userId/rules/:ruleId/end':
      'only whoever may change the rights of the whole prefix gets this far',
    'POST /permissions/people/:userId/end': 'only whoever may change the rights of the whole prefix gets this far',
    'POST /permissions/people/:userId/restore': 'only whoever may change the rights of the whole prefix gets this far',
    'POST /permissions/people/:userId/invitation':
      'only whoever may change the rights of the whole prefix gets this far',
    'POST /permissions/access': 'only whoever may change the rights of the whole prefix gets this far',
  },
  screens: {
    '/crm/ModulosPermisos': 'x x - - - - - - - -',
    '/crm/ModulosPermisos/personas': 'x x - - - - - - - -',
    '/crm/ModulosPermisos/personas/:userId': 'x x - - - - - - - -',
    '/crm/ModulosPermisos/acceso': 'x - - - - - - - - -',
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow, auditorsRow, firmWideAdminRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /permissions/matrix': auditorsRow,
    'PUT /permissions/matrix': adminOnlyRow,
    'GET /permissions/matrix/export': adminOnlyRow,
    'GET /permissions/people': auditorsRow,
    'GET /permissions/people/count': auditorsRow,
    'GET /permissions/people/export': adminOnlyRow,
    'GET /permissions/people/:userId': auditorsRow,
    'GET /permissions/people/:userId/why': auditorsRow,
    'PUT /permissions/people/:userId/role': adminOnlyRow,
    'POST /permissions/people/:userId/rules': adminOnlyRow,
    'POST /permissions/people/:userId/rules/:ruleId/end': adminOnlyRow,
    'POST /permissions/people/:userId/end': adminOnlyRow,
    'POST /permissions/people/:userId/restore': adminOnlyRow,
    'POST /permissions/people/:userId/invitation': adminOnlyRow,
    'GET /permissions/without-access': firmWideAdminRow,
    'POST /permissions/access': adminOnlyRow,
  },
  probes: {
    'GET /permissions/without-access': {
      requests: [() => ({})],
      revealsRecord: (answer, { employee }) => answer.status === 200 && answer.body.includes(`"${employee.cvl}"`),
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
  screenRecords: {
    userId: { sql: `select user_id as id from membership where prefix = 'dino' and role = 'manager' limit 1` },
  },
  screens: {
    '/crm/ModulosPermisos': 'x x - - - - - - - -',
    '/crm/ModulosPermisos/personas': 'x x - - - - - - - -',
    '/crm/ModulosPermisos/personas/:userId': 'x x - - - - - - - -',
    '/crm/ModulosPermisos/acceso': 'x - - - - - - - - -',
  },
  screenCalls: {
    '/crm/ModulosPermisos': ['/permissions/matrix', '/me/drafts/access.matrix'],
    '/crm/ModulosPermisos/personas': ['/permissions/people/count', '/permissions/people'],
    '/crm/ModulosPermisos/personas/:userId': [
      '/permissions/people/:id',
      '/me/drafts/access.role.:id + /me/drafts/access.rule.:id + /audit/records/access/:id',
    ],
    '/crm/ModulosPermisos/acceso': ['/permissions/without-access', '/me/drafts/access.give'],
  },
  settingsWrites: {
    // Of these the tests of rights ask.
    'PUT /permissions/matrix': { task: 'permissions.matrix' },
    'PUT /permissions/people/:userId/role': { task: 'permissions.role' },
    'POST /permissions/people/:userId/restore': { task: 'permissions.role' },
    'POST /permissions/people/:userId/rules': { task: 'permissions.person' },
    'POST /permissions/people/:userId/rules/:ruleId/end': { task: 'permissions.person' },
    'POST /permissions/access': { task: 'permissions.role' },
    'POST /permissions/people/:userId/end': 'takes rights away; giving them back takes a second person',
    'POST /permissions/people/:userId/invitation': 'sends the link anew to the address that a second person approved',
  },
}

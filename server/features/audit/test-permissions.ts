import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow, auditorsRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /audit': auditorsRow,
    'GET /audit/count': auditorsRow,
    'GET /audit/filter-options': auditorsRow,
    'GET /audit/chain': auditorsRow,
    'GET /audit/events/:eventId': auditorsRow,
    'GET /audit/records/:entity/:recordId': auditorsRow,
    'GET /audit/export': adminOnlyRow,
    'GET /audit/accesses': auditorsRow,
    'GET /audit/accesses/count': auditorsRow,
    'GET /audit/accesses/export': adminOnlyRow,
  },
  notProbed: {
    'GET /audit': 'whoever may read the audit reads all of it',
    'GET /audit/count': 'whoever may read the audit reads all of it',
    'GET /audit/export': 'whoever may read the audit reads all of it',
    'GET /audit/accesses': 'whoever may read the audit reads all of it',
    'GET /audit/accesses/count': 'whoever may read the audit reads all of it',
    'GET /audit/accesses/export': 'whoever may read the audit reads all of it',
    'GET /audit/events/:eventId': 'whoever may read the audit reads all of it',
    'GET /audit/records/:entity/:recordId': 'whoever may read the audit reads all of it',
  },
  screenRecords: {
    eventId: {
      sql: `insert into audit_event (action, entity, entity_id, before, after)
        values ('clients.exported', 'client', $1, '{"city": "Vigo"}', '{"city": "Lugo"}') returning id`,
      given: ['clientId'],
    },
  },
  screens: {
    '/crm/Auditoria': 'x x - - - - - - - -',
    '/crm/Auditoria/accesos': 'x x - - - - - - - -',
    '/crm/Auditoria/:eventId': 'x x - - - - - - - -',
  },
  screenCalls: {
    '/crm/Auditoria': ['/audit/count', '/audit', '/audit/filter-options', '/audit/chain'],
    '/crm/Auditoria/accesos': ['/audit/accesses/count', '/audit/accesses', '/audit/filter-options'],
    '/crm/Auditoria/:eventId': ['/audit/events/:id'],
  },
}

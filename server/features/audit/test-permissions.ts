import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnly, auditors } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /audit': auditors,
    'GET /audit/count': auditors,
    'GET /audit/filter-options': auditors,
    'GET /audit/chain': auditors,
    'GET /audit/events/:eventId': auditors,
    'GET /audit/records/:entity/:recordId': auditors,
    'GET /audit/export': adminOnly,
    'GET /audit/accesses': auditors,
    'GET /audit/accesses/count': auditors,
    'GET /audit/accesses/export': adminOnly,
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
  screens: {
    '/crm/Auditoria': 'x x - - - - - - - -',
    '/crm/Auditoria/accesos': 'x x - - - - - - - -',
    '/crm/Auditoria/:eventId': 'x x - - - - - - - -',
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { anImport } from '#test/permissions/reasons.ts'
import { adminOnly, auditors } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'POST /imports': adminOnly,
    'GET /imports': auditors,
    'GET /imports/count': auditors,
    'GET /imports/export': auditors,
    'GET /imports/:importId': auditors,
    'PUT /imports/:importId/form': adminOnly,
    'POST /imports/:importId/check': adminOnly,
    'POST /imports/:importId/submit': adminOnly,
    'POST /imports/:importId/discard': adminOnly,
    'POST /imports/:importId/undo': adminOnly,
    'GET /imports/:importId/faults': auditors,
    'GET /imports/:importId/faults/count': auditors,
    'GET /imports/:importId/faults/export': auditors,
    'GET /imports/:importId/rows': auditors,
    'GET /imports/:importId/rows/count': auditors,
    'GET /imports/:importId/rows/export': auditors,
  },
  notProbed: {
    'GET /imports/:importId': anImport,
    'PUT /imports/:importId/form': anImport,
    'POST /imports/:importId/check': anImport,
    'POST /imports/:importId/submit': anImport,
    'POST /imports/:importId/discard': anImport,
    'POST /imports/:importId/undo': anImport,
    'GET /imports/:importId/faults': anImport,
    'GET /imports/:importId/faults/count': anImport,
    'GET /imports/:importId/faults/export': anImport,
    'GET /imports/:importId/rows': anImport,
    'GET /imports/:importId/rows/count': anImport,
    'GET /imports/:importId/rows/export': anImport,
  },
  screens: {
    '/crm/Importar': 'x x - - - - - - - -',
    '/crm/Importar/:importId': 'x x - - - - - - - -',
    '/crm/Importar/:importId/errores': 'x x - - - - - - - -',
  },
}

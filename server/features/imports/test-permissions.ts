import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { importNotProbedReason } from '#test/permissions/not-probed-reasons.ts'
import { adminOnlyRow, auditorsRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'POST /imports': adminOnlyRow,
    'GET /imports': auditorsRow,
    'GET /imports/count': auditorsRow,
    'GET /imports/export': auditorsRow,
    'GET /imports/:importId': auditorsRow,
    'PUT /imports/:importId/form': adminOnlyRow,
    'POST /imports/:importId/check': adminOnlyRow,
    'POST /imports/:importId/submit': adminOnlyRow,
    'POST /imports/:importId/discard': adminOnlyRow,
    'POST /imports/:importId/undo': adminOnlyRow,
    'GET /imports/:importId/faults': auditorsRow,
    'GET /imports/:importId/faults/count': auditorsRow,
    'GET /imports/:importId/faults/export': auditorsRow,
    'GET /imports/:importId/rows': auditorsRow,
    'GET /imports/:importId/rows/count': auditorsRow,
    'GET /imports/:importId/rows/export': auditorsRow,
  },
  notProbed: {
    'GET /imports/:importId': importNotProbedReason,
    'PUT /imports/:importId/form': importNotProbedReason,
    'POST /imports/:importId/check': importNotProbedReason,
    'POST /imports/:importId/submit': importNotProbedReason,
    'POST /imports/:importId/discard': importNotProbedReason,
    'POST /imports/:importId/undo': importNotProbedReason,
    'GET /imports/:importId/faults': importNotProbedReason,
    'GET /imports/:importId/faults/count': importNotProbedReason,
    'GET /imports/:importId/faults/export': importNotProbedReason,
    'GET /imports/:importId/rows': importNotProbedReason,
    'GET /imports/:importId/rows/count': importNotProbedReason,
    'GET /imports/:importId/rows/export': importNotProbedReason,
  },
  screens: {
    '/crm/Importar': 'x x - - - - - - - -',
    '/crm/Importar/:importId': 'x x - - - - - - - -',
    '/crm/Importar/:importId/errores': 'x x - - - - - - - -',
  },
}

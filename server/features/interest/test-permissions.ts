import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { auditors } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /accounting/runs': auditors,
    'GET /accounting/runs/count': auditors,
    'GET /accounting/runs/export': auditors,
    'GET /accounting/runs/:runId': auditors,
  },
  notProbed: {
    'GET /accounting/runs/:runId': 'whoever may read the runs reads all of them',
  },
  screens: {
    '/crm/Procesos': 'x x - - - - - - - -',
    '/crm/Procesos/:runId': 'x x - - - - - - - -',
  },
}

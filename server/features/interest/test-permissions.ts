import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnly, auditors } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /accounting/runs': auditors,
    'GET /accounting/runs/count': auditors,
    'GET /accounting/runs/export': auditors,
    'GET /accounting/runs/:runId': auditors,
    'GET /accounting/jobs': auditors,
    'POST /accounting/jobs/:jobId/retry': adminOnly,
    'POST /accounting/jobs/:jobId/cancel': adminOnly,
  },
  notProbed: {
    'GET /accounting/runs/:runId': 'whoever may read the runs reads all of them',
    'POST /accounting/jobs/:jobId/retry': 'dead jobs are those of the whole prefix; of another one there is none',
    'POST /accounting/jobs/:jobId/cancel': 'dead jobs are those of the whole prefix; of another one there is none',
  },
  screens: {
    '/crm/Procesos': 'x x - - - - - - - -',
    '/crm/Procesos/:runId': 'x x - - - - - - - -',
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow, auditorsRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /accounting/runs': auditorsRow,
    'GET /accounting/runs/count': auditorsRow,
    'GET /accounting/runs/export': auditorsRow,
    'GET /accounting/runs/:runId': auditorsRow,
    'GET /accounting/jobs': auditorsRow,
    'POST /accounting/jobs/:jobId/retry': adminOnlyRow,
    'POST /accounting/jobs/:jobId/cancel': adminOnlyRow,
  },
  notProbed: {
    'GET /accounting/runs/:runId': 'whoever may read the runs reads all of them',
    'POST /accounting/jobs/:jobId/retry': 'dead jobs are those of the whole prefix; of another one there is none',
    'POST /accounting/jobs/:jobId/cancel': 'dead jobs are those of the whole prefix; of another one there is none',
  },
  screenRecords: {
    runId: {
      sql: `with made as (insert into posting_run (kind, business_date, started_at, finished_at, journals_to, accounts, failures)
          values ('interest', current_date, now(), now(), 0, 1, 1) returning id),
        failed as (insert into posting_run_failure (run_id, account_id, code) select id, $1, 'withholding.noRule' from made)
        select id from made`,
      given: ['accountId'],
    },
  },
  screens: {
    '/crm/Procesos': 'x x - - - - - - - -',
    '/crm/Procesos/:runId': 'x x - - - - - - - -',
  },
  screenCalls: {
    '/crm/Procesos': ['/accounting/runs/count', '/accounting/runs', '/accounting/jobs'],
    '/crm/Procesos/:runId': ['/accounting/runs/:id'],
  },
}

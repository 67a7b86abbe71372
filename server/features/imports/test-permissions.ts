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
    'POST /imports/:importId/decisions': adminOnlyRow,
    'GET /imports/:importId/faults/sheet': auditorsRow,
    'GET /imports/:importId/records': auditorsRow,
    'GET /imports/:importId/records/count': auditorsRow,
    'GET /imports/:importId/records/export': auditorsRow,
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
    'POST /imports/:importId/decisions': importNotProbedReason,
    'GET /imports/:importId/faults/sheet': importNotProbedReason,
    'GET /imports/:importId/records': importNotProbedReason,
    'GET /imports/:importId/records/count': importNotProbedReason,
    'GET /imports/:importId/records/export': importNotProbedReason,
    'GET /imports/:importId/rows': importNotProbedReason,
    'GET /imports/:importId/rows/count': importNotProbedReason,
    'GET /imports/:importId/rows/export': importNotProbedReason,
  },
  screenRecords: {
    importId: {
      sql: `with made as (
          insert into mapped_import (kind, state, file_name, sha256, headings, form, mapping, rows, wrong, known, fresh, amount, figures, checked_at, made_by, made_at)
          select 'movements', 'checked', 'Movimientos de enero', sha256('x'), '{Cuenta,Fecha,Importe}',
                 '{"encoding": "utf-8", "delimiter": ";", "quote": "", "decimal": ",", "dates": "dmy"}', '{"account": 0, "bookingDate": 1, "amount": 2}', 2, 1, 0, 1, 100,
                 '{"sums": [{"word": "contribution", "rows": 1, "amount": "100.00"}], "accounts": 1, "fromDate": "2026-01-02", "toDate": "2026-01-02"}', now(),
                 user_id, now() from registry.membership where prefix = 'dino' and role = 'admin' limit 1 returning id),
        row as (
          insert into mapped_import_row (import_id, line, key, hash, account_id, fields)
          select id, 2, repeat('k', 43), repeat('h', 43), $1, '{"kind": "contribution", "amount": "100.00", "bookingDate": "2026-01-02", "valueDate": "2026-01-02"}' from made),
        fault as (insert into mapped_import_fault (import_id, line, n, field, fault, value) select id, 3, 1, 'amount', 'zero', '0,00' from made)
        select id from made`,
      given: ['accountId'],
    },
  },
  screens: {
    '/crm/Importar': 'x x - - - - - - - -',
    '/crm/Importar/:importId': 'x x - - - - - - - -',
    '/crm/Importar/:importId/errores': 'x x - - - - - - - -',
  },
  screenCalls: {
    '/crm/Importar': ['/imports/count', '/imports'],
    '/crm/Importar/:importId': ['/imports/:id', '/imports/:id/rows/count + /imports/:id/rows'],
    '/crm/Importar/:importId/errores': ['/imports/:id', '/imports/:id/faults/count + /imports/:id/faults'],
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { firmWideNotProbedReason } from '#test/permissions/not-probed-reasons.ts'
import { adminOnlyRow, auditorsRow, clientExportersRow, clientReadersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, requestByClient } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /accounting/ledgers': auditorsRow,
    'GET /accounting/ledgers/added': auditorsRow,
    'POST /accounting/ledgers': adminOnlyRow,
    'PATCH /accounting/ledgers/:code': adminOnlyRow,
    'GET /accounting/journals': auditorsRow,
    'GET /accounting/journals/count': auditorsRow,
    'GET /accounting/journals/export': auditorsRow,
    'GET /accounting/journals/:journalId': auditorsRow,
    'GET /accounting/months': auditorsRow,
    'POST /accounting/months/:month/close': adminOnlyRow,
    'POST /accounting/months/:month/reopen': adminOnlyRow,
    'GET /accounting/verifications': auditorsRow,
    'GET /accounting/withholding': auditorsRow,
    'GET /accounting/withholding/count': auditorsRow,
    'GET /accounting/withholding/export': auditorsRow,
    'GET /accounting/withholding/:clientId': auditorsRow,
    'GET /accounting/withholding-check': auditorsRow,
    'GET /clients/:clientId/withholding': clientReadersRow,
    'GET /clients/:clientId/withholding/pdf': clientExportersRow,
    'GET /accounting/withholding/certificates': auditorsRow,
    'POST /accounting/entries': adminOnlyRow,
    'POST /accounting/bank-entries/:entryId/booking': adminOnlyRow,
    'GET /accounting/entry-accounts': adminOnlyRow,
    'POST /accounting/tax-payments': adminOnlyRow,
    'GET /accounting/taxes-owed': auditorsRow,
    'GET /accounting/taxes-owed/count': auditorsRow,
    'GET /accounting/taxes-owed/export': auditorsRow,
    'GET /accounting/taxes-owed/sum': auditorsRow,
    'POST /accounting/verifications': auditorsRow,
  },
  probes: {
    'GET /clients/:clientId/withholding': { requests: [requestByClient], revealsRecord: isAnswered },
    'GET /clients/:clientId/withholding/pdf': { requests: [requestByClient], revealsRecord: isAnswered },
  },
  notProbed: {
    'GET /accounting/journals/:journalId':
      'the books are the whole firm’s: whoever has a narrower scope has none of them',
    'GET /accounting/withholding/:clientId':
      'the books are the whole firm’s: whoever has a narrower scope has none of them',
    'POST /accounting/bank-entries/:entryId/booking': firmWideNotProbedReason,
    'PATCH /accounting/ledgers/:code': 'an account of the chart: nobody’s record',
    'POST /accounting/months/:month/close': 'a month is nobody’s',
    'POST /accounting/months/:month/reopen': 'a month is nobody’s',
  },
  screenRecords: {
    journalId: { sql: 'select id from journal order by id desc limit 1' },
  },
  screens: {
    '/crm/Contabilidad': 'x x - - - - - - - -',
    '/crm/Contabilidad/asientos': 'x x - - - - - - - -',
    '/crm/Contabilidad/asientos/nuevo': 'x - - - - - - - - -',
    '/crm/Contabilidad/impuestos': 'x x - - - - - - - -',
    '/crm/Contabilidad/asientos/:journalId': 'x x - - - - - - - -',
    '/crm/Contabilidad/cierre': 'x x - - - - - - - -',
    '/crm/Contabilidad/retenciones': 'x x - - - - - - - -',
    '/crm/Contabilidad/retenciones/:clientId': 'x x - - - - - - - -',
    '/crm/Contabilidad/comprobacion': 'x x - - - - - - - -',
  },
  screenCalls: {
    '/crm/Contabilidad': ['/accounting/ledgers'],
    '/crm/Contabilidad/asientos': ['/accounting/journals/count', '/accounting/journals', '/accounting/ledgers/added'],
    '/crm/Contabilidad/asientos/nuevo': ['/accounting/ledgers/added', '/me/drafts/entries/new'],
    '/crm/Contabilidad/impuestos': [
      '/accounting/taxes-owed/count',
      '/accounting/taxes-owed',
      '/accounting/withholding-check',
    ],
    '/crm/Contabilidad/asientos/:journalId': ['/accounting/journals/:id'],
    '/crm/Contabilidad/cierre': ['/accounting/months'],
    '/crm/Contabilidad/retenciones': [
      '/accounting/withholding/count',
      '/accounting/withholding',
      '/accounting/withholding-check',
    ],
    '/crm/Contabilidad/retenciones/:clientId': ['/accounting/withholding/:id'],
    '/crm/Contabilidad/comprobacion': ['/accounting/verifications'],
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, byClient } from '#test/permissions/probe-words.ts'
import { ofTheFirm } from '#test/permissions/reasons.ts'
import { adminOnly, auditors, clientExports, clients } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /accounting/ledgers': auditors,
    'GET /accounting/ledgers/added': auditors,
    'POST /accounting/ledgers': adminOnly,
    'PATCH /accounting/ledgers/:code': adminOnly,
    'GET /accounting/journals': auditors,
    'GET /accounting/journals/count': auditors,
    'GET /accounting/journals/export': auditors,
    'GET /accounting/journals/:journalId': auditors,
    'GET /accounting/months': auditors,
    'POST /accounting/months/:month/close': adminOnly,
    'POST /accounting/months/:month/reopen': adminOnly,
    'GET /accounting/verifications': auditors,
    'GET /accounting/withholding': auditors,
    'GET /accounting/withholding/count': auditors,
    'GET /accounting/withholding/export': auditors,
    'GET /accounting/withholding/:clientId': auditors,
    'GET /accounting/withholding-check': auditors,
    'GET /clients/:clientId/withholding': clients,
    'GET /clients/:clientId/withholding/pdf': clientExports,
    'GET /accounting/withholding/certificates': auditors,
    'POST /accounting/entries': adminOnly,
    'POST /accounting/bank-entries/:entryId/booking': adminOnly,
    'GET /accounting/entry-accounts': adminOnly,
    'POST /accounting/tax-payments': adminOnly,
    'GET /accounting/taxes-owed': auditors,
    'GET /accounting/taxes-owed/count': auditors,
    'GET /accounting/taxes-owed/export': auditors,
    'GET /accounting/taxes-owed/sum': auditors,
    'POST /accounting/verifications': auditors,
  },
  probes: {
    'GET /clients/:clientId/withholding': { ask: [byClient], shows: answered },
    'GET /clients/:clientId/withholding/pdf': { ask: [byClient], shows: answered },
  },
  notProbed: {
    'GET /accounting/journals/:journalId':
      'the books are the whole firm’s: whoever has a narrower scope has none of them',
    'GET /accounting/withholding/:clientId':
      'the books are the whole firm’s: whoever has a narrower scope has none of them',
    'POST /accounting/bank-entries/:entryId/booking': ofTheFirm,
    'PATCH /accounting/ledgers/:code': 'an account of the chart: nobody’s record',
    'POST /accounting/months/:month/close': 'a month is nobody’s',
    'POST /accounting/months/:month/reopen': 'a month is nobody’s',
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
}

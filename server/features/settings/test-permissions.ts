import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'
import { reason } from '#test/permissions/settings-samples.ts'

const roleLimitSample = { role: 'manager', validFrom: '2026-06-15', reason }

export const permissions: FeaturePermissions = {
  rows: {
    'GET /settings': adminOnlyRow,
    'PATCH /settings': adminOnlyRow,
    'GET /settings/payment-rates': adminOnlyRow,
    'PUT /settings/payment-rates': adminOnlyRow,
    'GET /settings/payments': adminOnlyRow,
    'PUT /settings/payments/account': adminOnlyRow,
    'PUT /settings/payments/withdrawal-limits': adminOnlyRow,
    'PUT /settings/payments/contribution-limits': adminOnlyRow,
    'PUT /settings/payments/contribution-rules': adminOnlyRow,
    'PUT /settings/payments/bonus-limits': adminOnlyRow,
    'POST /settings/payments/limits/:kind/:role/:validFrom/remove': adminOnlyRow,
    'PUT /settings/currency-rates': adminOnlyRow,
    'DELETE /settings/currency-rates/:currency/:validFrom': adminOnlyRow,
  },
  notProbed: {
    'PUT /settings/payment-rates': 'a rate of the firm: nobody’s record',
    'PUT /settings/payments/account': 'the account of the firm: what it was before, and nobody’s record',
    'PUT /settings/payments/contribution-rules': 'rules of the firm as they were before, and nobody’s record',
    'DELETE /settings/currency-rates/:currency/:validFrom': 'a rate of the firm',
  },
  screens: {
    '/crm/Ajustes': 'x - - - - - - - - -',
  },
  screenCalls: {
    '/crm/Ajustes': ['/settings', '/settings/checks'],
  },
  settingsWrites: {
    'PUT /settings/payments/account': {
      task: 'firmAccount',
      request: { body: { before: null, after: { name: 'Firma', number: '032180000118359719', bic: null }, reason } },
    },
    'PUT /settings/payments/withdrawal-limits': {
      task: 'limit',
      request: { body: { ...roleLimitSample, amount: '9999.00' } },
    },
    'PUT /settings/payments/contribution-limits': {
      task: 'limit',
      request: { body: { ...roleLimitSample, amount: '9999.00' } },
    },
    'PUT /settings/payments/bonus-limits': { task: 'limit', request: { body: { ...roleLimitSample, points: '9' } } },
    'POST /settings/payments/limits/:kind/:role/:validFrom/remove': {
      task: 'limit',
      request: { params: { kind: 'bonus', role: 'partner', validFrom: '2026-12-01' }, body: { reason } },
    },
    'PUT /settings/payments/contribution-rules': {
      task: 'contributionRules',
      request: { body: { before: { daysBack: 5, confirmDays: 5 }, after: { daysBack: 30, confirmDays: 60 }, reason } },
    },
    'PUT /settings/payment-rates': {
      task: 'paymentRate',
      request: { body: { rateOn: '2026-06-15', perEuro: '21.35', reason } },
    },
    'PATCH /settings': { task: 'secondFactorRole', request: { body: { version: 1, secondFactorRoles: [], reason } } },
    'PUT /settings/currency-rates': 'converts what is shown; no posting and no payment reads it',
    'DELETE /settings/currency-rates/:currency/:validFrom':
      'converts what is shown; no posting and no payment reads it',
  },
}

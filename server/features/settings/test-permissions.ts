import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'

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
}

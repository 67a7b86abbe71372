import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnly } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /settings': adminOnly,
    'PATCH /settings': adminOnly,
    'GET /settings/payment-rates': adminOnly,
    'PUT /settings/payment-rates': adminOnly,
    'GET /settings/payments': adminOnly,
    'PUT /settings/payments/account': adminOnly,
    'PUT /settings/payments/withdrawal-limits': adminOnly,
    'PUT /settings/payments/contribution-limits': adminOnly,
    'PUT /settings/payments/contribution-rules': adminOnly,
    'PUT /settings/payments/bonus-limits': adminOnly,
    'POST /settings/payments/limits/:kind/:role/:validFrom/remove': adminOnly,
    'PUT /settings/currency-rates': adminOnly,
    'DELETE /settings/currency-rates/:currency/:validFrom': adminOnly,
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

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /settings/attribution': adminOnlyRow,
    'PUT /settings/attribution/rules': adminOnlyRow,
    'POST /settings/attribution/rules/:ruleId/remove': adminOnlyRow,
    'PUT /settings/attribution/reinvestment-days': adminOnlyRow,
  },
  notProbed: {
    'PUT /settings/attribution/rules': 'a rule of the firm: a product, and nobody’s record',
    'POST /settings/attribution/rules/:ruleId/remove': 'a rule of the firm: nobody’s record',
    'PUT /settings/attribution/reinvestment-days': 'days of the firm as they were before, and nobody’s record',
  },
}

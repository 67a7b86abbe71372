import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /settings/withholding': adminOnlyRow,
    'PUT /settings/withholding/payer': adminOnlyRow,
    'PUT /settings/withholding/rates': adminOnlyRow,
    'POST /settings/withholding/rates/:payer/:payee/:region/:validFrom/remove': adminOnlyRow,
  },
  notProbed: {
    'PUT /settings/withholding/payer': 'what the firm is as a payer: a word, and nobody’s record',
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnly } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /settings/withholding': adminOnly,
    'PUT /settings/withholding/payer': adminOnly,
    'PUT /settings/withholding/rates': adminOnly,
    'POST /settings/withholding/rates/:payer/:payee/:region/:validFrom/remove': adminOnly,
  },
  notProbed: {
    'PUT /settings/withholding/payer': 'what the firm is as a payer: a word, and nobody’s record',
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'
import { reason } from '#test/permissions/settings-samples.ts'

const withholdingRateSample = { payer: 'any', payee: 'any', region: 'any', validFrom: '2026-07-01' }

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
  settingsWrites: {
    'PUT /settings/withholding/payer': {
      task: 'withholding',
      request: { body: { before: 'bank', after: 'other', reason } },
    },
    'PUT /settings/withholding/rates': {
      task: 'withholding',
      request: { body: { ...withholdingRateSample, rate: '0', basis: 'interest', source: 'Ley', reason } },
    },
    'POST /settings/withholding/rates/:payer/:payee/:region/:validFrom/remove': {
      task: 'withholding',
      request: { params: { ...withholdingRateSample, validFrom: '2026-12-01' }, body: { reason } },
    },
  },
}

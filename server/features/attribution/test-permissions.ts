import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'
import { attributionRuleId, reason } from '#test/permissions/settings-samples.ts'

const attributionSample = { manager: '60.00', partner: '40.00', advisor: '0.00', banker: '0.00' }

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
  settingsWrites: {
    'PUT /settings/attribution/rules': {
      task: 'attribution',
      request: { body: { productId: null, channel: null, validFrom: '2026-12-01', ...attributionSample, reason } },
    },
    'POST /settings/attribution/rules/:ruleId/remove': {
      task: 'attribution',
      request: { params: { ruleId: attributionRuleId }, body: { reason } },
    },
    'PUT /settings/attribution/reinvestment-days': {
      task: 'attribution',
      request: { body: { before: 30, after: 0, reason } },
    },
  },
}

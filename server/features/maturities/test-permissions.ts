import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { aMaturity } from '#test/permissions/reasons.ts'
import { maturityEditors, withClients } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /maturities': withClients,
    'GET /maturities/count': withClients,
    'GET /maturities/export': '* * * * - - * - - -',
    'GET /maturities/desk': withClients,
    'POST /maturities/instructions': maturityEditors,
    'POST /maturities/instructions/undo': maturityEditors,
    'POST /maturities/instructions/summary': withClients,
    'POST /maturities/:accountId/calls': maturityEditors,
    'POST /maturities/:accountId/release': maturityEditors,
  },
  notProbed: {
    'POST /maturities/instructions': aMaturity,
    'POST /maturities/instructions/undo': aMaturity,
    'POST /maturities/instructions/summary': aMaturity,
    'POST /maturities/:accountId/calls': aMaturity,
    'POST /maturities/:accountId/release': aMaturity,
  },
  screens: {
    '/crm/Vencimientos': 'x x x x x x x - - -',
  },
}

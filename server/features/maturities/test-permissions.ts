import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { maturityNotProbedReason } from '#test/permissions/not-probed-reasons.ts'
import { clientFacingRolesRow, maturityEditorsRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /maturities': clientFacingRolesRow,
    'GET /maturities/count': clientFacingRolesRow,
    'GET /maturities/export': '* * * * - - * - - -',
    'GET /maturities/matured': clientFacingRolesRow,
    'GET /maturities/matured/count': clientFacingRolesRow,
    'GET /maturities/matured/export': '* * * * - - * - - -',
    'GET /maturities/desk': clientFacingRolesRow,
    'POST /maturities/instructions': maturityEditorsRow,
    'POST /maturities/instructions/undo': maturityEditorsRow,
    'POST /maturities/instructions/summary': clientFacingRolesRow,
    'POST /maturities/:accountId/calls': maturityEditorsRow,
    'POST /maturities/:accountId/release': maturityEditorsRow,
  },
  notProbed: {
    'POST /maturities/instructions': maturityNotProbedReason,
    'POST /maturities/instructions/undo': maturityNotProbedReason,
    'POST /maturities/instructions/summary': maturityNotProbedReason,
    'POST /maturities/:accountId/calls': maturityNotProbedReason,
    'POST /maturities/:accountId/release': maturityNotProbedReason,
  },
  screens: {
    '/crm/Vencimientos': 'x x x x x x x - - -',
    '/crm/Vencimientos/renovacion': 'x x x x x x x - - -',
  },
  screenCalls: {
    '/crm/Vencimientos': ['/maturities/count', '/maturities', '/maturities/desk'],
    '/crm/Vencimientos/renovacion': ['/maturities/matured/count', '/maturities/matured', '/maturities/desk'],
  },
}

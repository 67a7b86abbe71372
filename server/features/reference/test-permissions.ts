import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /reference': adminOnlyRow,
    'POST /reference/zones': adminOnlyRow,
    'PATCH /reference/zones/:id': adminOnlyRow,
    'DELETE /reference/zones/:id': adminOnlyRow,
    'POST /reference/offices': adminOnlyRow,
    'PATCH /reference/offices/:id': adminOnlyRow,
    'DELETE /reference/offices/:id': adminOnlyRow,
    'POST /reference/subcompanies': adminOnlyRow,
    'PATCH /reference/subcompanies/:id': adminOnlyRow,
    'DELETE /reference/subcompanies/:id': adminOnlyRow,
    'POST /reference/cancellation-reasons': adminOnlyRow,
    'PATCH /reference/cancellation-reasons/:id': adminOnlyRow,
    'DELETE /reference/cancellation-reasons/:id': adminOnlyRow,
  },
  notProbed: {
    'PATCH /reference/zones/:id': 'zones of the firm',
    'DELETE /reference/zones/:id': 'zones of the firm',
    'POST /reference/offices': 'offices of the firm',
    'PATCH /reference/offices/:id': 'offices of the firm',
    'DELETE /reference/offices/:id': 'offices of the firm',
    'PATCH /reference/subcompanies/:id': 'companies of the firm',
    'DELETE /reference/subcompanies/:id': 'companies of the firm',
    'PATCH /reference/cancellation-reasons/:id': 'reasons of the firm',
    'DELETE /reference/cancellation-reasons/:id': 'reasons of the firm',
  },
}

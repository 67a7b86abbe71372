import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnly } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /reference': adminOnly,
    'POST /reference/zones': adminOnly,
    'PATCH /reference/zones/:id': adminOnly,
    'DELETE /reference/zones/:id': adminOnly,
    'POST /reference/offices': adminOnly,
    'PATCH /reference/offices/:id': adminOnly,
    'DELETE /reference/offices/:id': adminOnly,
    'POST /reference/subcompanies': adminOnly,
    'PATCH /reference/subcompanies/:id': adminOnly,
    'DELETE /reference/subcompanies/:id': adminOnly,
    'POST /reference/cancellation-reasons': adminOnly,
    'PATCH /reference/cancellation-reasons/:id': adminOnly,
    'DELETE /reference/cancellation-reasons/:id': adminOnly,
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

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnly, auditors, catalogue } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /products': catalogue,
    'GET /products/count': catalogue,
    'GET /products/export': auditors,
    'GET /products/:productId': catalogue,
    'POST /products': adminOnly,
    'PUT /products/:productId': adminOnly,
    'PUT /products/:productId/tariff': adminOnly,
  },
  notProbed: {
    'GET /products/:productId': 'products of the firm',
    'PUT /products/:productId': 'products of the firm',
    'PUT /products/:productId/tariff': 'products of the firm',
  },
  screens: {
    '/crm/Productos': 'x x x x x x x x - -',
    '/crm/Productos/nuevo': 'x - - - - - - - - -',
    '/crm/Productos/:productId': 'x x x x x x x x - -',
  },
}

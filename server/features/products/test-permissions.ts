import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow, auditorsRow, productReadersRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /products': productReadersRow,
    'GET /products/count': productReadersRow,
    'GET /products/export': auditorsRow,
    'GET /products/:productId': productReadersRow,
    'POST /products': adminOnlyRow,
    'PUT /products/:productId': adminOnlyRow,
    'PUT /products/:productId/tariff': adminOnlyRow,
  },
  notProbed: {
    'GET /products/:productId': 'products of the firm',
    'PUT /products/:productId': 'products of the firm',
    'PUT /products/:productId/tariff': 'products of the firm',
  },
  screenRecords: {
    productId: { sql: 'select id from product where accrues order by id limit 1' },
  },
  screens: {
    '/crm/Productos': 'x x x x x x x x - -',
    '/crm/Productos/nuevo': 'x - - - - - - - - -',
    '/crm/Productos/:productId': 'x x x x x x x x - -',
  },
  screenCalls: {
    '/crm/Productos': ['/products/count', '/products'],
    '/crm/Productos/nuevo': ['/me/drafts/products/new'],
    '/crm/Productos/:productId': ['/products/:id', '/audit/records/product/:id'],
  },
}

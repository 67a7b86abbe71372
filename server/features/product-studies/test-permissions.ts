import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { productReadersRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /product-studies/products': productReadersRow,
    'POST /product-studies/projection': productReadersRow,
    'POST /product-studies/export': '* * * * - * * * - -',
    'POST /product-studies/pdf': '* * * * - * * * - -',
  },
  screens: {
    '/crm/EstudioProductos/proyeccion': 'x x x x x x x x - -',
  },
  screenCalls: {
    '/crm/EstudioProductos/proyeccion': ['/product-studies/products', 'POST /product-studies/projection'],
  },
}

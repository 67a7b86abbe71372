import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { catalogue } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /product-studies/products': catalogue,
    'POST /product-studies/projection': catalogue,
    'POST /product-studies/export': '* * * * - * * * - -',
    'POST /product-studies/pdf': '* * * * - * * * - -',
  },
  screens: {
    '/crm/EstudioProductos': 'x x x x x x x x - -',
  },
}

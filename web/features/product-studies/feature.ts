import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/EstudioProductos',
      key: 'bt_EstudioProductos',
      title: 'productStudy',
      icon: 'IconCalculator',
      menu: { group: 'figures', order: 10 },
      permission: { module: 'bt_EstudioProductos', action: 'view' },
      texts: ['product-studies', 'products', 'list', 'chart'],
      load: () => import('./study-screen.tsx'),
    },
  ],
}

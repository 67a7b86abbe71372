import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/EstudioProductos/proyeccion',
      key: 'bt_EstudioProductos',
      title: 'productProjection',
      permission: { module: 'bt_EstudioProductos', action: 'view' },
      texts: ['product-studies', 'products', 'list', 'chart'],
      load: () => import('./study-screen.tsx'),
    },
  ],
}

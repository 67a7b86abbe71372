import type { Feature } from '#web/core/feature.ts'

const sharedScreenProps = { key: 'bt_Productos', permission: { module: 'bt_Productos', action: 'view' } } as const

export const feature: Feature = {
  screens: [
    {
      ...sharedScreenProps,
      path: '/crm/Productos',
      title: 'products',
      icon: 'IconPackage',
      menu: { group: 'firm', order: 10 },
      texts: ['products', 'list'],
      load: () => import('./products-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: '/crm/Productos/nuevo',
      title: 'newProduct',
      permission: { module: 'bt_Productos', action: 'create' },
      texts: ['products', 'form', 'list'],
      load: () => import('./new-product-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: '/crm/Productos/:productId',
      title: 'product',
      texts: ['products', 'form', 'list', 'audit'],
      load: () => import('./product-screen.tsx'),
    },
  ],
  creates: [
    { title: 'product', path: '/crm/Productos/nuevo', permission: { module: 'bt_Productos', action: 'create' } },
  ],
}

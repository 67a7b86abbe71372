import type { Screen } from '#web/core/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/crm/EstudioProductos',
    key: 'bt_EstudioProductos',
    title: 'productStudy',
    menu: { group: 'figures', order: 10 },
    permission: { module: 'bt_EstudioProductos', action: 'view' },
    texts: ['study', 'products', 'list'],
    load: () => import('./study-screen.tsx'),
  },
]

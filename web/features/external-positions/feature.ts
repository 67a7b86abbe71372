import type { Feature } from '#web/core/feature.ts'

const key = 'bt_Productos_Externos'
const permission = { module: key, action: 'view' } as const
const texts = ['external-positions', 'list', 'form', 'chart']

export const feature: Feature = {
  screens: [
    {
      path: '/crm/ProdExt',
      key,
      title: 'externalPositions',
      icon: 'IconBuildingBank',
      menu: { group: 'clients', order: 40 },
      permission,
      texts,
      load: () => import('./positions-screen.tsx'),
    },
    {
      path: '/crm/ProdExt/productos',
      key,
      title: 'externalByProduct',
      permission,
      texts,
      load: () => import('./by-product-screen.tsx'),
    },
    {
      path: '/crm/ProdExt/entidades',
      key,
      title: 'externalByInstitution',
      permission,
      texts,
      load: () => import('./by-institution-screen.tsx'),
    },
    {
      path: '/crm/ProdExt/catalogo',
      key,
      title: 'externalCatalogue',
      permission,
      texts,
      load: () => import('./catalogue-screen.tsx'),
    },
  ],
}

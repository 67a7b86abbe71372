import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Supresiones', action: 'view' } as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Supresiones',
      key: 'bt_Supresiones',
      title: 'clientErasures',
      icon: 'IconUserOff',
      menu: { group: 'firm', order: 40 },
      permission,
      texts: ['client-erasures', 'list'],
      load: () => import('./client-erasures-screen.tsx'),
    },
    {
      path: '/clientes/:clientId/supresion',
      key: 'bt_Supresiones',
      title: 'clientErasure',
      permission,
      texts: ['client-erasures', 'form', 'list'],
      load: () => import('./client-erasure-screen.tsx'),
    },
  ],
}

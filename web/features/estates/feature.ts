import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/clientes/:clientId/fallecimiento',
      key: 'bt_Clientes',
      title: 'estate',
      permission: { module: 'bt_Clientes', action: 'view' },
      texts: ['estates', 'form', 'list', 'client-blocks'],
      load: () => import('./estate-screen.tsx'),
    },
  ],
}

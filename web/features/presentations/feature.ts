import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/clientes/:clientId/presentaciones/:presentationId',
      key: 'bt_Clientes',
      title: 'presentation',
      permission: { module: 'bt_Clientes', action: 'view' },
      texts: ['presentations', 'form', 'list'],
      load: () => import('./presentation-screen.tsx'),
    },
  ],
}

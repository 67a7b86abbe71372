import type { Feature } from '#web/core/feature.ts'

const moduleKey = 'bt_Clientes'
const permission = { module: moduleKey, action: 'edit' } as const
const texts = ['client-merge', 'client-data', 'client-blocks', 'client', 'clients', 'staff', 'form', 'list'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/clientes/:clientId/fusionar',
      key: moduleKey,
      title: 'chooseMerge',
      permission,
      texts,
      load: () => import('./choose-merge-screen.tsx'),
    },
    {
      path: '/clientes/:clientId/fusionar/:otherId',
      key: moduleKey,
      title: 'mergeClients',
      permission,
      texts,
      load: () => import('./merge-screen.tsx'),
    },
  ],
}

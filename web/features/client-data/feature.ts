import type { Feature } from '#web/core/feature.ts'

const moduleKey = 'bt_Clientes'
const texts = ['client-data', 'client', 'staff', 'form', 'list'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/clientes/nuevo',
      key: moduleKey,
      title: 'newClient',
      permission: { module: moduleKey, action: 'create' },
      texts,
      load: () => import('./new-client-screen.tsx'),
    },
    {
      path: '/clientes/:clientId/editar',
      key: moduleKey,
      title: 'editClient',
      permission: { module: moduleKey, action: 'edit' },
      texts,
      load: () => import('./edit-client-screen.tsx'),
    },
  ],
  creates: [{ title: 'client', path: '/clientes/nuevo', permission: { module: moduleKey, action: 'create' } }],
}

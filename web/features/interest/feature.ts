import type { Feature } from '#web/core/feature.ts'

const shared = { key: 'bt_Contabilidad', permission: { module: 'bt_Contabilidad', action: 'view' } } as const

export const feature: Feature = {
  screens: [
    {
      ...shared,
      path: '/crm/Procesos',
      title: 'runs',
      icon: 'IconClockPlay',
      menu: { group: 'administration', order: 20 },
      texts: ['runs', 'list'],
      load: () => import('./runs-screen.tsx'),
    },
    {
      ...shared,
      path: '/crm/Procesos/:runId',
      title: 'run',
      texts: ['runs', 'list'],
      load: () => import('./run-screen.tsx'),
    },
  ],
}

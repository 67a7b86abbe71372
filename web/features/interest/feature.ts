import type { Feature } from '#web/core/feature.ts'

const sharedScreenProps = { key: 'bt_Contabilidad', permission: { module: 'bt_Contabilidad', action: 'view' } } as const

export const feature: Feature = {
  screens: [
    {
      ...sharedScreenProps,
      path: '/crm/Procesos',
      title: 'runs',
      icon: 'IconClockPlay',
      menu: { group: 'administration', order: 20 },
      texts: ['runs', 'list'],
      load: () => import('./posting-runs-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: '/crm/Procesos/:runId',
      title: 'run',
      texts: ['runs', 'list'],
      load: () => import('./posting-run-screen.tsx'),
    },
  ],
}

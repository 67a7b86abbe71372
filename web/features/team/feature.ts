import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_TuEquipo', action: 'view' } as const
const textNamespaces = ['team', 'view', 'list', 'chart'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/TuEquipo',
      key: 'bt_TuEquipo',
      title: 'team',
      icon: 'IconHierarchy2',
      menu: { group: 'day', order: 30 },
      permission,
      texts: textNamespaces,
      load: () => import('./team-screen.tsx'),
    },
    {
      path: '/crm/TuEquipo/:employeeId/captacion',
      key: 'bt_TuEquipo',
      title: 'captation',
      permission,
      texts: textNamespaces,
      load: () => import('./captation-screen.tsx'),
    },
  ],
}

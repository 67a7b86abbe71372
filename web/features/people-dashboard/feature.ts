import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/dashboard-4',
      key: 'bt_Dashboard4',
      title: 'peopleDashboard',
      icon: 'IconUsers',
      menu: { group: 'day', order: 4 },
      permission: { module: 'bt_Dashboard4', action: 'view' },
      texts: ['people-dashboard', 'figures', 'list', 'form', 'team', 'staff'],
      load: () => import('./people-dashboard-screen.tsx'),
    },
  ],
}

import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/dashboard-3',
      key: 'bt_Dashboard3',
      title: 'incomeDashboard',
      icon: 'IconChartLine',
      menu: { group: 'day', order: 3 },
      permission: { module: 'bt_Dashboard3', action: 'view' },
      texts: ['income-dashboard', 'figures', 'list', 'form', 'team', 'chart'],
      load: () => import('./income-dashboard-screen.tsx'),
    },
  ],
}

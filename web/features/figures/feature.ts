import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Dashboard1', action: 'view' } as const
const texts = ['figures', 'list', 'form', 'team', 'chart'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm',
      key: 'bt_Dashboard1',
      title: 'dashboard',
      icon: 'IconChartBar',
      menu: { group: 'day', order: 1 },
      permission,
      texts,
      load: () => import('./dashboard-screen.tsx'),
    },
    {
      path: '/crm/cifras/:figure',
      key: 'bt_Dashboard1',
      title: 'figure',
      permission,
      texts,
      load: () => import('./figure-screen.tsx'),
    },
  ],
}

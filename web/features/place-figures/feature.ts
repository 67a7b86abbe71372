import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/dashboard-2',
      key: 'bt_Dashboard2',
      title: 'placeFigures',
      icon: 'IconMap2',
      menu: { group: 'day', order: 2 },
      permission: { module: 'bt_Dashboard2', action: 'view' },
      texts: ['place-figures', 'figures', 'list', 'form', 'team'],
      load: () => import('./place-figures-screen.tsx'),
    },
  ],
}

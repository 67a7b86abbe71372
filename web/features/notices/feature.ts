import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Avisos',
      key: 'bt_Avisos',
      title: 'notices',
      icon: 'IconMailForward',
      menu: { group: 'firm', order: 30 },
      permission: { module: 'bt_Avisos', action: 'view' },
      texts: ['notices', 'list'],
      load: () => import('./notices-screen.tsx'),
    },
  ],
}

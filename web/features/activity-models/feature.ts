import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Modelo',
      key: 'bt_Modelo',
      title: 'activityModels',
      icon: 'IconListCheck',
      menu: { group: 'figures', order: 29 },
      permission: { module: 'bt_Modelo', action: 'view' },
      texts: ['activity-models', 'staff', 'list', 'form'],
      load: () => import('./activity-models-screen.tsx'),
    },
  ],
}

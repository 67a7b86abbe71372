import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/areapersonal',
      key: 'bt_AreaPersonal',
      title: 'personal',
      icon: 'IconUserCircle',
      menu: { group: 'day', order: 40 },
      permission: { module: 'bt_AreaPersonal', action: 'view' },
      texts: ['personal-area', 'staff', 'pictures', 'form', 'list'],
      load: () => import('./personal-screen.tsx'),
    },
  ],
}

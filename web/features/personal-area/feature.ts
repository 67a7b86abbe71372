import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_AreaPersonal', action: 'view' } as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/areapersonal',
      key: 'bt_AreaPersonal',
      title: 'personal',
      icon: 'IconUserCircle',
      menu: { group: 'day', order: 40 },
      permission,
      texts: ['personal-area', 'notifications', 'staff', 'pictures', 'form', 'list'],
      load: () => import('./personal-screen.tsx'),
    },
  ],
  sections: [{ path: '/crm/areapersonal?part=security', title: 'security', permission }],
}

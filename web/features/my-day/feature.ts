import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/MiDia',
      key: 'bt_MiDia',
      title: 'myDay',
      icon: 'IconSun',
      menu: { group: 'day', order: 5 },
      permission: { module: 'bt_MiDia', action: 'view' },
      texts: [
        'my-day',
        'approvals',
        'access',
        'maturities',
        'clients',
        'calls',
        'follow-ups',
        'meetings',
        'form',
        'tour',
      ],
      load: () => import('./my-day-screen.tsx'),
    },
  ],
}

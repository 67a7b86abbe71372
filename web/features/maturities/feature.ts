import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Vencimientos',
      key: 'bt_Vencimientos',
      title: 'maturities',
      icon: 'IconCalendarDue',
      menu: { group: 'day', order: 20 },
      permission: { module: 'bt_Vencimientos', action: 'view' },
      texts: ['maturities', 'form', 'list', 'chart'],
      load: () => import('./maturities-screen.tsx'),
    },
  ],
}

import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Vencimientos', action: 'view' } as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Vencimientos',
      key: 'bt_Vencimientos',
      title: 'maturities',
      icon: 'IconCalendarDue',
      menu: { group: 'day', order: 20 },
      permission,
      texts: ['maturities', 'form', 'list', 'chart'],
      load: () => import('./maturities-screen.tsx'),
    },
    {
      path: '/crm/Vencimientos/renovacion',
      key: 'bt_Vencimientos',
      title: 'matured',
      permission,
      texts: ['maturities', 'list'],
      load: () => import('./matured-screen.tsx'),
    },
  ],
}

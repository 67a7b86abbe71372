import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Objetivos', action: 'view' } as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Objetivos',
      key: 'bt_Objetivos',
      title: 'goals',
      icon: 'IconTarget',
      menu: { group: 'figures', order: 28 },
      permission,
      texts: ['goals', 'list', 'form', 'contacts'],
      load: () => import('./goals-screen.tsx'),
    },
    {
      path: '/crm/Objetivos/:employeeId',
      key: 'bt_Objetivos',
      title: 'goal',
      permission,
      texts: ['goals', 'list', 'form', 'chart', 'contacts', 'audit'],
      load: () => import('./goal-screen.tsx'),
    },
  ],
}

import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Cancelaciones', action: 'view' } as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Cancelaciones',
      key: 'bt_Cancelaciones',
      title: 'cancellations',
      icon: 'IconCalendarCancel',
      menu: { group: 'money', order: 30 },
      permission,
      texts: ['cancellations', 'list'],
      load: () => import('./cancellations-screen.tsx'),
    },
    {
      path: '/crm/Cancelaciones/:quoteId',
      key: 'bt_Cancelaciones',
      title: 'cancellation',
      permission,
      texts: ['cancellations', 'list', 'form', 'audit'],
      load: () => import('./cancellation-quote-screen.tsx'),
    },
  ],
}

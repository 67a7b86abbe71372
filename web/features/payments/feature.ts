import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Retiradas', action: 'view' } as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Retiradas',
      key: 'bt_Retiradas',
      title: 'payments',
      icon: 'IconTransferOut',
      menu: { group: 'money', order: 20 },
      permission,
      texts: ['payments', 'payment-batches', 'list'],
      load: () => import('./payments-screen.tsx'),
    },
    {
      path: '/crm/Retiradas/:paymentId',
      key: 'bt_Retiradas',
      title: 'payment',
      permission,
      texts: ['payments', 'payment-batches', 'list', 'form'],
      load: () => import('./payment-screen.tsx'),
    },
  ],
}

import type { Screen } from '#web/core/screen.ts'

const permission = { module: 'bt_Retiradas', action: 'view' } as const

export const screens: readonly Screen[] = [
  {
    path: '/crm/Retiradas',
    key: 'bt_Retiradas',
    title: 'payments',
    menu: { group: 'business', order: 40 },
    permission,
    texts: ['payments', 'list'],
    load: () => import('./payments-screen.tsx'),
  },
  {
    path: '/crm/Retiradas/:paymentId',
    key: 'bt_Retiradas',
    title: 'payment',
    permission,
    texts: ['payments', 'list', 'form'],
    load: () => import('./payment-screen.tsx'),
  },
]

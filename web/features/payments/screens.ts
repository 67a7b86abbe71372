import type { Screen } from '#web/core/screen.ts'

const permission = { module: 'bt_Retiradas', action: 'view' } as const
const batches = { module: 'bt_Remesas', action: 'view' } as const
const texts = ['payments', 'batches', 'list', 'form'] as const

export const screens: readonly Screen[] = [
  {
    path: '/crm/Retiradas',
    key: 'bt_Retiradas',
    title: 'payments',
    menu: { group: 'money', order: 20 },
    permission,
    texts: ['payments', 'batches', 'list'],
    load: () => import('./payments-screen.tsx'),
  },
  {
    path: '/crm/Retiradas/:paymentId',
    key: 'bt_Retiradas',
    title: 'payment',
    permission,
    texts: ['payments', 'batches', 'list', 'form'],
    load: () => import('./payment-screen.tsx'),
  },
  {
    path: '/crm/Retiradas/por-enviar',
    key: 'bt_Remesas',
    title: 'waitingPayments',
    permission: batches,
    texts,
    load: () => import('./waiting-screen.tsx'),
  },
  {
    path: '/crm/Retiradas/remesas',
    key: 'bt_Remesas',
    title: 'paymentBatches',
    permission: batches,
    texts,
    load: () => import('./batches-screen.tsx'),
  },
  {
    path: '/crm/Retiradas/remesas/:batchId',
    key: 'bt_Remesas',
    title: 'paymentBatch',
    permission: batches,
    texts,
    load: () => import('./batch-screen.tsx'),
  },
]

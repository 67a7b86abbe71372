import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Remesas', action: 'view' } as const
const textNamespaces = ['payments', 'payment-batches', 'list', 'form'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Retiradas/por-enviar',
      key: 'bt_Remesas',
      title: 'waitingPayments',
      permission,
      texts: textNamespaces,
      load: () => import('./waiting-payments-screen.tsx'),
    },
    {
      path: '/crm/Retiradas/remesas',
      key: 'bt_Remesas',
      title: 'paymentBatches',
      icon: 'IconSend',
      permission,
      texts: textNamespaces,
      load: () => import('./batches-screen.tsx'),
    },
    {
      path: '/crm/Retiradas/remesas/:batchId',
      key: 'bt_Remesas',
      title: 'paymentBatch',
      permission,
      texts: textNamespaces,
      load: () => import('./batch-screen.tsx'),
    },
  ],
}

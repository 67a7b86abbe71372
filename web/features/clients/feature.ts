import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Clientes', action: 'view' } as const
const textNamespaces = ['clients', 'list'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/clientes',
      key: 'bt_Clientes',
      title: 'clients',
      icon: 'IconUsers',
      menu: { group: 'clients', order: 10 },
      permission,
      texts: textNamespaces,
      load: () => import('./clients-screen.tsx'),
    },
    {
      path: '/clientes/:clientId',
      key: 'bt_Clientes',
      title: 'client',
      permission,
      texts: [
        ...textNamespaces,
        'audit',
        'chart',
        'client-bank-accounts',
        'client',
        'form',
        'taxes',
        'notices',
        'records',
        'payments',
        'cancellations',
        'maturities',
      ],
      load: () => import('./client-screen.tsx'),
    },
    {
      path: '/clientes/:clientId/cuentas/:accountId',
      key: 'bt_Clientes',
      title: 'account',
      permission,
      texts: [
        ...textNamespaces,
        'audit',
        'interest',
        'client',
        'payments',
        'journals',
        'form',
        'openings',
        'cancellations',
        'maturities',
        'records',
      ],
      load: () => import('./account-screen.tsx'),
    },
  ],
}

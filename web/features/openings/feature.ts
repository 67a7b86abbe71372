import type { Feature } from '#web/core/feature.ts'

const sharedScreenProps = {
  key: 'bt_Pendientes',
  texts: ['openings', 'form', 'list'],
  load: () => import('./account-opening-screen.tsx'),
} as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Pendientes',
      key: 'bt_Pendientes',
      title: 'waiting',
      icon: 'IconHourglass',
      menu: { group: 'clients', order: 20 },
      permission: { module: 'bt_Pendientes', action: 'view' },
      texts: ['openings', 'client', 'clients', 'form', 'list'],
      load: () => import('./pending-openings-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: '/clientes/:clientId/cuentas/nueva',
      title: 'newAccount',
      permission: { module: 'bt_Pendientes', action: 'create' },
    },
    {
      ...sharedScreenProps,
      path: '/clientes/:clientId/cuentas/:draftId/editar',
      title: 'editAccount',
      permission: { module: 'bt_Pendientes', action: 'edit' },
    },
  ],
}

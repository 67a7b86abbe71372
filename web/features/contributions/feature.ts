import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Ingresos',
      key: 'bt_Ingresos',
      title: 'income',
      icon: 'IconTransferIn',
      menu: { group: 'money', order: 10 },
      permission: { module: 'bt_Ingresos', action: 'view' },
      texts: ['contributions', 'client', 'clients', 'list', 'form'],
      load: () => import('./contributions-screen.tsx'),
    },
  ],
}

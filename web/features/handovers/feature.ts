import type { Feature } from '#web/core/feature.ts'

const sharedScreenProps = { key: 'bt_Traspasos' } as const

export const feature: Feature = {
  screens: [
    {
      ...sharedScreenProps,
      path: '/crm/Traspasos',
      title: 'handovers',
      icon: 'IconArrowsExchange',
      menu: { group: 'clients', order: 30 },
      permission: { module: 'bt_Traspasos', action: 'view' },
      texts: ['handovers', 'list'],
      load: () => import('./handovers-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: '/crm/Traspasos/nuevo',
      title: 'newHandover',
      permission: { module: 'bt_Traspasos', action: 'create' },
      texts: ['handovers', 'form', 'list'],
      load: () => import('./new-handover-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: '/crm/Traspasos/:handoverId',
      title: 'handover',
      permission: { module: 'bt_Traspasos', action: 'view' },
      texts: ['handovers', 'form', 'list', 'audit'],
      load: () => import('./handover-screen.tsx'),
    },
  ],
  creates: [
    { title: 'handover', path: '/crm/Traspasos/nuevo', permission: { module: 'bt_Traspasos', action: 'create' } },
  ],
}

import type { Screen } from '#web/core/screen.ts'

const shared = { key: 'bt_Traspasos' } as const

export const screens: readonly Screen[] = [
  {
    ...shared,
    path: '/crm/Traspasos',
    title: 'handovers',
    menu: { group: 'clients', order: 30 },
    permission: { module: 'bt_Traspasos', action: 'view' },
    texts: ['handovers', 'list'],
    load: () => import('./handovers-screen.tsx'),
  },
  {
    ...shared,
    path: '/crm/Traspasos/nuevo',
    title: 'newHandover',
    permission: { module: 'bt_Traspasos', action: 'create' },
    texts: ['handovers', 'form', 'list'],
    load: () => import('./new-handover-screen.tsx'),
  },
  {
    ...shared,
    path: '/crm/Traspasos/:handoverId',
    title: 'handover',
    permission: { module: 'bt_Traspasos', action: 'view' },
    texts: ['handovers', 'form', 'list', 'audit'],
    load: () => import('./handover-screen.tsx'),
  },
]

import type { Screen } from '#web/core/screen.ts'

const permission = { module: 'bt_TuEquipo', action: 'view' } as const
const texts = ['team', 'view', 'list'] as const

export const screens: readonly Screen[] = [
  {
    path: '/crm/TuEquipo',
    key: 'bt_TuEquipo',
    title: 'team',
    menu: { group: 'day', order: 30 },
    permission,
    texts,
    load: () => import('./team-screen.tsx'),
  },
  {
    path: '/crm/TuEquipo/:employeeId/captacion',
    key: 'bt_TuEquipo',
    title: 'captation',
    permission,
    texts,
    load: () => import('./captation-screen.tsx'),
  },
]

import type { Screen } from '#web/core/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/crm/Avisos',
    key: 'bt_Avisos',
    title: 'notices',
    menu: { group: 'firm', order: 30 },
    permission: { module: 'bt_Avisos', action: 'view' },
    texts: ['notices', 'list'],
    load: () => import('./notices-screen.tsx'),
  },
]

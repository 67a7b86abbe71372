import type { Screen } from '#web/core/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/crm/areapersonal',
    key: 'bt_AreaPersonal',
    title: 'personal',
    menu: { group: 'day', order: 40 },
    permission: { module: 'bt_AreaPersonal', action: 'view' },
    texts: ['personal', 'staff', 'picture', 'form', 'list'],
    load: () => import('./personal-screen.tsx'),
  },
]

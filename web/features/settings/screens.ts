import type { Screen } from '#web/core/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/crm/Ajustes',
    key: 'bt_Ajustes',
    title: 'settings',
    menu: { group: 'administration', order: 50 },
    permission: { module: 'bt_Ajustes', action: 'view' },
    texts: [
      'settings',
      'reference',
      'withholding',
      'limits',
      'ledgers',
      'approvals',
      'access',
      'personal',
      'notices',
      'form',
      'list',
    ],
    load: () => import('./settings-screen.tsx'),
  },
]

import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Ajustes',
      key: 'bt_Ajustes',
      title: 'settings',
      icon: 'IconSettings',
      menu: { group: 'administration', order: 50 },
      permission: { module: 'bt_Ajustes', action: 'view' },
      texts: [
        'settings',
        'records',
        'reference',
        'withholding',
        'limits',
        'ledgers',
        'approvals',
        'access',
        'personal-area',
        'notices',
        'form',
        'list',
      ],
      load: () => import('./settings-screen.tsx'),
    },
  ],
}

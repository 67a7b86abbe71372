import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Ajustes', action: 'view' } as const

const settingsSections = [
  'checks',
  'secondFactor',
  'google',
  'panel',
  'payments',
  'currencies',
  'withholding',
  'attribution',
  'profitability',
  'reference',
  'consents',
  'retention',
  'notices',
  'presentations',
  'mail',
  'maintenance',
] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Ajustes',
      key: 'bt_Ajustes',
      title: 'settings',
      icon: 'IconSettings',
      menu: { group: 'administration', order: 50 },
      permission,
      texts: [
        'settings',
        'records',
        'reference',
        'withholding',
        'attribution',
        'client',
        'profitability',
        'limits',
        'ledgers',
        'approvals',
        'access',
        'personal-area',
        'notices',
        'presentations',
        'consents',
        'client-erasures',
        'form',
        'list',
      ],
      load: () => import('./settings-screen.tsx'),
    },
  ],
  sections: [
    ...settingsSections.map((part) => ({ path: `/crm/Ajustes?part=${part}`, title: part, permission })),
    {
      path: '/crm/Ajustes?part=accounting',
      title: 'accounting',
      permission: { module: 'bt_Contabilidad', action: 'view' },
    },
  ],

  creates: [
    {
      title: 'currencyRate',
      path: '/crm/Ajustes?part=currencies#new-rate',
      permission: { module: 'bt_Ajustes', action: 'edit' },
    },
  ],
}

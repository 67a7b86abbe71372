import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_EstudioRentabilidad', action: 'view' } as const
const texts = ['profitability', 'figures', 'list', 'form', 'team'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/EstudioRentabilidad',
      key: 'bt_EstudioRentabilidad',
      title: 'profitability',
      icon: 'IconScale',
      menu: { group: 'figures', order: 29 },
      permission,
      texts,
      load: () => import('./profitability-screen.tsx'),
    },
    {
      path: '/crm/EstudioRentabilidad/:accountId',
      key: 'bt_EstudioRentabilidad',
      title: 'accountMargin',
      permission,
      texts,
      load: () => import('./account-margin-screen.tsx'),
    },
  ],
}

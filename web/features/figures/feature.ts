import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Dashboard1', action: 'view' } as const
const texts = ['figures', 'list', 'form', 'team', 'chart'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm',
      key: 'bt_Dashboard1',
      title: 'dashboard',
      icon: 'IconChartBar',
      menu: { group: 'day', order: 1 },
      permission,
      texts: [...texts, 'goals'],
      load: () => import('./dashboard-screen.tsx'),
    },
    {
      path: '/crm/ResumenDiario',
      key: 'bt_ResumenDiario',
      title: 'dailySummary',
      icon: 'IconCalendarStats',
      menu: { group: 'figures', order: 10 },
      permission: { module: 'bt_ResumenDiario', action: 'view' },
      texts: [...texts, 'calls', 'meetings'],
      load: () => import('./daily-summary-screen.tsx'),
    },
    {
      path: '/crm/ResumenImportes',
      key: 'bt_ResumenImportes',
      title: 'amountSummary',
      icon: 'IconTable',
      menu: { group: 'figures', order: 20 },
      permission: { module: 'bt_ResumenImportes', action: 'view' },
      texts,
      load: () => import('./amount-summary-screen.tsx'),
    },
    {
      path: '/crm/mes',
      key: 'bt_Mes',
      title: 'captationMonth',
      icon: 'IconCoins',
      menu: { group: 'figures', order: 25 },
      permission: { module: 'bt_Mes', action: 'view' },
      texts,
      load: () => import('./captation-month-screen.tsx'),
    },
    {
      path: '/crm/EstudioEquipo',
      key: 'bt_EstudioEquipo',
      title: 'teamStudy',
      icon: 'IconUsersGroup',
      menu: { group: 'figures', order: 27 },
      permission: { module: 'bt_EstudioEquipo', action: 'view' },
      texts,
      load: () => import('./team-study-screen.tsx'),
    },
    {
      path: '/crm/InformesGenerales',
      key: 'bt_InformesGenerales',
      title: 'generalReports',
      icon: 'IconReportAnalytics',
      menu: { group: 'figures', order: 30 },
      permission: { module: 'bt_InformesGenerales', action: 'view' },
      texts,
      load: () => import('./general-report-screen.tsx'),
    },
    {
      path: '/crm/cifras/:figure',
      key: 'bt_Dashboard1',
      title: 'figure',
      permission,
      texts: [...texts, 'place-figures'],
      load: () => import('./figure-screen.tsx'),
    },
  ],
}

import type { Feature } from '#web/core/feature.ts'

const shared = { key: 'bt_Contabilidad', permission: { module: 'bt_Contabilidad', action: 'view' } } as const
const home = '/crm/Contabilidad'

export const feature: Feature = {
  screens: [
    {
      ...shared,
      path: home,
      title: 'accounting',
      icon: 'IconBook2',
      menu: { group: 'firm', order: 20 },
      texts: ['accounting', 'journals', 'list'],
      load: () => import('./chart-screen.tsx'),
    },
    {
      ...shared,
      path: `${home}/asientos`,
      title: 'journals',
      texts: ['accounting', 'entries', 'journals', 'list'],
      load: () => import('./journals-screen.tsx'),
    },
    {
      ...shared,
      path: `${home}/asientos/nuevo`,
      title: 'newEntry',
      permission: { module: 'bt_Contabilidad', action: 'create' },
      texts: ['accounting', 'entries', 'journals', 'taxes', 'list', 'form'],
      load: () => import('./entry-screen.tsx'),
    },
    {
      ...shared,
      path: `${home}/impuestos`,
      title: 'taxesOwed',
      texts: ['accounting', 'entries', 'taxes', 'list', 'form'],
      load: () => import('./taxes-owed-screen.tsx'),
    },
    {
      ...shared,
      path: `${home}/asientos/:journalId`,
      title: 'journal',
      texts: ['accounting', 'journals', 'list', 'form'],
      load: () => import('./journal-screen.tsx'),
    },
    {
      ...shared,
      path: `${home}/cierre`,
      title: 'monthClose',
      texts: ['accounting', 'list', 'form'],
      load: () => import('./months-screen.tsx'),
    },
    {
      ...shared,
      path: `${home}/retenciones`,
      title: 'taxes',
      texts: ['accounting', 'taxes', 'list'],
      load: () => import('./taxes-screen.tsx'),
    },
    {
      ...shared,
      path: `${home}/retenciones/:clientId`,
      title: 'clientTaxes',
      texts: ['accounting', 'taxes', 'list'],
      load: () => import('./client-taxes-screen.tsx'),
    },
    {
      ...shared,
      path: `${home}/comprobacion`,
      title: 'verification',
      texts: ['accounting', 'list'],
      load: () => import('./verification-screen.tsx'),
    },
  ],
}

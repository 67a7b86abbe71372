import type { Feature } from '#web/core/feature.ts'

const sharedScreenProps = { key: 'bt_Contabilidad', permission: { module: 'bt_Contabilidad', action: 'view' } } as const
const accountingBasePath = '/crm/Contabilidad'

export const feature: Feature = {
  screens: [
    {
      ...sharedScreenProps,
      path: accountingBasePath,
      title: 'accounting',
      icon: 'IconBook2',
      menu: { group: 'firm', order: 20 },
      texts: ['accounting', 'journals', 'list'],
      load: () => import('./chart-of-accounts-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: `${accountingBasePath}/asientos`,
      title: 'journals',
      texts: ['accounting', 'entries', 'journals', 'list'],
      load: () => import('./journals-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: `${accountingBasePath}/asientos/nuevo`,
      title: 'newEntry',
      permission: { module: 'bt_Contabilidad', action: 'create' },
      texts: ['accounting', 'entries', 'journals', 'taxes', 'list', 'form'],
      load: () => import('./new-journal-entry-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: `${accountingBasePath}/impuestos`,
      title: 'taxesOwed',
      texts: ['accounting', 'entries', 'taxes', 'list', 'form'],
      load: () => import('./taxes-owed-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: `${accountingBasePath}/asientos/:journalId`,
      title: 'journal',
      texts: ['accounting', 'journals', 'list', 'form'],
      load: () => import('./journal-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: `${accountingBasePath}/cierre`,
      title: 'monthClose',
      texts: ['accounting', 'list', 'form'],
      load: () => import('./accounting-months-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: `${accountingBasePath}/retenciones`,
      title: 'taxes',
      texts: ['accounting', 'taxes', 'list'],
      load: () => import('./tax-summaries-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: `${accountingBasePath}/retenciones/:clientId`,
      title: 'clientTaxes',
      texts: ['accounting', 'taxes', 'list'],
      load: () => import('./client-taxes-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: `${accountingBasePath}/comprobacion`,
      title: 'verification',
      texts: ['accounting', 'list'],
      load: () => import('./ledger-verification-screen.tsx'),
    },
  ],
  creates: [
    {
      title: 'journalEntry',
      path: `${accountingBasePath}/asientos/nuevo`,
      permission: { module: 'bt_Contabilidad', action: 'create' },
    },
  ],
}

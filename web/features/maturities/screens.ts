import type { Screen } from '#web/core/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/crm/Vencimientos',
    key: 'bt_Vencimientos',
    title: 'maturities',
    menu: { group: 'day', order: 20 },
    permission: { module: 'bt_Vencimientos', action: 'view' },
    texts: ['maturities', 'form', 'list'],
    load: () => import('./maturities-screen.tsx'),
  },
]

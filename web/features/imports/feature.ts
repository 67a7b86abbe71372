import type { Feature } from '#web/core/feature.ts'

const shared = { key: 'bt_Importar', permission: { module: 'bt_Importar', action: 'view' } } as const
const home = '/crm/Importar'

export const feature: Feature = {
  screens: [
    {
      ...shared,
      path: home,
      title: 'imports',
      icon: 'IconFileImport',
      menu: { group: 'administration', order: 10 },
      texts: ['imports', 'list'],
      load: () => import('./imports-screen.tsx'),
    },
    {
      ...shared,
      path: `${home}/:importId`,
      title: 'import',
      texts: ['imports', 'list', 'form'],
      load: () => import('./import-screen.tsx'),
    },
    {
      ...shared,
      path: `${home}/:importId/errores`,
      title: 'importFaults',
      texts: ['imports', 'list', 'form'],
      load: () => import('./faults-screen.tsx'),
    },
  ],
}

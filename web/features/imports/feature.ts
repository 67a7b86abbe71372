import type { Feature } from '#web/core/feature.ts'

const sharedScreenProps = { key: 'bt_Importar', permission: { module: 'bt_Importar', action: 'view' } } as const
const importsBasePath = '/crm/Importar'

export const feature: Feature = {
  screens: [
    {
      ...sharedScreenProps,
      path: importsBasePath,
      title: 'imports',
      icon: 'IconFileImport',
      menu: { group: 'administration', order: 10 },
      texts: ['imports', 'import-steps', 'list', 'form'],
      load: () => import('./imports-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: `${importsBasePath}/:importId`,
      title: 'import',
      texts: ['imports', 'import-steps', 'import-reading', 'list', 'form'],
      load: () => import('./import-screen.tsx'),
    },
    {
      ...sharedScreenProps,
      path: `${importsBasePath}/:importId/errores`,
      title: 'importFaults',
      texts: ['imports', 'import-steps', 'import-reading', 'list', 'form'],
      load: () => import('./import-faults-screen.tsx'),
    },
  ],
  creates: [
    { title: 'import', path: `${importsBasePath}#subir`, permission: { module: 'bt_Importar', action: 'create' } },
  ],
}

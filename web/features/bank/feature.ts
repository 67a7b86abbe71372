import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Extractos', action: 'view' } as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Ingresos/extractos',
      key: 'bt_Extractos',
      title: 'statements',
      icon: 'IconBuildingBank',
      permission,
      texts: ['contributions', 'list', 'form'],
      load: () => import('./statements-screen.tsx'),
    },
    {
      path: '/crm/Ingresos/extractos/:statementId',
      key: 'bt_Extractos',
      title: 'statement',
      permission,
      texts: ['contributions', 'list'],
      load: () => import('./statement-screen.tsx'),
    },
    {
      path: '/crm/Ingresos/ficheros/:uploadId',
      key: 'bt_Extractos',
      title: 'bankFile',
      permission,
      texts: ['contributions', 'list'],
      load: () => import('./statement-upload-screen.tsx'),
    },
    {
      path: '/crm/Ingresos/sin-identificar',
      key: 'bt_Extractos',
      title: 'receipts',
      permission,
      texts: ['contributions', 'list'],
      load: () => import('./unassigned-receipts-screen.tsx'),
    },
    {
      path: '/crm/Ingresos/apuntes/:entryId',
      key: 'bt_Extractos',
      title: 'bankEntry',
      permission,
      texts: ['contributions', 'list', 'form'],
      load: () => import('./bank-entry-screen.tsx'),
    },
  ],
  creates: [
    {
      title: 'statement',
      path: '/crm/Ingresos/extractos#subir',
      permission: { module: 'bt_Extractos', action: 'create' },
    },
  ],
}

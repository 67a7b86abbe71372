import type { Feature } from '#web/core/feature.ts'

const staffModuleKey = 'bt_RRHH'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/RRHH',
      key: staffModuleKey,
      title: 'staff',
      icon: 'IconId',
      menu: { group: 'people', order: 10 },
      permission: { module: staffModuleKey, action: 'view' },
      texts: ['staff', 'list'],
      load: () => import('./staff-screen.tsx'),
    },
    {
      path: '/crm/RRHH/nuevo',
      key: staffModuleKey,
      title: 'newEmployee',
      permission: { module: staffModuleKey, action: 'create' },
      texts: ['staff', 'form', 'list'],
      load: () => import('./new-employee-screen.tsx'),
    },
    {
      path: '/crm/RRHH/:employeeId',
      key: staffModuleKey,
      title: 'employee',
      permission: { module: staffModuleKey, action: 'view' },
      texts: ['staff', 'pictures', 'form', 'list', 'audit'],
      load: () => import('./employee-screen.tsx'),
    },
    {
      path: '/crm/RRHH/:employeeId/editar',
      key: staffModuleKey,
      title: 'editEmployee',
      permission: { module: staffModuleKey, action: 'edit' },
      texts: ['staff', 'form', 'list'],
      load: () => import('./edit-employee-screen.tsx'),
    },
  ],
  creates: [{ title: 'employee', path: '/crm/RRHH/nuevo', permission: { module: staffModuleKey, action: 'create' } }],
}

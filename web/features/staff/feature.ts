import type { Feature } from '#web/core/feature.ts'

const module = 'bt_RRHH'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/RRHH',
      key: module,
      title: 'staff',
      icon: 'IconId',
      menu: { group: 'people', order: 10 },
      permission: { module, action: 'view' },
      texts: ['staff', 'list'],
      load: () => import('./staff-screen.tsx'),
    },
    {
      path: '/crm/RRHH/nuevo',
      key: module,
      title: 'newEmployee',
      permission: { module, action: 'create' },
      texts: ['staff', 'form', 'list'],
      load: () => import('./new-employee-screen.tsx'),
    },
    {
      path: '/crm/RRHH/:employeeId',
      key: module,
      title: 'employee',
      permission: { module, action: 'view' },
      texts: ['staff', 'pictures', 'form', 'list', 'audit'],
      load: () => import('./employee-screen.tsx'),
    },
    {
      path: '/crm/RRHH/:employeeId/editar',
      key: module,
      title: 'editEmployee',
      permission: { module, action: 'edit' },
      texts: ['staff', 'form', 'list'],
      load: () => import('./edit-employee-screen.tsx'),
    },
  ],
}

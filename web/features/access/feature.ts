import type { Feature } from '#web/core/feature.ts'

const accessModuleKey = 'bt_ModulosPermisos'
const permission = { module: accessModuleKey, action: 'view' } as const
const textNamespaces = ['permissions', 'access', 'approvals', 'form', 'list'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/ModulosPermisos',
      key: accessModuleKey,
      title: 'access',
      icon: 'IconLockAccess',
      menu: { group: 'administration', order: 30 },
      permission,
      texts: textNamespaces,
      load: () => import('./permission-matrix-screen.tsx'),
    },
    {
      path: '/crm/ModulosPermisos/personas',
      key: accessModuleKey,
      title: 'accessPeople',
      permission,
      texts: textNamespaces,
      load: () => import('./user-access-list-screen.tsx'),
    },
    {
      path: '/crm/ModulosPermisos/personas/:userId',
      key: accessModuleKey,
      title: 'accessPerson',
      permission,
      texts: [...textNamespaces, 'audit'],
      load: () => import('./user-access-screen.tsx'),
    },
    {
      path: '/crm/ModulosPermisos/acceso',
      key: accessModuleKey,
      title: 'giveAccess',
      permission: { module: accessModuleKey, action: 'create' },
      texts: textNamespaces,
      load: () => import('./grant-access-screen.tsx'),
    },
  ],
  creates: [
    { title: 'access', path: '/crm/ModulosPermisos/acceso', permission: { module: accessModuleKey, action: 'create' } },
  ],
}

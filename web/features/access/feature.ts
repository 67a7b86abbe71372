import type { Feature } from '#web/core/feature.ts'

const key = 'bt_ModulosPermisos'
const permission = { module: key, action: 'view' } as const
const texts = ['permissions', 'access', 'approvals', 'form', 'list'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/ModulosPermisos',
      key,
      title: 'access',
      icon: 'IconLockAccess',
      menu: { group: 'administration', order: 30 },
      permission,
      texts,
      load: () => import('./matrix-screen.tsx'),
    },
    {
      path: '/crm/ModulosPermisos/personas',
      key,
      title: 'accessPeople',
      permission,
      texts,
      load: () => import('./people-screen.tsx'),
    },
    {
      path: '/crm/ModulosPermisos/personas/:userId',
      key,
      title: 'accessPerson',
      permission,
      texts: [...texts, 'audit'],
      load: () => import('./person-screen.tsx'),
    },
    {
      path: '/crm/ModulosPermisos/acceso',
      key,
      title: 'giveAccess',
      permission: { module: key, action: 'create' },
      texts,
      load: () => import('./give-access-screen.tsx'),
    },
  ],
}

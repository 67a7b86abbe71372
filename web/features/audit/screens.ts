import { IconFileDescription, IconLogin2, IconShieldCheck } from '@tabler/icons-react'
import type { Screen } from '#web/core/screen.ts'

const permission = { module: 'bt_Auditoria', action: 'view' } as const
const texts = ['audit', 'list'] as const

export const screens: readonly Screen[] = [
  {
    path: '/crm/Auditoria',
    key: 'bt_Auditoria',
    title: 'audit',
    icon: IconShieldCheck,
    menu: { group: 'system', order: 80 },
    permission,
    texts,
    load: () => import('./audit-screen.tsx'),
  },
  {
    path: '/crm/Auditoria/accesos',
    key: 'bt_Auditoria',
    title: 'accesses',
    icon: IconLogin2,
    permission,
    texts,
    load: () => import('./accesses-screen.tsx'),
  },
  {
    path: '/crm/Auditoria/:eventId',
    key: 'bt_Auditoria',
    title: 'auditEvent',
    icon: IconFileDescription,
    permission,
    texts,
    load: () => import('./event-screen.tsx'),
  },
]

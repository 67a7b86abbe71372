import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Auditoria', action: 'view' } as const
const textNamespaces = ['audit', 'list'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Auditoria',
      key: 'bt_Auditoria',
      title: 'audit',
      icon: 'IconShieldCheck',
      menu: { group: 'administration', order: 40 },
      permission,
      texts: textNamespaces,
      load: () => import('./audit-screen.tsx'),
    },
    {
      path: '/crm/Auditoria/accesos',
      key: 'bt_Auditoria',
      title: 'accesses',
      permission,
      texts: textNamespaces,
      load: () => import('./access-log-screen.tsx'),
    },
    {
      path: '/crm/Auditoria/:eventId',
      key: 'bt_Auditoria',
      title: 'auditEvent',
      permission,
      // Whose words say what stands in before and after.
      texts: [
        ...textNamespaces,
        'event',
        'changes',
        'access',
        'approvals',
        'handovers',
        'staff',
        'clients',
        'info-form-fields',
      ],
      load: () => import('./audit-event-screen.tsx'),
    },
  ],
}

import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Aprobaciones', action: 'view' } as const
const textNamespaces = ['refusals', 'approvals', 'access', 'list'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Aprobaciones',
      key: 'bt_Aprobaciones',
      title: 'approvals',
      icon: 'IconChecklist',
      menu: { group: 'day', order: 10 },
      permission,
      texts: [...textNamespaces, 'form', 'personal-area'],
      load: () => import('./approvals-screen.tsx'),
    },
    {
      path: '/crm/Aprobaciones/suplencias',
      key: 'bt_Aprobaciones',
      title: 'substitutions',
      permission,
      texts: [...textNamespaces, 'form'],
      load: () => import('./substitutions-screen.tsx'),
    },
    {
      path: '/crm/Aprobaciones/:approvalId',
      key: 'bt_Aprobaciones',
      title: 'approval',
      permission,
      texts: [
        ...textNamespaces,
        'audit',
        'changes',
        'client-data',
        'client-kyc',
        'form',
        'contributions',
        'journals',
        'personal-area',
        'products',
        'records',
        'taxes',
      ],
      load: () => import('./approval-screen.tsx'),
    },
  ],
  creates: [
    {
      title: 'substitution',
      path: '/crm/Aprobaciones/suplencias',
      permission: { module: 'bt_Aprobaciones', action: 'create' },
    },
  ],
}

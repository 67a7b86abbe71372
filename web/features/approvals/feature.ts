import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_Aprobaciones', action: 'view' } as const
const texts = ['approvals', 'access', 'list'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Aprobaciones',
      key: 'bt_Aprobaciones',
      title: 'approvals',
      icon: 'IconChecklist',
      menu: { group: 'day', order: 10 },
      permission,
      texts: [...texts, 'form', 'personal-area'],
      load: () => import('./approvals-screen.tsx'),
    },
    {
      path: '/crm/Aprobaciones/suplencias',
      key: 'bt_Aprobaciones',
      title: 'substitutions',
      permission,
      texts: [...texts, 'form'],
      load: () => import('./substitutions-screen.tsx'),
    },
    {
      path: '/crm/Aprobaciones/:approvalId',
      key: 'bt_Aprobaciones',
      title: 'approval',
      permission,
      texts: [
        ...texts,
        'audit',
        'changes',
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
}

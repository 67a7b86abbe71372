import type { Feature } from '#web/core/feature.ts'

const key = 'bt_AgendaComercial'
const path = '/crm/AgendaComercial/seguimientos'
const permission = { module: key, action: 'view' } as const

export const feature: Feature = {
  screens: [
    {
      path,
      key,
      title: 'followUps',
      permission,
      texts: ['follow-ups', 'contacts', 'list', 'form'],
      load: () => import('./follow-ups-screen.tsx'),
    },
    {
      path: `${path}/:followUpId`,
      key,
      title: 'followUp',
      permission,
      texts: ['follow-ups', 'list', 'form'],
      load: () => import('./follow-up-screen.tsx'),
    },
  ],
  creates: [{ title: 'followUp', path: `${path}#nuevo`, permission: { module: key, action: 'create' } }],
}

import type { Feature } from '#web/core/feature.ts'

const key = 'bt_AgendaComercial'
const path = '/crm/AgendaComercial/llamadas'

export const feature: Feature = {
  screens: [
    {
      path,
      key,
      title: 'calls',
      permission: { module: key, action: 'view' },
      texts: ['calls', 'contacts', 'list', 'form'],
      load: () => import('./calls-screen.tsx'),
    },
  ],
  creates: [{ title: 'call', path: `${path}#nueva`, permission: { module: key, action: 'create' } }],
}

import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/AgendaComercial/buscar',
      key: 'bt_AgendaComercial',
      title: 'agendaSearch',
      permission: { module: 'bt_AgendaComercial', action: 'view' },
      texts: ['agenda-search', 'contacts', 'list'],
      load: () => import('./agenda-search-screen.tsx'),
    },
  ],
}

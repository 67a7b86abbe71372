import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/AgendaComercial/revisiones',
      key: 'bt_AgendaComercial',
      title: 'reviews',
      permission: { module: 'bt_AgendaComercial', action: 'view' },
      texts: ['reviews', 'meetings', 'contacts', 'list', 'form'],
      load: () => import('./reviews-screen.tsx'),
    },
  ],
}

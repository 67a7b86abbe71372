import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/clientes/:clientId/ficha',
      key: 'bt_Clientes',
      title: 'infoForm',
      permission: { module: 'bt_Clientes', action: 'edit' },
      texts: ['info-forms', 'info-form-fields', 'form', 'list'],
      load: () => import('./info-form-screen.tsx'),
    },
  ],
}

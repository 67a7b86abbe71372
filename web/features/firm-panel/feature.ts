import type { Feature } from '#web/core/feature.ts'

const permission = { module: 'bt_PanelDireccion', action: 'view' } as const
const texts = ['firm-panel', 'figures', 'list', 'form', 'team', 'chart'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/PanelDireccion',
      key: 'bt_PanelDireccion',
      title: 'firmPanel',
      icon: 'IconBuildingSkyscraper',
      menu: { group: 'day', order: 2 },
      permission,
      texts,
      load: () => import('./firm-panel-screen.tsx'),
    },
    {
      path: '/crm/PanelDireccion/cambio',
      key: 'bt_PanelDireccion',
      title: 'panelChange',
      permission,
      texts,
      load: () => import('./panel-change-screen.tsx'),
    },
  ],
}

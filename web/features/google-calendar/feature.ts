import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/Calendario',
      key: 'bt_Calendario',
      title: 'googleCalendar',
      icon: 'IconCalendarCheck',
      menu: { group: 'day', order: 35 },
      permission: { module: 'bt_Calendario', action: 'view' },
      texts: ['google-calendar', 'list'],
      load: () => import('./google-calendar-screen.tsx'),
    },
  ],
}

import type { Feature } from '#web/core/feature.ts'

const key = 'bt_AgendaComercial'
const agendaPath = '/crm/AgendaComercial'
const path = `${agendaPath}/reuniones`
const permission = { module: key, action: 'view' } as const

export const feature: Feature = {
  screens: [
    {
      path: agendaPath,
      key,
      title: 'agenda',
      icon: 'IconAddressBook',
      menu: { group: 'clients', order: 15 },
      permission,
      texts: ['meetings', 'contacts', 'list', 'form'],
      load: () => import('./calendar-screen.tsx'),
    },
    {
      path,
      key,
      title: 'meetings',
      permission,
      texts: ['meetings', 'contacts', 'list', 'form'],
      load: () => import('./meetings-screen.tsx'),
    },
    {
      path: `${path}/:meetingId`,
      key,
      title: 'meeting',
      permission,
      texts: ['meetings', 'list', 'form'],
      load: () => import('./meeting-screen.tsx'),
    },
  ],
  creates: [{ title: 'meeting', path: `${path}#nueva`, permission: { module: key, action: 'create' } }],
}

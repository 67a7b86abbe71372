import type { Feature } from '#web/core/feature.ts'

const key = 'bt_AgendaComercial'
const mayView = { module: key, action: 'view' } as const
const mayCreate = { module: key, action: 'create' } as const
const listTexts = ['contacts', 'list', 'form'] as const

export const feature: Feature = {
  screens: [
    {
      path: '/crm/AgendaComercial/tablero',
      key,
      title: 'contactBoard',
      permission: mayView,
      texts: listTexts,
      load: () => import('./board-screen.tsx'),
    },
    {
      path: '/crm/AgendaComercial/contactos',
      key,
      title: 'contacts',
      permission: mayView,
      texts: listTexts,
      load: () => import('./contacts-screen.tsx'),
    },
    {
      path: '/crm/AgendaComercial/contactos/nuevo',
      key,
      title: 'newContact',
      permission: mayCreate,
      texts: listTexts,
      load: () => import('./new-contact-screen.tsx'),
    },
    {
      path: '/crm/AgendaComercial/contactos/:contactId',
      key,
      title: 'contact',
      permission: mayView,
      texts: ['contacts', 'calls', 'follow-ups', 'meetings', 'form', 'list', 'records', 'audit'],
      load: () => import('./contact-screen.tsx'),
    },
    {
      path: '/crm/AgendaComercial/contactos/:contactId/editar',
      key,
      title: 'editContact',
      permission: { module: key, action: 'edit' },
      texts: listTexts,
      load: () => import('./edit-contact-screen.tsx'),
    },
  ],
  creates: [{ title: 'contact', path: '/crm/AgendaComercial/contactos/nuevo', permission: mayCreate }],
}

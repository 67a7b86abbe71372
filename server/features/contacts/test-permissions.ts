import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  hasRows,
  hasSingleTotal,
  isAnswered,
  isVersionConflict,
  type Probe,
  type ProbeResponse,
} from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const readersRow = 'all all team own own own own all - -'
const exportersRow = 'all all team own - - own - - -'
const editorsRow = 'all - team own own own own - - -'
/** To whom a new contact belongs is chosen inside the caller's scope: no record is asked for. */
const creatorsRow = '* - * * * * * - - -'
const deletersRow = 'all - team own - - own - - -'

/** The contact of each member of staff is called by the name of their client. */
const searchByName = ({ client }: ProbeTarget) => ({ query: { search: client.name } })
const searchByOwner = ({ client, employee }: ProbeTarget) => ({ query: { owner: employee.id, search: client.name } })
/** Without a text: what is kept added up is looked at. */
const filterByOwner = ({ employee }: ProbeTarget) => ({ query: { owner: employee.id } })
const requests = [searchByName, searchByOwner, filterByOwner]

const mentionsContact = (answer: ProbeResponse, { client }: ProbeTarget): boolean =>
  answer.status === 200 && answer.body.includes(client.name)
const hasContactsOnBoard = (answer: ProbeResponse): boolean =>
  answer.status === 200 && (answer.json().stages as { contacts: number }[]).some(({ contacts }) => contacts > 0)

const toParams = ({ contactId }: ProbeTarget) => ({ contactId })
/** Seen as it never was: whether the contact was seen shows in what is refused. */
const buildWriteProbe = (body: object): Probe => ({
  requests: [(target) => ({ params: toParams(target), body: { version: 99, ...body } })],
  revealsRecord: isVersionConflict,
})

export const permissions: FeaturePermissions = {
  belongsToStaff: true,
  rows: {
    'GET /contacts': readersRow,
    'GET /contacts/count': readersRow,
    'GET /contacts/export': exportersRow,
    'GET /contacts/board': readersRow,
    'GET /contacts/options': readersRow,
    'GET /contacts/:contactId': readersRow,
    'POST /contacts/duplicates': creatorsRow,
    'POST /contacts': creatorsRow,
    'PATCH /contacts/:contactId': editorsRow,
    'PUT /contacts/:contactId/stage': editorsRow,
    'POST /contacts/:contactId/removal': deletersRow,
  },
  probes: {
    'GET /contacts': { requests, revealsRecord: hasRows },
    'GET /contacts/count': { requests, revealsRecord: hasSingleTotal },
    'GET /contacts/export': {
      requests: requests.map((ask) => (target) => ({ query: { ...ask(target).query, format: 'csv' } })),
      revealsRecord: mentionsContact,
    },
    'GET /contacts/board': { requests, revealsRecord: hasContactsOnBoard },
    'GET /contacts/options': {
      requests: [() => ({})],
      revealsRecord: (answer, { employee }) =>
        answer.status === 200 && (answer.json().owners as { id: string }[]).some(({ id }) => id === employee.id),
    },
    'GET /contacts/:contactId': { requests: [(target) => ({ params: toParams(target) })], revealsRecord: isAnswered },
    'PATCH /contacts/:contactId': buildWriteProbe({ name: 'Otra' }),
    'PUT /contacts/:contactId/stage': buildWriteProbe({ stage: 'contacted', lostReason: null, lostNote: null }),
    'POST /contacts/:contactId/removal': buildWriteProbe({}),
  },
  notProbed: {
    'POST /contacts/duplicates':
      'it says of contacts out of scope that there is one, and no more: the test of contacts asks',
    'POST /contacts': 'to whom somebody new can belong is checked by the test of contacts',
  },
  screens: {
    '/crm/AgendaComercial/tablero': 'x x x x x x x x - -',
    '/crm/AgendaComercial/contactos': 'x x x x x x x x - -',
    '/crm/AgendaComercial/contactos/nuevo': 'x - x x x x x - - -',
    '/crm/AgendaComercial/contactos/:contactId': 'x x x x x x x x - -',
    '/crm/AgendaComercial/contactos/:contactId/editar': 'x - x x x x x - - -',
  },
  screenCalls: {
    '/crm/AgendaComercial/tablero': [
      '/contacts/board + /contacts + /contacts + /contacts + /contacts + /contacts + /contacts + /contacts + /contacts',
      '/contacts/options',
    ],
    '/crm/AgendaComercial/contactos': ['/contacts/count', '/contacts', '/contacts/options'],
    '/crm/AgendaComercial/contactos/nuevo': ['/contacts/options', '/me/drafts/contacts/new'],
    '/crm/AgendaComercial/contactos/:contactId': [
      '/contacts/:id',
      '/follow-ups + /meetings + /calls',
      '/records/contact/:id',
      '/me/drafts/comment.contact.:id + /records/contact/:id/comments',
    ],
    '/crm/AgendaComercial/contactos/:contactId/editar': [
      '/contacts/options',
      '/contacts/:id',
      '/me/drafts/contacts/:id',
    ],
  },
  screenRecords: { contactId: { sql: "select id from contact where stage = 'new' order by id limit 1" } },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  clientEditorsRow,
  clientExportersRow,
  clientReadersRow,
  productReadersRow,
} from '#test/permissions/permission-rows.ts'
import {
  hasRows,
  hasSingleTotal,
  isAnswered,
  isVersionConflict,
  mentionsClient,
  type Probe,
  type ProbeResponse,
} from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const searchByName = ({ client }: ProbeTarget) => ({ query: { search: client.name } })
const searchByInstitution = ({ client }: ProbeTarget) => ({ query: { institution: `Banco ${client.name}` } })
const searchByManager = ({ client, employee }: ProbeTarget) => ({
  query: { manager: employee.id, search: client.name },
})
const requests = [searchByName, searchByInstitution, searchByManager]
const fileRequests = requests.map((ask) => (target: ProbeTarget) => ({
  query: { ...ask(target).query, format: 'csv' },
}))
const mentionsInstitution = (answer: ProbeResponse, { client }: ProbeTarget): boolean =>
  answer.status === 200 && answer.body.includes(client.name)

const toParams = ({ client, positionId }: ProbeTarget) => ({ clientId: client.id, positionId })
/** Seen as it never was: whether the position was seen shows in what is refused. */
const buildWriteProbe = (body: object): Probe => ({
  requests: [(target) => ({ params: toParams(target), body: { version: 99, ...body } })],
  revealsRecord: isVersionConflict,
})

const groupProbes = (path: string): Record<string, Probe> => ({
  [`GET ${path}`]: { requests, revealsRecord: hasRows },
  [`GET ${path}/count`]: { requests, revealsRecord: hasSingleTotal },
  [`GET ${path}/export`]: { requests: fileRequests, revealsRecord: mentionsInstitution },
})
const groupRows = (path: string): Record<string, string> => ({
  [`GET ${path}`]: clientReadersRow,
  [`GET ${path}/count`]: clientReadersRow,
  [`GET ${path}/export`]: clientExportersRow,
})

const catalogueEditorsRow = '* - * * - * * - - -'
const position = '/clients/:clientId/external-positions/:positionId'

export const permissions: FeaturePermissions = {
  rows: {
    ...groupRows('/external-positions'),
    ...groupRows('/external-positions/by-product'),
    ...groupRows('/external-positions/by-institution'),
    'GET /external-positions/options': clientReadersRow,
    [`GET ${position}`]: clientReadersRow,
    'POST /clients/:clientId/external-positions': clientEditorsRow,
    [`PUT ${position}`]: clientEditorsRow,
    [`POST ${position}/values`]: clientEditorsRow,
    [`POST ${position}/values/removal`]: clientEditorsRow,
    [`POST ${position}/closing`]: clientEditorsRow,
    [`POST ${position}/reopening`]: clientEditorsRow,
    'GET /external-products': productReadersRow,
    'GET /external-products/count': productReadersRow,
    'GET /external-products/export': '* * * * - - * - - -',
    'POST /external-products': catalogueEditorsRow,
    'PUT /external-products/:productId': catalogueEditorsRow,
    'PUT /external-products/:productId/closed': catalogueEditorsRow,
  },
  probes: {
    ...groupProbes('/external-positions'),
    'GET /external-positions': { requests, revealsRecord: mentionsClient },
    'GET /external-positions/export': { requests: fileRequests, revealsRecord: mentionsClient },
    ...groupProbes('/external-positions/by-product'),
    'GET /external-positions/by-product/export': {
      // A product group names no client: what it adds up is theirs alone.
      requests: fileRequests,
      revealsRecord: (answer) => answer.status === 200 && answer.body.includes('100'),
    },
    ...groupProbes('/external-positions/by-institution'),
    'GET /external-positions/options': {
      requests: [() => ({})],
      revealsRecord: (answer, { employee }) =>
        answer.status === 200 && (answer.json().managers as { id: string }[]).some(({ id }) => id === employee.id),
    },
    [`GET ${position}`]: { requests: [(target) => ({ params: toParams(target) })], revealsRecord: isAnswered },
    'POST /clients/:clientId/external-positions': {
      requests: [
        ({ client }) => ({
          params: { clientId: client.id },
          body: { productId: '999999999999999', description: '', since: null, amount: '1.00', asOf: '2026-06-15' },
        }),
      ],
      revealsRecord: (answer) => 'productId' in ((answer.json().fields as object | undefined) ?? {}),
    },
    [`PUT ${position}`]: buildWriteProbe({ productId: '1', description: '', since: null }),
    [`POST ${position}/values`]: buildWriteProbe({ amount: '1.00', asOf: '2026-06-15' }),
    [`POST ${position}/values/removal`]: buildWriteProbe({ asOf: '2026-06-15' }),
    [`POST ${position}/closing`]: buildWriteProbe({ closedOn: '2026-06-15', reason: 'other' }),
    [`POST ${position}/reopening`]: buildWriteProbe({}),
  },
  notProbed: {
    'PUT /external-products/:productId': 'products of other institutions are of the whole firm',
    'PUT /external-products/:productId/closed': 'products of other institutions are of the whole firm',
  },
  screens: {
    '/crm/ProdExt': 'x x x x x x x x - -',
    '/crm/ProdExt/productos': 'x x x x x x x x - -',
    '/crm/ProdExt/entidades': 'x x x x x x x x - -',
    '/crm/ProdExt/catalogo': 'x x x x x x x x - -',
  },
  screenCalls: {
    '/crm/ProdExt': ['/external-positions/count', '/external-positions', '/external-positions/options'],
    '/crm/ProdExt/productos': [
      '/external-positions/by-product/count',
      '/external-positions/by-product',
      '/external-positions/options',
    ],
    '/crm/ProdExt/entidades': [
      '/external-positions/by-institution/count',
      '/external-positions/by-institution',
      '/external-positions/options',
    ],
    '/crm/ProdExt/catalogo': ['/external-products/count', '/external-products'],
  },
}

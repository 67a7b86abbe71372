import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  adminOnlyRow,
  clientEditorsRow,
  clientExportersRow,
  clientReadersRow,
} from '#test/permissions/permission-rows.ts'
import { isAnswered, type Probe } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const ofClient = '/clients/:clientId/presentations'
const ofPresentation = `${ofClient}/:presentationId`
const ofVersion = `${ofPresentation}/versions/:versionId`
const toParams = ({ client, presentationId, presentationVersionId }: ProbeTarget) => ({
  clientId: client.id,
  presentationId,
  versionId: presentationVersionId,
})
const draft = { title: 'Una prueba', message: '', parts: ['proposal'], startsOn: null, accounts: [] }
/** The client has not signed, or the version is an old one: whoever is refused so has seen the record. */
const isRuleRefusal: Probe['revealsRecord'] = ({ status }) => status === 409

export const permissions: FeaturePermissions = {
  rows: {
    [`GET ${ofClient}`]: clientReadersRow,
    [`GET ${ofPresentation}`]: clientReadersRow,
    [`POST ${ofClient}`]: clientEditorsRow,
    [`PUT ${ofPresentation}`]: clientEditorsRow,
    'POST /presentations/projection': '* * * * * * * * - -',
    [`POST ${ofPresentation}/versions`]: clientEditorsRow,
    [`GET ${ofVersion}/pdf`]: clientExportersRow,
    [`GET ${ofVersion}/pptx`]: clientExportersRow,
    [`POST ${ofVersion}/sending`]: clientExportersRow,
    'GET /settings/presentations': adminOnlyRow,
    'PUT /settings/presentations': adminOnlyRow,
  },
  probes: {
    [`GET ${ofClient}`]: {
      requests: [({ client }) => ({ params: { clientId: client.id } })],
      revealsRecord: isAnswered,
    },
    [`GET ${ofPresentation}`]: { requests: [(target) => ({ params: toParams(target) })], revealsRecord: isAnswered },
    [`POST ${ofClient}`]: {
      requests: [({ client }) => ({ params: { clientId: client.id }, body: { title: 'Una prueba' } })],
      revealsRecord: (answer) => [200, 409].includes(answer.status),
    },
    [`PUT ${ofPresentation}`]: {
      requests: [(target) => ({ params: toParams(target), body: { ...draft, version: 99 } })],
      revealsRecord: isRuleRefusal,
    },
    [`POST ${ofPresentation}/versions`]: {
      requests: [(target) => ({ params: toParams(target), body: { version: 99 } })],
      revealsRecord: isRuleRefusal,
    },
    [`GET ${ofVersion}/pdf`]: { requests: [(target) => ({ params: toParams(target) })], revealsRecord: isAnswered },
    [`POST ${ofVersion}/sending`]: {
      requests: [(target) => ({ params: toParams(target) })],
      revealsRecord: isRuleRefusal,
    },
    [`GET ${ofVersion}/pptx`]: { requests: [(target) => ({ params: toParams(target) })], revealsRecord: isAnswered },
  },
  screens: {
    '/clientes/:clientId/presentaciones/:presentationId': 'x x x x x x x x - -',
  },
  screenCalls: {
    '/clientes/:clientId/presentaciones/:presentationId': [
      '/clients/:id/presentations/:id',
      '/me/drafts/presentations/:id',
    ],
  },
  screenRecords: {
    presentationId: {
      sql: `insert into presentation (client_id, title, content, created_by, created_at, changed_by, changed_at, idempotency_key, request_hash)
            select $1::bigint, 'Propuesta', '{"message": "", "parts": ["proposal", "projection"], "startsOn": null, "accounts": []}'::jsonb,
                   1, now(), 1, now(), 'screens:presentation', 'x' returning id`,
      given: ['clientId'],
    },
  },
  settingsWrites: {
    'PUT /settings/presentations': 'words of a proposal, which whoever makes a version reads before it is shown',
  },
}

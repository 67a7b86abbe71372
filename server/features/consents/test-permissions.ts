import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  adminOnlyRow,
  clientCreatorsRow,
  clientEditorsRow,
  clientReadersRow,
  everybodyRow,
} from '#test/permissions/permission-rows.ts'
import { isAnswered, isRecordFound, requestByClient } from '#test/permissions/probe-requests.ts'
import { reason } from '#test/permissions/settings-samples.ts'

const consentSample = { title: 'Un título', body: 'Un texto' }

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/consents': clientReadersRow,
    'POST /clients/:clientId/consents': clientEditorsRow,
    'POST /clients/:clientId/consents/:purpose/withdraw': clientEditorsRow,
    'GET /clients/:clientId/consents/:consentId/document': clientReadersRow,
    'POST /clients/bulk/consents': clientCreatorsRow,
    'GET /settings/consents': adminOnlyRow,
    'PUT /settings/consents/:purpose': adminOnlyRow,
    'POST /public/consents/read': everybodyRow,
    'POST /public/consents/answer': everybodyRow,
    'POST /public/consents/withdraw': everybodyRow,
  },
  probes: {
    'GET /clients/:clientId/consents': { requests: [requestByClient], revealsRecord: isAnswered },
    'POST /clients/:clientId/consents': {
      requests: [(target) => ({ ...requestByClient(target), body: { purposes: ['information'] } })],
      revealsRecord: isRecordFound,
    },
    'POST /clients/:clientId/consents/:purpose/withdraw': {
      requests: [
        ({ client }) => ({ params: { clientId: client.id, purpose: 'transfers' }, body: { reason: 'Una prueba' } }),
      ],
      revealsRecord: isRecordFound,
    },
    'GET /clients/:clientId/consents/:consentId/document': {
      requests: [({ client, consentId }) => ({ params: { clientId: client.id, consentId } })],
      revealsRecord: isAnswered,
    },
  },
  notProbed: {
    'POST /clients/bulk/consents': 'each client is refused by itself, which its own test asks for',
    'PUT /settings/consents/:purpose': 'the version of a text of the firm that was seen, and nobody’s record',
  },
  settingsWrites: {
    'PUT /settings/consents/:purpose': {
      task: 'consentText',
      request: {
        params: { purpose: 'marketing' },
        body: {
          before: null,
          texts: { es: consentSample, en: consentSample, pt: consentSample },
          reconsentFrom: null,
          reason,
        },
      },
    },
  },
}

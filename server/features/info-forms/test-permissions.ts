import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  clientEditorsRow,
  clientExportersRow,
  clientReadersRow,
  everybodyRow,
} from '#test/permissions/permission-rows.ts'
import { isAnswered, isRecordFound, requestByClient } from '#test/permissions/probe-requests.ts'

const ofClient = '/clients/:clientId/info-form'
const content = {
  employmentStatus: null,
  profession: null,
  employer: null,
  monthlyIncome: null,
  recurringExpenses: null,
  expensesDetail: null,
  hasEmergencyFund: null,
  emergencyFund: null,
  ownsRealEstate: null,
  realEstateValue: null,
  mortgageDebt: null,
  familyStatus: null,
  children: null,
  childrenDetail: null,
  hobbies: null,
}

export const permissions: FeaturePermissions = {
  rows: {
    [`GET ${ofClient}`]: clientReadersRow,
    [`PUT ${ofClient}`]: clientEditorsRow,
    [`POST ${ofClient}/requests`]: clientEditorsRow,
    [`POST ${ofClient}/withdraw`]: clientEditorsRow,
    [`POST ${ofClient}/requests/:requestId/review`]: clientEditorsRow,
    [`GET ${ofClient}/versions/:formId/pdf`]: clientExportersRow,
    'POST /public/info-forms/read': everybodyRow,
    'POST /public/info-forms/answer': everybodyRow,
  },
  probes: {
    [`GET ${ofClient}`]: { requests: [requestByClient], revealsRecord: isAnswered },
    [`PUT ${ofClient}`]: {
      requests: [(target) => ({ ...requestByClient(target), body: { version: 99, content, completes: false } })],
      revealsRecord: isRecordFound,
    },
    [`POST ${ofClient}/requests`]: {
      requests: [(target) => ({ ...requestByClient(target), body: {} })],
      revealsRecord: isRecordFound,
    },
    [`POST ${ofClient}/withdraw`]: {
      requests: [(target) => ({ ...requestByClient(target), body: {} })],
      revealsRecord: isRecordFound,
    },
    [`POST ${ofClient}/requests/:requestId/review`]: {
      requests: [
        ({ client, infoFormRequestId }) => ({
          params: { clientId: client.id, requestId: infoFormRequestId },
          body: { version: 99, accepted: [] },
        }),
      ],
      revealsRecord: isRecordFound,
    },
    [`GET ${ofClient}/versions/:formId/pdf`]: {
      requests: [({ client, infoFormId }) => ({ params: { clientId: client.id, formId: infoFormId } })],
      revealsRecord: isAnswered,
    },
  },
  screens: { '/clientes/:clientId/ficha': 'x - x x - x x - - -' },
  screenCalls: {
    '/clientes/:clientId/ficha': ['/clients/:id/info-form', '/me/drafts/info-forms/:id'],
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  hasSingleTotal,
  isAnswered,
  mentionsClient,
  requestByAccount,
  requestByPayment,
  requestsByName,
} from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /payments': 'all all team own own own own - - -',
    'GET /payments/count': 'all all team own own own own - - -',
    'GET /payments/export': 'all all team own - - own - - -',
    'GET /payments/:paymentId': 'all all team own own own own - - -',
    'POST /payments/:paymentId/cancel': 'all - team own - own own - - -',
    'POST /clients/:clientId/accounts/:accountId/withdrawals': 'all - team own - own own - - -',
    'POST /clients/:clientId/accounts/:accountId/withdrawals/quote': 'all - team own - own own - - -',
  },
  probes: {
    'GET /payments': { requests: requestsByName, revealsRecord: mentionsClient },
    'GET /payments/count': { requests: requestsByName, revealsRecord: hasSingleTotal },
    'GET /payments/export': {
      requests: requestsByName.map((ask) => (target: ProbeTarget) => ({
        query: { ...ask(target).query, format: 'csv' },
      })),
      revealsRecord: mentionsClient,
    },
    'GET /payments/:paymentId': { requests: [requestByPayment], revealsRecord: isAnswered },
    'POST /payments/:paymentId/cancel': {
      requests: [(target) => ({ ...requestByPayment(target), body: { reason: 'Una prueba' } })],
      revealsRecord: (response) => response.json().code === 'payment.tooLate',
    },
    'POST /clients/:clientId/accounts/:accountId/withdrawals/quote': {
      requests: [(target) => ({ ...requestByAccount(target), body: { amount: '999999999999.00' } })],
      revealsRecord: (response) => response.json().code === 'withdrawal.overAvailable',
    },
    'POST /clients/:clientId/accounts/:accountId/withdrawals': {
      requests: [
        (target) => ({
          ...requestByAccount(target),
          body: { amount: '1.00', bankAccountId: '999999999999999', reason: 'Una prueba' },
        }),
      ],
      revealsRecord: (response) => 'bankAccountId' in ((response.json().fields as object | undefined) ?? {}),
    },
  },
  screenRecords: {
    paymentId: { sql: 'select id from payment_order order by id limit 1' },
  },
  screens: {
    '/crm/Retiradas': 'x x x x x x x - - -',
    '/crm/Retiradas/:paymentId': 'x x x x x x x - - -',
  },
  screenCalls: {
    '/crm/Retiradas': ['/payments/count', '/payments'],
    '/crm/Retiradas/:paymentId': ['/payments/:id'],
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  countsOne,
  isAnswered,
  namesClient,
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
    'GET /payments': { ask: requestsByName, shows: namesClient },
    'GET /payments/count': { ask: requestsByName, shows: countsOne },
    'GET /payments/export': {
      ask: requestsByName.map((ask) => (target: ProbeTarget) => ({ query: { ...ask(target).query, format: 'csv' } })),
      shows: namesClient,
    },
    'GET /payments/:paymentId': { ask: [requestByPayment], shows: isAnswered },
    'POST /payments/:paymentId/cancel': {
      ask: [(target) => ({ ...requestByPayment(target), body: { reason: 'Una prueba' } })],
      shows: (response) => response.json().code === 'payment.tooLate',
    },
    'POST /clients/:clientId/accounts/:accountId/withdrawals/quote': {
      ask: [(target) => ({ ...requestByAccount(target), body: { amount: '999999999999.00' } })],
      shows: (response) => response.json().code === 'withdrawal.overAvailable',
    },
    'POST /clients/:clientId/accounts/:accountId/withdrawals': {
      ask: [
        (target) => ({
          ...requestByAccount(target),
          body: { amount: '1.00', bankAccountId: '999999999999999', reason: 'Una prueba' },
        }),
      ],
      shows: (response) => 'bankAccountId' in ((response.json().fields as object | undefined) ?? {}),
    },
  },
  screens: {
    '/crm/Retiradas': 'x x x x x x x - - -',
    '/crm/Retiradas/:paymentId': 'x x x x x x x - - -',
  },
}

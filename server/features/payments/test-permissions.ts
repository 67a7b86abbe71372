import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, byAccount, byName, byPayment, counted, named } from '#test/permissions/probe-words.ts'
import type { Target } from '#test/permissions/world.ts'

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
    'GET /payments': { ask: byName, shows: named },
    'GET /payments/count': { ask: byName, shows: counted },
    'GET /payments/export': {
      ask: byName.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } })),
      shows: named,
    },
    'GET /payments/:paymentId': { ask: [byPayment], shows: answered },
    'POST /payments/:paymentId/cancel': {
      ask: [(target) => ({ ...byPayment(target), body: { reason: 'Una prueba' } })],
      shows: (told) => told.json().code === 'payment.tooLate',
    },
    'POST /clients/:clientId/accounts/:accountId/withdrawals/quote': {
      ask: [(target) => ({ ...byAccount(target), body: { amount: '999999999999.00' } })],
      shows: (told) => told.json().code === 'withdrawal.overAvailable',
    },
    'POST /clients/:clientId/accounts/:accountId/withdrawals': {
      ask: [
        (target) => ({
          ...byAccount(target),
          body: { amount: '1.00', bankAccountId: '999999999999999', reason: 'Una prueba' },
        }),
      ],
      shows: (told) => 'bankAccountId' in ((told.json().fields as object | undefined) ?? {}),
    },
  },
  screens: {
    '/crm/Retiradas': 'x x x x x x x - - -',
    '/crm/Retiradas/:paymentId': 'x x x x x x x - - -',
  },
}

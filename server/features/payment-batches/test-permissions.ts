import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, byPayment } from '#test/permissions/probe-words.ts'
import { aBatch } from '#test/permissions/reasons.ts'
import { adminOnly, auditors, ofAll } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /payment-batches': auditors,
    'GET /payment-batches/count': auditors,
    'GET /payment-batches/export': auditors,
    'GET /payment-batches/payment-day': auditors,
    'GET /payment-batches/waiting-orders': auditors,
    'GET /payment-batches/waiting-orders/count': auditors,
    'GET /payment-batches/waiting-orders/export': auditors,
    'POST /payment-batches': adminOnly,
    'GET /payment-batches/:batchId': auditors,
    'GET /payment-batches/:batchId/orders': auditors,
    'GET /payment-batches/:batchId/orders/count': auditors,
    'GET /payment-batches/:batchId/orders/export': auditors,
    'POST /payment-batches/:batchId/orders/:paymentId/take-out': adminOnly,
    'POST /payment-batches/:batchId/submit': adminOnly,
    'POST /payment-batches/:batchId/give-up': adminOnly,
    'POST /payment-batches/:batchId/send': adminOnly,
    'GET /payment-batches/:batchId/file': auditors,
    'POST /payment-batches/:batchId/paid': adminOnly,
    'POST /payments/:paymentId/paid': ofAll,
    'POST /payments/:paymentId/return': ofAll,
    'POST /payments/:paymentId/reorder': 'all - team own - own own - - -',
    'POST /payments/:paymentId/clearance': 'all - team own - own own - - -',
  },
  probes: {
    'POST /payments/:paymentId/paid': { ask: [byPayment], shows: answered },
    'POST /payments/:paymentId/return': {
      ask: [(target) => ({ ...byPayment(target), body: { code: 'AC04', note: 'Una prueba' } })],
      shows: (told) => answered(told) || told.json().code === 'payment.asked',
    },
    'POST /payments/:paymentId/reorder': {
      ask: [(target) => ({ ...byPayment(target), body: { reason: 'Una prueba' } })],
      shows: (told) => told.json().code === 'payment.notReturned',
    },
    'POST /payments/:paymentId/clearance': {
      ask: [(target) => ({ ...byPayment(target), body: { reason: 'Una prueba' } })],
      shows: (told) => told.json().code === 'payment.notWaiting',
    },
  },
  notProbed: {
    'GET /payment-batches/:batchId': aBatch,
    'GET /payment-batches/:batchId/orders': aBatch,
    'GET /payment-batches/:batchId/orders/count': aBatch,
    'GET /payment-batches/:batchId/orders/export': aBatch,
    'POST /payment-batches/:batchId/orders/:paymentId/take-out': aBatch,
    'POST /payment-batches/:batchId/submit': aBatch,
    'POST /payment-batches/:batchId/give-up': aBatch,
    'POST /payment-batches/:batchId/send': aBatch,
    'GET /payment-batches/:batchId/file': aBatch,
    'POST /payment-batches/:batchId/paid': aBatch,
  },
  screens: {
    '/crm/Retiradas/por-enviar': 'x x - - - - - - - -',
    '/crm/Retiradas/remesas': 'x x - - - - - - - -',
    '/crm/Retiradas/remesas/:batchId': 'x x - - - - - - - -',
  },
}

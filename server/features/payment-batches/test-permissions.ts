import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { batchNotProbedReason } from '#test/permissions/not-probed-reasons.ts'
import { adminOnlyRow, auditorsRow, firmWideAdminRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, requestByPayment } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /payment-batches': auditorsRow,
    'GET /payment-batches/count': auditorsRow,
    'GET /payment-batches/export': auditorsRow,
    'GET /payment-batches/payment-day': auditorsRow,
    'GET /payment-batches/waiting-orders': auditorsRow,
    'GET /payment-batches/waiting-orders/count': auditorsRow,
    'GET /payment-batches/waiting-orders/export': auditorsRow,
    'POST /payment-batches': adminOnlyRow,
    'GET /payment-batches/:batchId': auditorsRow,
    'GET /payment-batches/:batchId/orders': auditorsRow,
    'GET /payment-batches/:batchId/orders/count': auditorsRow,
    'GET /payment-batches/:batchId/orders/export': auditorsRow,
    'POST /payment-batches/:batchId/orders/:paymentId/take-out': adminOnlyRow,
    'POST /payment-batches/:batchId/submit': adminOnlyRow,
    'POST /payment-batches/:batchId/give-up': adminOnlyRow,
    'POST /payment-batches/:batchId/send': adminOnlyRow,
    'GET /payment-batches/:batchId/file': auditorsRow,
    'POST /payment-batches/:batchId/paid': adminOnlyRow,
    'POST /payments/:paymentId/paid': firmWideAdminRow,
    'POST /payments/:paymentId/return': firmWideAdminRow,
    'POST /payments/:paymentId/reorder': 'all - team own - own own - - -',
    'POST /payments/:paymentId/clearance': 'all - team own - own own - - -',
  },
  probes: {
    'POST /payments/:paymentId/paid': { requests: [requestByPayment], revealsRecord: isAnswered },
    'POST /payments/:paymentId/return': {
      requests: [(target) => ({ ...requestByPayment(target), body: { code: 'AC04', note: 'Una prueba' } })],
      revealsRecord: (response) => isAnswered(response) || response.json().code === 'payment.asked',
    },
    'POST /payments/:paymentId/reorder': {
      requests: [(target) => ({ ...requestByPayment(target), body: { reason: 'Una prueba' } })],
      revealsRecord: (response) => response.json().code === 'payment.notReturned',
    },
    'POST /payments/:paymentId/clearance': {
      requests: [(target) => ({ ...requestByPayment(target), body: { reason: 'Una prueba' } })],
      revealsRecord: (response) => response.json().code === 'payment.notWaiting',
    },
  },
  notProbed: {
    'GET /payment-batches/:batchId': batchNotProbedReason,
    'GET /payment-batches/:batchId/orders': batchNotProbedReason,
    'GET /payment-batches/:batchId/orders/count': batchNotProbedReason,
    'GET /payment-batches/:batchId/orders/export': batchNotProbedReason,
    'POST /payment-batches/:batchId/orders/:paymentId/take-out': batchNotProbedReason,
    'POST /payment-batches/:batchId/submit': batchNotProbedReason,
    'POST /payment-batches/:batchId/give-up': batchNotProbedReason,
    'POST /payment-batches/:batchId/send': batchNotProbedReason,
    'GET /payment-batches/:batchId/file': batchNotProbedReason,
    'POST /payment-batches/:batchId/paid': batchNotProbedReason,
  },
  screenRecords: {
    batchId: { sql: 'select id from payment_batch order by id limit 1' },
  },
  screens: {
    '/crm/Retiradas/por-enviar': 'x x - - - - - - - -',
    '/crm/Retiradas/remesas': 'x x - - - - - - - -',
    '/crm/Retiradas/remesas/:batchId': 'x x - - - - - - - -',
  },
  screenCalls: {
    '/crm/Retiradas/por-enviar': ['/payment-batches/waiting-orders/count', '/payment-batches/waiting-orders'],
    '/crm/Retiradas/remesas': ['/payment-batches/count', '/payment-batches'],
    '/crm/Retiradas/remesas/:batchId': [
      '/payment-batches/:id',
      '/payment-batches/:id/orders/count + /payment-batches/:id/orders',
    ],
  },
}

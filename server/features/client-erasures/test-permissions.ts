import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, isVersionConflict, type ProbeResponse, requestByClient } from '#test/permissions/probe-requests.ts'

// Whose rows a scope holds, its own test asks.
const listReaders = '* * * * - - - - - -'
const recordReaders = 'all all team own - - - - - -'

const isErasureRefused = (answer: ProbeResponse): boolean => String(answer.json().code).startsWith('erasure.')

export const permissions: FeaturePermissions = {
  rows: {
    'GET /client-erasures': listReaders,
    'GET /client-erasures/count': listReaders,
    'GET /client-erasures/export': '* * - - - - - - - -',
    'GET /clients/:clientId/erasure': recordReaders,
    'POST /clients/:clientId/erasure': recordReaders,
    'POST /clients/:clientId/erasure/withdraw': recordReaders,
    'POST /clients/:clientId/erasure/execution': 'all all - - - - - - - -',
    'GET /settings/retention-periods': adminOnlyRow,
    'PUT /settings/retention-periods': adminOnlyRow,
  },
  probes: {
    'GET /clients/:clientId/erasure': { requests: [requestByClient], revealsRecord: isAnswered },
    'POST /clients/:clientId/erasure': {
      requests: [
        (target) => ({ ...requestByClient(target), body: { requestedOn: '2026-06-01', reason: 'Una prueba' } }),
      ],
      revealsRecord: isErasureRefused,
    },
    'POST /clients/:clientId/erasure/withdraw': {
      requests: [(target) => ({ ...requestByClient(target), body: { reason: 'Una prueba' } })],
      revealsRecord: isVersionConflict,
    },
    'POST /clients/:clientId/erasure/execution': {
      requests: [(target) => ({ ...requestByClient(target), body: { reason: 'Una prueba' } })],
      revealsRecord: isErasureRefused,
    },
  },
  screens: {
    '/crm/Supresiones': 'x x x x - - - - - -',
    '/clientes/:clientId/supresion': 'x x x x - - - - - -',
  },
  screenCalls: {
    '/clientes/:clientId/supresion': ['/clients/:id/erasure'],
    '/crm/Supresiones': ['/client-erasures/count', '/client-erasures'],
  },
  settingsWrites: {
    'PUT /settings/retention-periods': 'moves the days of erasures, each of which two people decide',
  },
}

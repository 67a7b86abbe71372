import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow, noticeReadersRow } from '#test/permissions/permission-rows.ts'
import { countsOne, namesClient, noticeRequests } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /notices': noticeReadersRow,
    'GET /notices/count': noticeReadersRow,
    'GET /notices/export': 'all all team own - - own - - -',
    'POST /notices/:noticeId/resend': 'all - team own - - own - - -',
    'GET /settings/notices': adminOnlyRow,
    'PUT /settings/notices/:topic': adminOnlyRow,
    'GET /notices/examples/:topic': noticeReadersRow,
  },
  probes: {
    'GET /notices': { ask: noticeRequests, shows: namesClient },
    'GET /notices/count': { ask: noticeRequests, shows: countsOne },
    'GET /notices/export': {
      ask: noticeRequests.map((ask) => (target: ProbeTarget) => ({ query: { ...ask(target).query, format: 'csv' } })),
      shows: namesClient,
    },
    'POST /notices/:noticeId/resend': {
      ask: [({ noticeId }) => ({ params: { noticeId } })],
      shows: (response) => response.json().code === 'notice.notFailed',
    },
    'GET /notices/examples/:topic': {
      ask: [({ client }) => ({ params: { topic: 'contribution' }, query: { client: client.id } })],
      shows: namesClient,
    },
  },
  notProbed: {
    'PUT /settings/notices/:topic': 'a kind of notices of the firm, and nobody’s record',
  },
  screens: {
    '/crm/Avisos': 'x x x x x x x - - -',
  },
}

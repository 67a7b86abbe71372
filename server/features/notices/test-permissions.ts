import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow, noticeReadersRow } from '#test/permissions/permission-rows.ts'
import { hasSingleTotal, mentionsClient, noticeRequests } from '#test/permissions/probe-requests.ts'
import { reason } from '#test/permissions/settings-samples.ts'
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
    'GET /notices': { requests: noticeRequests, revealsRecord: mentionsClient },
    'GET /notices/count': { requests: noticeRequests, revealsRecord: hasSingleTotal },
    'GET /notices/export': {
      requests: noticeRequests.map((ask) => (target: ProbeTarget) => ({
        query: { ...ask(target).query, format: 'csv' },
      })),
      revealsRecord: mentionsClient,
    },
    'POST /notices/:noticeId/resend': {
      requests: [({ noticeId }) => ({ params: { noticeId } })],
      revealsRecord: (response) => response.json().code === 'notice.notFailed',
    },
    'GET /notices/examples/:topic': {
      requests: [({ client }) => ({ params: { topic: 'contribution' }, query: { client: client.id } })],
      revealsRecord: mentionsClient,
    },
  },
  notProbed: {
    'PUT /settings/notices/:topic': 'a kind of notices of the firm, and nobody’s record',
  },
  screens: {
    '/crm/Avisos': 'x x x x x x x - - -',
  },
  screenCalls: {
    '/crm/Avisos': ['/notices/count', '/notices'],
  },
  settingsWrites: {
    'PUT /settings/notices/:topic': {
      task: 'notice',
      request: { params: { topic: 'maturity' }, body: { on: false, was: true, reason } },
    },
  },
}

import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { counted, named, noticesOf } from '#test/permissions/probe-words.ts'
import { adminOnly, notices } from '#test/permissions/row-words.ts'
import type { Target } from '#test/permissions/world.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /notices': notices,
    'GET /notices/count': notices,
    'GET /notices/export': 'all all team own - - own - - -',
    'POST /notices/:noticeId/resend': 'all - team own - - own - - -',
    'GET /settings/notices': adminOnly,
    'PUT /settings/notices/:topic': adminOnly,
    'GET /notices/examples/:topic': notices,
  },
  probes: {
    'GET /notices': { ask: noticesOf, shows: named },
    'GET /notices/count': { ask: noticesOf, shows: counted },
    'GET /notices/export': {
      ask: noticesOf.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } })),
      shows: named,
    },
    'POST /notices/:noticeId/resend': {
      ask: [({ noticeId }) => ({ params: { noticeId } })],
      shows: (told) => told.json().code === 'notice.notFailed',
    },
    'GET /notices/examples/:topic': {
      ask: [({ client }) => ({ params: { topic: 'contribution' }, query: { client: client.id } })],
      shows: named,
    },
  },
  notProbed: {
    'PUT /settings/notices/:topic': 'a kind of notices of the firm, and nobody’s record',
  },
  screens: {
    '/crm/Avisos': 'x x x x x x x - - -',
  },
}

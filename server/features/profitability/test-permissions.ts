import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'
import {
  hasRows,
  hasSingleTotal,
  isAnswered,
  type ProbeRequest,
  statementDays,
} from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const readersRow = 'all all team - - - - all - -'
const period = { range: 'custom', ...statementDays }
const requests = [
  ({ client }: ProbeTarget): ProbeRequest => ({ query: { ...period, by: 'client', client: client.id } }),
  ({ client }: ProbeTarget): ProbeRequest => ({ query: { ...period, by: 'client', search: client.name } }),
]

export const permissions: FeaturePermissions = {
  rows: {
    'GET /profitability': readersRow,
    'GET /profitability/count': readersRow,
    'GET /profitability/export': readersRow,
    'GET /profitability/chosen': readersRow,
    'GET /profitability/accounts/:accountId': readersRow,
    'GET /settings/profitability': adminOnlyRow,
    'PUT /settings/profitability/transfer-rates': adminOnlyRow,
    'DELETE /settings/profitability/transfer-rates/:productId/:term/:validFrom': adminOnlyRow,
    'PUT /settings/profitability/direct-costs': adminOnlyRow,
    'DELETE /settings/profitability/direct-costs/:productId/:kind/:validFrom': adminOnlyRow,
  },
  probes: {
    'GET /profitability/chosen': {
      requests: [({ client }) => ({ query: { client: client.id } })],
      revealsRecord: (answer) => answer.status === 200 && answer.json().client !== null,
    },
    'GET /profitability': { requests, revealsRecord: hasRows },
    'GET /profitability/count': { requests, revealsRecord: hasSingleTotal },
    'GET /profitability/export': {
      requests: requests.map((ask) => (target: ProbeTarget) => ({ query: { ...ask(target).query, format: 'csv' } })),
      revealsRecord: (answer, { client }) => answer.status === 200 && answer.body.includes(client.name),
    },
    'GET /profitability/accounts/:accountId': {
      requests: [({ accountId }) => ({ params: { accountId }, query: period })],
      revealsRecord: isAnswered,
    },
  },
  notProbed: {
    'PUT /settings/profitability/transfer-rates': 'a rate of a product',
    'DELETE /settings/profitability/transfer-rates/:productId/:term/:validFrom': 'a rate of a product',
    'PUT /settings/profitability/direct-costs': 'a cost of a product',
    'DELETE /settings/profitability/direct-costs/:productId/:kind/:validFrom': 'a cost of a product',
  },
  screens: {
    '/crm/EstudioRentabilidad': 'x x x - - - - x - -',
    '/crm/EstudioRentabilidad/:accountId': 'x x x - - - - x - -',
  },
}

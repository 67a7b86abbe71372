import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'

const readersRow = '* * * - - - - * - -'
const notProbedReason = 'accounts that the list of clients reaches, too: the tests of the margins ask for others'

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
  notProbed: {
    'GET /profitability': notProbedReason,
    'GET /profitability/count': notProbedReason,
    'GET /profitability/export': notProbedReason,
    'GET /profitability/chosen': notProbedReason,
    'GET /profitability/accounts/:accountId': notProbedReason,
    'PUT /settings/profitability/transfer-rates': 'a rate of a product',
    'DELETE /settings/profitability/transfer-rates/:productId/:term/:validFrom': 'a rate of a product',
    'PUT /settings/profitability/direct-costs': 'a cost of a product',
    'DELETE /settings/profitability/direct-costs/:productId/:kind/:validFrom': 'a cost of a product',
  },
  screens: {
    '/crm/EstudioRentabilidad': 'x x x - - - - x - -',
    '/crm/EstudioRentabilidad/:accountId': 'x x x - - - - x - -',
  },
  screenCalls: {
    '/crm/EstudioRentabilidad': ['/profitability/count', '/profitability', '/team/people'],
    '/crm/EstudioRentabilidad/:accountId': ['/profitability/accounts/:id'],
  },
  settingsWrites: {
    'PUT /settings/profitability/transfer-rates': 'what margins are reckoned with; no posting and no payment reads it',
    'DELETE /settings/profitability/transfer-rates/:productId/:term/:validFrom':
      'what margins are reckoned with; no posting and no payment reads it',
    'PUT /settings/profitability/direct-costs': 'what margins are reckoned with; no posting and no payment reads it',
    'DELETE /settings/profitability/direct-costs/:productId/:kind/:validFrom':
      'what margins are reckoned with; no posting and no payment reads it',
  },
}

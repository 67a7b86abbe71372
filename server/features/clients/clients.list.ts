import * as client from '#contract/clients/client.ts'
import * as contract from '#contract/clients.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { getClientListTexts } from './client-list-texts.ts'
import { countClients, findClients, queryAllClients } from './clients.queries.ts'
import { findInterestByClient } from './interest.queries.ts'
import { countMovements, findMovements, queryVisibleMovements } from './movements.queries.ts'

export const clientRoutes = [
  ...buildListRoutes(contract.listClients, {
    findPage: findClients,
    selectAll: queryAllClients,
    count: countClients,
    onRequest: { interestToDate: findInterestByClient },
    file: {
      texts: getClientListTexts,
      title: (t) => t.title,
      audited: { action: 'clients.exported', entity: 'client' },
    },
  }),
  ...buildListRoutes(client.listAccountMovements, {
    findPage: findMovements,
    selectAll: queryVisibleMovements,
    count: countMovements,
    file: {
      texts: getClientListTexts,
      title: (t) => t.movements.title,
      audited: { action: 'movements.exported', entity: 'account', entityId: ({ params }) => params.accountId },
    },
  }),
]

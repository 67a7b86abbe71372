import * as client from '#contract/clients/client.ts'
import * as contract from '#contract/clients.ts'
import en from '#locales/en/clients.ts'
import es from '#locales/es/clients.ts'
import mx from '#locales/mx/clients.ts'
import pt from '#locales/pt/clients.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countClients, findClients, queryAllClients } from './clients.queries.ts'
import { findInterestByClient } from './interest.queries.ts'
import { countMovements, findMovements, queryVisibleMovements } from './movements.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })

export const clientRoutes = [
  ...buildListRoutes(contract.listClients, {
    findPage: findClients,
    selectAll: queryAllClients,
    count: countClients,
    onRequest: { interestToDate: findInterestByClient },
    file: {
      texts: getTexts,
      title: (t) => t.title,
      audited: { action: 'clients.exported', entity: 'client' },
    },
  }),
  ...buildListRoutes(client.listAccountMovements, {
    findPage: findMovements,
    selectAll: queryVisibleMovements,
    count: countMovements,
    file: {
      texts: getTexts,
      title: (t) => t.movements.title,
      audited: { action: 'movements.exported', entity: 'account', entityId: ({ params }) => params.accountId },
    },
  }),
]

import * as contract from '#contract/handovers.ts'
import en from '#locales/en/handovers.ts'
import es from '#locales/es/handovers.ts'
import pt from '#locales/pt/handovers.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countHandovers, handoverSorts, selectHandovers, selectHandoversForFile } from './handover.queries.ts'
import { countHandoverClients, handoverClientSorts, selectHandoverClients } from './handover-clients.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const handoverRoutes = [
  ...buildListRoutes(contract.listHandovers, {
    select: selectHandovers,
    selectForFile: selectHandoversForFile,
    count: countHandovers,
    sortColumns: handoverSorts,
    key: 'h.id',
    file: {
      texts: getTexts,
      title: (t) => t.title,
      audited: { action: 'handovers.exported', entity: 'handover' },
    },
  }),
  ...buildListRoutes(contract.listHandoverClients, {
    select: selectHandoverClients,
    count: countHandoverClients,
    sortColumns: handoverClientSorts,
    key: 'c.client_id',
    file: {
      texts: getTexts,
      title: (t) => t.clients.title,
      audited: { action: 'handoverClients.exported', entity: 'handover', entityId: ({ params }) => params.handoverId },
    },
  }),
]

import * as contract from '#contract/cancellations.ts'
import en from '#locales/en/cancellations.ts'
import es from '#locales/es/cancellations.ts'
import pt from '#locales/pt/cancellations.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { cancellationSorts, countCancellations, selectCancellations } from './cancellation.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const cancellationRoutes = buildListRoutes(contract.listCancellations, {
  select: selectCancellations,
  count: countCancellations,
  sortColumns: cancellationSorts,
  key: 'q.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'cancellations.exported', entity: 'cancellation' },
  },
})

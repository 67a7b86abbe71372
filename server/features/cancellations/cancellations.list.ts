import { findCancellationReasonKey } from '#contract/cancellations/reason-names.ts'
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
    columns: {
      reasonName: {
        // One that the firm worded itself has no other words.
        word: (name, t) => {
          const key = findCancellationReasonKey(name)
          return key && t.reasonNames[key]
        },
      },
    },
    audited: { action: 'cancellations.exported', entity: 'cancellation' },
  },
})

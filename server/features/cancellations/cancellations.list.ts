import { listCancellations } from '#contract/cancellations.ts'
import en from '#locales/en/cancellations.ts'
import es from '#locales/es/cancellations.ts'
import pt from '#locales/pt/cancellations.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { cancellationSorts, countCancellations, selectCancellations } from './cancellation.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const cancellationRoutes = buildListRoutes(listCancellations, {
  select: selectCancellations,
  count: countCancellations,
  sortColumns: cancellationSorts,
  key: 'q.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    columns: {
      quotedOn: { heading: (t) => t.fields.quotedOn, kind: 'date' },
      state: { heading: (t) => t.fields.state, kind: 'text', width: 14, word: buildCodeTextGetter((t) => t.states) },
      clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
      clientCvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
      accountNumber: { heading: (t) => t.fields.account, kind: 'text', width: 24 },
      productName: { heading: (t) => t.fields.product, kind: 'text', width: 24 },
      managerName: { heading: (t) => t.fields.manager, kind: 'text', width: 28 },
      reasonName: { heading: (t) => t.fields.reason, kind: 'text', width: 30 },
      lastOffer: {
        heading: (t) => t.fields.lastOffer,
        kind: 'text',
        width: 20,
        word: buildCodeTextGetter((t) => t.offers),
      },
      capital: { heading: (t) => t.fields.capital, kind: 'money' },
      penalty: { heading: (t) => t.fields.penalty, kind: 'money' },
      net: { heading: (t) => t.fields.net, kind: 'money' },
    },
    audited: { action: 'cancellations.exported', entity: 'cancellation' },
  },
})

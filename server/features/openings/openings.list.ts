import { listOpenings } from '#contract/openings.ts'
import en from '#locales/en/openings.ts'
import es from '#locales/es/openings.ts'
import pt from '#locales/pt/openings.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countOpenings, openingSorts, selectOpenings } from './pending-openings.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const openingRoutes = buildListRoutes(listOpenings, {
  select: selectOpenings,
  count: countOpenings,
  sortColumns: openingSorts,
  key: 'a.id',
  file: {
    texts: getTexts,
    title: (t) => t.waiting.title,
    columns: {
      askedOn: { heading: (t) => t.waiting.askedOn, kind: 'date' },
      waitsFor: {
        heading: (t) => t.waiting.status,
        kind: 'text',
        width: 18,
        word: buildCodeTextGetter((t) => t.waiting.states),
      },
      clientName: { heading: (t) => t.waiting.client, kind: 'text', width: 36 },
      clientCvl: { heading: (t) => t.waiting.cvl, kind: 'text', width: 14 },
      accountNumber: { heading: (t) => t.waiting.account, kind: 'text', width: 24 },
      productName: { heading: (t) => t.fields.product, kind: 'text', width: 24 },
      managerName: { heading: (t) => t.waiting.manager, kind: 'text', width: 28 },
      offerUntil: { heading: (t) => t.part.offerUntil, kind: 'date', width: 18 },
      agreed: { heading: (t) => t.fields.amount, kind: 'money' },
      received: { heading: (t) => t.part.received, kind: 'money' },
      missing: { heading: (t) => t.part.missing, kind: 'money' },
    },
    audited: { action: 'openings.exported', entity: 'account' },
  },
})

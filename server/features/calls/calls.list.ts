import * as contract from '#contract/calls.ts'
import en from '#locales/en/calls.ts'
import es from '#locales/es/calls.ts'
import pt from '#locales/pt/calls.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { callSorts, countCalls, selectCalls } from './calls.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const callRoutes = buildListRoutes(contract.listCalls, {
  select: selectCalls,
  count: countCalls,
  sortColumns: callSorts,
  key: 'l.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'calls.exported', entity: 'call' },
  },
})

import * as contract from '#contract/accounting.ts'
import en from '#locales/en/accounting.ts'
import es from '#locales/es/accounting.ts'
import pt from '#locales/pt/accounting.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countJournals, findJournals, queryAllJournals } from './journals.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const journalRoutes = buildListRoutes(contract.listJournals, {
  findPage: findJournals,
  selectAll: queryAllJournals,
  count: countJournals,
  file: {
    texts: getTexts,
    title: (t) => t.journals.title,
    audited: { action: 'journals.exported', entity: 'journal' },
  },
})

import * as contract from '#contract/openings.ts'
import en from '#locales/en/openings.ts'
import es from '#locales/es/openings.ts'
import pt from '#locales/pt/openings.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countOpenings, openingSorts, selectOpenings } from './pending-openings.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const openingRoutes = buildListRoutes(contract.listOpenings, {
  select: selectOpenings,
  count: countOpenings,
  sortColumns: openingSorts,
  key: 'a.id',
  file: {
    texts: getTexts,
    title: (t) => t.waiting.title,
    audited: { action: 'openings.exported', entity: 'account' },
  },
})

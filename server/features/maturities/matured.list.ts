import * as contract from '#contract/maturities/matured.ts'
import en from '#locales/en/maturities.ts'
import es from '#locales/es/maturities.ts'
import pt from '#locales/pt/maturities.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countMatured, maturedSorts, selectMatured } from './matured.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const maturedRoutes = buildListRoutes(contract.listMatured, {
  select: selectMatured,
  count: countMatured,
  sortColumns: maturedSorts,
  key: 'a.id',
  file: {
    texts: getTexts,
    title: (t) => t.matured.title,
    audited: { action: 'matured.exported', entity: 'maturity' },
  },
})

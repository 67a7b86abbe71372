import * as contract from '#contract/goals.ts'
import en from '#locales/en/goals.ts'
import es from '#locales/es/goals.ts'
import pt from '#locales/pt/goals.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countGoals, goalSorts, selectGoals } from './goals.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const goalRoutes = buildListRoutes(contract.listGoals, {
  select: selectGoals,
  count: countGoals,
  sortColumns: goalSorts,
  key: 't.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'goals.exported', entity: 'goal' },
  },
})

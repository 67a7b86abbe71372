import * as contract from '#contract/activity-models.ts'
import en from '#locales/en/activity-models.ts'
import es from '#locales/es/activity-models.ts'
import pt from '#locales/pt/activity-models.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { activityModelSorts, countActivityModels, selectActivityModels } from './activity-models.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const activityModelRoutes = buildListRoutes(contract.listActivityModels, {
  select: selectActivityModels,
  count: countActivityModels,
  sortColumns: activityModelSorts,
  key: 't.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'activityModels.exported', entity: 'activityModel' },
  },
})

import * as contract from '#contract/activity-models.ts'
import type { Idioma } from '#contract/core/values.ts'
import en from '#locales/en/activity-models.ts'
import enStaff from '#locales/en/staff.ts'
import es from '#locales/es/activity-models.ts'
import esStaff from '#locales/es/staff.ts'
import pt from '#locales/pt/activity-models.ts'
import ptStaff from '#locales/pt/staff.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { activityModelSorts, countActivityModels, selectActivityModels } from './activity-models.queries.ts'

const getOwnTexts = buildTextsGetter({ es, en, pt })
const getStaffTexts = buildTextsGetter({ es: esStaff, en: enStaff, pt: ptStaff })
const getTexts = (idioma: Idioma) => ({ ...getOwnTexts(idioma), staff: getStaffTexts(idioma) })

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

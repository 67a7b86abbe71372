import * as contract from '#contract/follow-ups.ts'
import en from '#locales/en/follow-ups.ts'
import es from '#locales/es/follow-ups.ts'
import pt from '#locales/pt/follow-ups.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countFollowUps, followUpSorts, selectFollowUps } from './follow-ups.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const followUpRoutes = buildListRoutes(contract.listFollowUps, {
  select: selectFollowUps,
  count: countFollowUps,
  sortColumns: followUpSorts,
  key: 'f.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'followUps.exported', entity: 'followUp' },
  },
})

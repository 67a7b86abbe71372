import * as contract from '#contract/reviews.ts'
import en from '#locales/en/reviews.ts'
import es from '#locales/es/reviews.ts'
import pt from '#locales/pt/reviews.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countReviews, reviewSorts, selectReviews } from './reviews.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const reviewRoutes = buildListRoutes(contract.listReviews, {
  select: selectReviews,
  count: countReviews,
  sortColumns: reviewSorts,
  key: 'm.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'reviews.exported', entity: 'meeting' },
  },
})

import * as contract from '#contract/interest.ts'
import en from '#locales/en/runs.ts'
import es from '#locales/es/runs.ts'
import pt from '#locales/pt/runs.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countPostingRuns, postingRunSorts, selectPostingRuns, selectPostingRunsForFile } from './runs.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const postingRunRoutes = buildListRoutes(contract.listPostingRuns, {
  select: selectPostingRuns,
  selectForFile: selectPostingRunsForFile,
  count: countPostingRuns,
  sortColumns: postingRunSorts,
  key: 'r.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'postingRuns.exported', entity: 'postingRun' },
  },
})

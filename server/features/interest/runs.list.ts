import { listPostingRuns } from '#contract/interest.ts'
import en from '#locales/en/runs.ts'
import es from '#locales/es/runs.ts'
import pt from '#locales/pt/runs.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countPostingRuns, postingRunSorts, selectPostingRuns, selectPostingRunsForFile } from './runs.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const postingRunRoutes = buildListRoutes(listPostingRuns, {
  select: selectPostingRuns,
  selectForFile: selectPostingRunsForFile,
  count: countPostingRuns,
  sortColumns: postingRunSorts,
  key: 'r.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    columns: {
      businessDate: { heading: (t) => t.fields.businessDate, kind: 'date' },
      kind: { heading: (t) => t.fields.kind, kind: 'text', width: 16, word: buildCodeTextGetter((t) => t.kinds) },
      startedAt: { heading: (t) => t.fields.startedAt, kind: 'moment' },
      finishedAt: { heading: (t) => t.fields.finishedAt, kind: 'moment' },
      accounts: { heading: (t) => t.fields.accounts, kind: 'integer' },
      journals: { heading: (t) => t.fields.journals, kind: 'integer' },
      interest: { heading: (t) => t.fields.interest, kind: 'money' },
      bonus: { heading: (t) => t.fields.bonus, kind: 'money' },
      withheld: { heading: (t) => t.fields.withheld, kind: 'money' },
      failures: { heading: (t) => t.fields.failures, kind: 'integer' },
    },
    audited: { action: 'postingRuns.exported', entity: 'postingRun' },
  },
})

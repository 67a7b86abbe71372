import { listPostingRuns } from '#contract/interest.ts'
import en from '#locales/en/runs.ts'
import es from '#locales/es/runs.ts'
import pt from '#locales/pt/runs.ts'
import { textsIn } from '#server/core/texts.ts'
import { serveList } from '#server/reports/serve-list.ts'
import { wordOf } from '#server/reports/word-of.ts'
import { countRuns, runSorts, selectRuns, selectRunsForFile } from './runs.queries.ts'

const texts = textsIn({ es, en, pt })

export const runRoutes = serveList(listPostingRuns, {
  select: selectRuns,
  selectForFile: selectRunsForFile,
  count: countRuns,
  sortColumns: runSorts,
  key: 'r.id',
  file: {
    texts,
    title: (t) => t.title,
    columns: {
      businessDate: { heading: (t) => t.fields.businessDate, kind: 'date' },
      kind: { heading: (t) => t.fields.kind, kind: 'text', width: 16, word: wordOf((t) => t.kinds) },
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

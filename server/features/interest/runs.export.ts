import { listPostingRuns } from '#contract/interest.ts'
import en from '#locales/en/runs.ts'
import es from '#locales/es/runs.ts'
import pt from '#locales/pt/runs.ts'
import { textsIn } from '#server/core/texts.ts'
import { exportList } from '#server/reports/export-list.ts'
import { allRuns, countRuns } from './runs.queries.ts'

const texts = textsIn({ es, en, pt })

export const runExports = [
  exportList(listPostingRuns.exportRows, {
    texts,
    title: (t) => t.title,
    columns: {
      businessDate: { heading: (t) => t.fields.businessDate, kind: 'date' },
      kind: {
        heading: (t) => t.fields.kind,
        kind: 'text',
        width: 16,
        word: (value, t) => (t.kinds as Record<string, string | undefined>)[value],
      },
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
    total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countRuns(ctx, filters)).total,
    rows: async (ctx, { query: { format: _, columns: __, ...query } }) => allRuns(ctx, query),
  }),
]

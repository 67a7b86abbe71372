import { type ContributionRow, listContributions } from '#contract/contributions.ts'
import en from '#locales/en/contributions.ts'
import es from '#locales/es/contributions.ts'
import mx from '#locales/mx/contributions.ts'
import pt from '#locales/pt/contributions.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { countContributions, queryAllContributions } from './contributions.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })
type Texts = ReturnType<typeof getTexts>

const contributionColumns: Partial<Record<keyof ContributionRow & string, ExportColumn<Texts>>> = {
  bookingDate: { heading: (t) => t.fields.bookingDate, kind: 'date' },
  valueDate: { heading: (t) => t.fields.valueDate, kind: 'date' },
  clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
  clientCvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
  accountNumber: { heading: (t) => t.fields.account, kind: 'text', width: 22 },
  source: {
    heading: (t) => t.fields.source,
    kind: 'text',
    width: 16,
    word: (value, t) => t.sources[value as keyof Texts['sources']],
  },
  description: { heading: (t) => t.fields.description, kind: 'text', width: 40 },
  amount: { heading: (t) => t.fields.amount, kind: 'money' },
  correction: {
    heading: (t) => t.fields.correction,
    kind: 'text',
    width: 16,
    word: (value, t) => t.corrections[value as keyof Texts['corrections']],
  },
  confirmation: {
    heading: (t) => t.fields.confirmation,
    kind: 'text',
    width: 26,
    word: (value, t) => t.confirmations[value as keyof Texts['confirmations']],
  },
}

export const contributionExports = [
  buildListExportRoute(listContributions.exportRows, {
    texts: getTexts,
    title: (t) => t.title,
    columns: contributionColumns,
    audited: { action: 'contributions.exported', entity: 'journal' },
    total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countContributions(ctx, filters)).total,
    rows: async (ctx, { query: { format: _, columns: __, ...query } }) => queryAllContributions(ctx, query),
  }),
]

import { type JournalRow, listJournals } from '#contract/accounting.ts'
import en from '#locales/en/accounting.ts'
import es from '#locales/es/accounting.ts'
import pt from '#locales/pt/accounting.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { countJournals, queryAllJournals } from './journals.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>

const journalColumns: Partial<Record<keyof JournalRow, ExportColumn<Texts>>> = {
  id: { heading: (t) => t.journals.fields.id, kind: 'text', width: 18 },
  bookingDate: { heading: (t) => t.journals.fields.bookingDate, kind: 'date' },
  valueDate: { heading: (t) => t.journals.fields.valueDate, kind: 'date' },
  kind: {
    heading: (t) => t.journals.fields.kind,
    kind: 'text',
    width: 16,
    word: (value, t) => t.kinds[value as keyof Texts['kinds']],
  },
  description: { heading: (t) => t.journals.fields.description, kind: 'text', width: 40 },
  accountNumber: { heading: (t) => t.journals.fields.account, kind: 'text', width: 22 },
  clientName: { heading: (t) => t.journals.fields.client, kind: 'text', width: 34 },
  amount: { heading: (t) => t.journals.fields.amount, kind: 'money' },
  correction: {
    heading: (t) => t.journals.fields.correction,
    kind: 'text',
    width: 16,
    word: (value, t) => t.corrections[value as keyof Texts['corrections']],
  },
  source: {
    heading: (t) => t.journals.fields.source,
    kind: 'text',
    width: 20,
    word: (value, t) => (t.sources as Record<string, string | undefined>)[value],
  },
  byName: { heading: (t) => t.journals.fields.by, kind: 'text', width: 28 },
}

export const journalExports = [
  buildListExportRoute(listJournals.exportRows, {
    texts: getTexts,
    title: (t) => t.journals.title,
    columns: journalColumns,
    audited: { action: 'journals.exported', entity: 'journal' },
    total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countJournals(ctx, filters)).total,
    rows: async (ctx, { query: { format: _, columns: __, ...query } }) => queryAllJournals(ctx, query),
  }),
]

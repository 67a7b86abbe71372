import { listTaxesOwed, type TaxOwedRow } from '#contract/accounting/entries.ts'
import en from '#locales/en/taxes.ts'
import es from '#locales/es/taxes.ts'
import pt from '#locales/pt/taxes.ts'
import { textsIn } from '#server/core/texts.ts'
import { type ExportColumn, exportList } from '#server/reports/export-list.ts'
import { allTaxesOwed, countTaxesOwed } from './tax-owed.queries.ts'

const texts = textsIn({ es, en, pt })
type Texts = ReturnType<typeof texts>

const columns: Partial<Record<keyof TaxOwedRow, ExportColumn<Texts>>> = {
  month: { heading: (t) => t.owed.month, kind: 'date' },
  form: {
    heading: (t) => t.fields.form,
    kind: 'text',
    width: 24,
    word: (value, t) => t.forms[value as keyof Texts['forms']],
  },
  withheld: { heading: (t) => t.fields.withheld, kind: 'money' },
  adjusted: { heading: (t) => t.owed.adjusted, kind: 'money' },
  paid: { heading: (t) => t.owed.paid, kind: 'money' },
  owed: { heading: (t) => t.owed.owed, kind: 'money' },
}

export const taxOwedExports = [
  exportList(listTaxesOwed.exportRows, {
    texts,
    title: (t) => t.owed.title,
    columns,
    audited: { action: 'taxesOwed.exported', entity: 'ledger' },
    total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countTaxesOwed(ctx, filters)).total,
    rows: async (ctx, { query: { format: _, columns: __, ...query } }) => allTaxesOwed(ctx, query),
  }),
]

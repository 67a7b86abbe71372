import { listTaxesOwed, type TaxOwedRow } from '#contract/accounting/entries.ts'
import en from '#locales/en/taxes.ts'
import es from '#locales/es/taxes.ts'
import pt from '#locales/pt/taxes.ts'
import { textsIn } from '#server/core/texts.ts'
import type { ExportColumn } from '#server/reports/export-list.ts'
import { serveList } from '#server/reports/serve-list.ts'
import { wordOf } from '#server/reports/word-of.ts'
import { countTaxesOwed, selectTaxesOwed, taxOwedSorts } from './tax-owed.queries.ts'

const texts = textsIn({ es, en, pt })
type Texts = ReturnType<typeof texts>

const columns: Partial<Record<keyof TaxOwedRow, ExportColumn<Texts>>> = {
  month: { heading: (t) => t.owed.month, kind: 'date' },
  form: { heading: (t) => t.fields.form, kind: 'text', width: 24, word: wordOf((t) => t.forms) },
  withheld: { heading: (t) => t.fields.withheld, kind: 'money' },
  adjusted: { heading: (t) => t.owed.adjusted, kind: 'money' },
  paid: { heading: (t) => t.owed.paid, kind: 'money' },
  owed: { heading: (t) => t.owed.owed, kind: 'money' },
}

export const taxOwedRoutes = serveList(listTaxesOwed, {
  select: selectTaxesOwed,
  count: countTaxesOwed,
  sortColumns: taxOwedSorts,
  key: 'o.id',
  file: { texts, title: (t) => t.owed.title, columns, audited: { action: 'taxesOwed.exported', entity: 'ledger' } },
})

import { listOwedTaxes, type OwedTaxRow } from '#contract/accounting/entries.ts'
import en from '#locales/en/taxes.ts'
import es from '#locales/es/taxes.ts'
import pt from '#locales/pt/taxes.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import type { ExportColumn } from '#server/reports/export-list.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countTaxesOwed, selectTaxesOwed, taxOwedSorts } from './tax-owed.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>

const taxOwedColumns: Partial<Record<keyof OwedTaxRow, ExportColumn<Texts>>> = {
  month: { heading: (t) => t.owed.month, kind: 'date' },
  form: { heading: (t) => t.fields.form, kind: 'text', width: 24, word: buildCodeTextGetter((t) => t.forms) },
  withheld: { heading: (t) => t.fields.withheld, kind: 'money' },
  adjusted: { heading: (t) => t.owed.adjusted, kind: 'money' },
  paid: { heading: (t) => t.owed.paid, kind: 'money' },
  owed: { heading: (t) => t.owed.owed, kind: 'money' },
}

export const taxOwedRoutes = buildListRoutes(listOwedTaxes, {
  select: selectTaxesOwed,
  count: countTaxesOwed,
  sortColumns: taxOwedSorts,
  key: 'o.id',
  file: {
    texts: getTexts,
    title: (t) => t.owed.title,
    columns: taxOwedColumns,
    audited: { action: 'taxesOwed.exported', entity: 'ledger' },
  },
})

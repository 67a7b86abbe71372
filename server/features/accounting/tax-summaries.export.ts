import { listTaxSummaries, type TaxSummaryRow } from '#contract/accounting/taxes.ts'
import en from '#locales/en/taxes.ts'
import es from '#locales/es/taxes.ts'
import pt from '#locales/pt/taxes.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { countTaxSummaries, queryAllTaxSummaries } from './tax.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>

const taxSummaryColumns: Partial<Record<keyof TaxSummaryRow, ExportColumn<Texts>>> = {
  form: {
    heading: (t) => t.fields.form,
    kind: 'text',
    width: 22,
    word: (value, t) => t.forms[value as keyof Texts['forms']],
  },
  clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
  clientCvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
  identityNumber: { heading: (t) => t.fields.identity, kind: 'text', width: 20 },
  country: { heading: (t) => t.fields.country, kind: 'text', width: 10 },
  payments: { heading: (t) => t.fields.payments, kind: 'integer' },
  gross: { heading: (t) => t.fields.gross, kind: 'money' },
  base: { heading: (t) => t.fields.base, kind: 'money' },
  rate: { heading: (t) => t.fields.rate, kind: 'rate', width: 12 },
  withheld: { heading: (t) => t.fields.withheld, kind: 'money' },
}

export const taxExports = [
  buildListExportRoute(listTaxSummaries.exportRows, {
    texts: getTexts,
    title: (t) => t.title,
    columns: taxSummaryColumns,
    audited: { action: 'taxSummaries.exported', entity: 'ledger' },
    total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countTaxSummaries(ctx, filters)).total,
    rows: async (ctx, { query: { format: _, columns: __, ...query } }) => queryAllTaxSummaries(ctx, query),
  }),
]

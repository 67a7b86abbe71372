import * as contract from '#contract/income-dashboard.ts'
import en from '#locales/en/income-dashboard.ts'
import es from '#locales/es/income-dashboard.ts'
import pt from '#locales/pt/income-dashboard.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { type BuiltColumns, selectBuiltRows } from '#server/reports/select-built-rows.ts'
import { findIncome } from './get-income.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>
type Column = (typeof contract.incomeColumns)[number]

const columns = Object.fromEntries(
  contract.incomeColumns.map((column): [Column, ExportColumn<Texts>] => [
    column,
    { heading: (t) => t.fields[column], kind: column === 'month' ? 'date' : 'money', width: 20 },
  ]),
) as Record<Column, ExportColumn<Texts>>

const types: BuiltColumns = Object.fromEntries(
  contract.incomeColumns.map((column) => [column, column === 'month' ? 'date' : 'numeric']),
)

export const incomeExport = buildListExportRoute(contract.exportIncome, {
  texts: getTexts,
  title: (t) => t.title,
  columns,
  audited: { action: 'incomeDashboard.exported', entity: 'incomeDashboard' },
  total: async () => 12,
  rows: async (ctx, { query }) => {
    const { months } = await findIncome(ctx, { query })
    return selectBuiltRows(
      ctx,
      types,
      months.map((month) => contract.incomeColumns.map((column) => month[column])),
    )
  },
})

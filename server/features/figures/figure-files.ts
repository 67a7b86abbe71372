import { flowParts } from '#contract/figures/keys.ts'
import * as contract from '#contract/figures.ts'
import en from '#locales/en/figures.ts'
import es from '#locales/es/figures.ts'
import pt from '#locales/pt/figures.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { resolveRequest, selectFigureGroups } from '#server/domain/figure-rows.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { type BuiltColumns, selectBuiltRows } from '#server/reports/select-built-rows.ts'
import { findProductHistory } from './figure-groups.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>

const groupColumns: Record<(typeof contract.figureGroupColumns)[number], ExportColumn<Texts>> = {
  product: { heading: (t) => t.rows.product, kind: 'text', width: 28 },
  manager: { heading: (t) => t.rows.manager, kind: 'text', width: 34 },
  month: { heading: (t) => t.month, kind: 'date' },
  part: { heading: (t) => t.part, kind: 'text', width: 24, word: buildCodeTextGetter((t) => t.parts) },
  count: { heading: (t) => t.count, kind: 'integer' },
  amount: { heading: (t) => t.amount, kind: 'money', width: 20 },
}

const selectGroupsForFile = async (
  ctx: Ctx,
  figure: keyof typeof es.figures,
  query: Parameters<typeof resolveRequest>[2] & {
    by: (typeof contract.getFigureGroups.query.shape.by.options)[number]
  },
) => {
  const groups = await selectFigureGroups(figure, await resolveRequest(ctx, figure, query), query.by)
  return ctx.db
    .selectFrom(groups.as('f'))
    .select(['f.productName as product', 'f.managerName as manager', 'f.month', 'f.part', 'f.count', 'f.amount'])
}

const buildFlowColumn = (part: (typeof flowParts)[number]): ExportColumn<Texts> => ({
  heading: (t) => t.parts[part],
  kind: 'money',
  width: 18,
})

const historyColumns: Record<(typeof contract.productHistoryColumns)[number], ExportColumn<Texts>> = {
  month: { heading: (t) => t.month, kind: 'date' },
  product: { heading: (t) => t.rows.product, kind: 'text', width: 28 },
  opening: { heading: (t) => t.opening, kind: 'money', width: 20 },
  ...(Object.fromEntries(flowParts.map((part) => [part, buildFlowColumn(part)])) as Record<
    (typeof flowParts)[number],
    ExportColumn<Texts>
  >),
  others: { heading: (t) => t.others, kind: 'money', width: 20 },
  closing: { heading: (t) => t.closing, kind: 'money', width: 20 },
}

const historyTypes: BuiltColumns = Object.fromEntries(
  contract.productHistoryColumns.map((column) => [
    column,
    ({ month: 'date', product: 'text' } as const)[column as 'month' | 'product'] ?? 'numeric',
  ]),
)

const buildHistoryRows = async (ctx: Ctx, query: Parameters<typeof findProductHistory>[1]['query']) => {
  const { months } = await findProductHistory(ctx, { query })
  return selectBuiltRows(
    ctx,
    historyTypes,
    months.map(({ month, product, opening, flows, others, closing }) => [
      month,
      product.name,
      opening,
      ...flowParts.map((part) => flows.find((flow) => flow.part === part)?.amount ?? '0.00'),
      others,
      closing,
    ]),
  )
}

export const figureFileRoutes = [
  buildListExportRoute(contract.exportFigureGroups, {
    texts: getTexts,
    title: (t) => t.title,
    columns: groupColumns,
    audited: { action: 'figures.exported', entity: 'figure' },
    total: async (ctx, { params, query }) =>
      (await (await selectGroupsForFile(ctx, params.figure, query)).execute()).length,
    rows: (ctx, { params, query }) => selectGroupsForFile(ctx, params.figure, query),
  }),
  buildListExportRoute(contract.exportProductHistory, {
    texts: getTexts,
    title: (t) => t.history.title,
    columns: historyColumns,
    audited: { action: 'figures.exported', entity: 'figure' },
    total: async (ctx, { query }) => (await findProductHistory(ctx, { query })).months.length,
    rows: (ctx, { query }) => buildHistoryRows(ctx, query),
  }),
]

import { type FigurePart, flowParts } from '#contract/figures/keys.ts'
import { type PanelTile, panelTiles, panelUnits } from '#contract/firm-panel/tiles.ts'
import * as contract from '#contract/firm-panel.ts'
import enFigures from '#locales/en/figures.ts'
import en from '#locales/en/firm-panel.ts'
import esFigures from '#locales/es/figures.ts'
import es from '#locales/es/firm-panel.ts'
import ptFigures from '#locales/pt/figures.ts'
import pt from '#locales/pt/firm-panel.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { type BuiltColumns, selectBuiltRows } from '#server/reports/select-built-rows.ts'
import { findFlow, findPanelChange } from './panel-change.ts'
import { getPanelDays } from './panel-days.ts'
import { findPanelTrends } from './panel-trends.ts'

const getTexts = buildTextsGetter({
  es: { ...es, flows: esFigures.parts },
  en: { ...en, flows: enFigures.parts },
  pt: { ...pt, flows: ptFigures.parts },
})
type Texts = ReturnType<typeof getTexts>

const fileKinds = { money: 'money', count: 'integer', percent: 'rate' } as const
const audited = { action: 'firmPanel.exported', entity: 'firmPanel' }

const tileColumns = Object.fromEntries(
  panelTiles.map((tile): [PanelTile, ExportColumn<Texts>] => [
    tile,
    { heading: (t) => t.tiles[tile], kind: fileKinds[panelUnits[tile]], width: 20 },
  ]),
) as Record<PanelTile, ExportColumn<Texts>>

const monthColumns: Record<(typeof contract.panelMonthColumns)[number], ExportColumn<Texts>> = {
  month: { heading: (t) => t.month, kind: 'date' },
  through: { heading: (t) => t.through, kind: 'date' },
  ...tileColumns,
}

const monthTypes: BuiltColumns = {
  month: 'date',
  through: 'date',
  ...Object.fromEntries(panelTiles.map((tile) => [tile, panelUnits[tile] === 'count' ? 'int' : 'numeric'])),
}

const buildMonthRows = async (ctx: Ctx, query: Parameters<typeof findPanelTrends>[1]['query']) => {
  const { tiles } = await findPanelTrends(ctx, { query })
  const rows = getPanelDays(ctx.businessDate).months.map(({ month, through }, at) => [
    month,
    through,
    ...panelTiles.map((key) => tiles.find((tile) => tile.key === key)?.points[at]?.value ?? null),
  ])
  return selectBuiltRows(ctx, monthTypes, rows)
}

const flowColumns = Object.fromEntries(
  flowParts.map((part): [string, ExportColumn<Texts>] => [
    part,
    { heading: (t) => t.flows[part], kind: 'money', width: 18 },
  ]),
) as Record<(typeof flowParts)[number], ExportColumn<Texts>>

const changeColumns: Record<(typeof contract.panelChangeColumns)[number], ExportColumn<Texts>> = {
  product: { heading: (t) => t.by.product, kind: 'text', width: 28 },
  manager: { heading: (t) => t.by.manager, kind: 'text', width: 34 },
  opening: { heading: (t) => t.opening, kind: 'money', width: 20 },
  ...flowColumns,
  others: { heading: (t) => t.others, kind: 'money', width: 20 },
  closing: { heading: (t) => t.closing, kind: 'money', width: 20 },
  change: { heading: (t) => t.change, kind: 'money', width: 20 },
}

const changeTypes: BuiltColumns = Object.fromEntries(
  contract.panelChangeColumns.map((column) => [
    column,
    column === 'product' || column === 'manager' ? 'text' : 'numeric',
  ]),
)

const buildChangeRows = async (ctx: Ctx, query: Parameters<typeof findPanelChange>[1]['query']) => {
  const { lines } = await findPanelChange(ctx, { query })
  const rows = lines.map((line) => [
    line.product?.name ?? null,
    line.manager?.name ?? null,
    line.opening,
    ...flowParts.map((part: FigurePart) => findFlow(line, part)),
    line.others,
    line.closing,
    line.change,
  ])
  return { rows: selectBuiltRows(ctx, changeTypes, rows), total: rows.length }
}

export const panelFileRoutes = [
  buildListExportRoute(contract.exportPanelMonths, {
    texts: getTexts,
    title: (t) => t.title,
    columns: monthColumns,
    audited,
    total: async (ctx) => getPanelDays(ctx.businessDate).months.length,
    rows: (ctx, { query }) => buildMonthRows(ctx, query),
  }),
  buildListExportRoute(contract.exportPanelChange, {
    texts: getTexts,
    title: (t) => t.changeTitle,
    columns: changeColumns,
    audited,
    total: async (ctx, { query }) => (await buildChangeRows(ctx, query)).total,
    rows: async (ctx, { query }) => (await buildChangeRows(ctx, query)).rows,
  }),
]

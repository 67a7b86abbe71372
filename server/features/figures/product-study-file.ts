import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Idioma } from '#contract/core/values.ts'
import * as contract from '#contract/figures/product-study.ts'
import en from '#locales/en/figures.ts'
import enProducts from '#locales/en/product-figures.ts'
import es from '#locales/es/figures.ts'
import esProducts from '#locales/es/product-figures.ts'
import pt from '#locales/pt/figures.ts'
import ptProducts from '#locales/pt/product-figures.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { findProductFigures } from './product-study.ts'

const getFigureTexts = buildTextsGetter({ es, en, pt })
const getProductTexts = buildTextsGetter({ es: esProducts, en: enProducts, pt: ptProducts })
const getTexts = (idioma: Idioma) => ({ ...getFigureTexts(idioma), products: getProductTexts(idioma) })
type Texts = ReturnType<typeof getTexts>
type Column = (typeof contract.productStudyColumns)[number]

const columns: Record<Column, ExportColumn<Texts>> = {
  product: { heading: (t) => t.rows.product, kind: 'text', width: 28 },
  from: { heading: (t) => t.from, kind: 'date' },
  to: { heading: (t) => t.to, kind: 'date' },
  inflow: { heading: (t) => t.products.inflow, kind: 'money', width: 20 },
  outflow: { heading: (t) => t.products.outflow, kind: 'money', width: 20 },
  transfers: { heading: (t) => t.products.transfers, kind: 'money', width: 20 },
  averageBalance: { heading: (t) => t.products.averageBalance, kind: 'money', width: 20 },
  ended: { heading: (t) => t.products.ended, kind: 'integer' },
  lifeDays: { heading: (t) => t.products.lifeDays, kind: 'rate', width: 20 },
  matured: { heading: (t) => t.products.matured, kind: 'money', width: 20 },
  retained: { heading: (t) => t.products.retained, kind: 'money', width: 20 },
  retention: { heading: (t) => t.products.retention, kind: 'rate' },
  penalties: { heading: (t) => t.products.penalties, kind: 'money', width: 20 },
}

type FileQuery = ParsedRequest<typeof contract.exportProductFigures>['query']
type Line = Record<Column, string | number | null>

/** A line for each product, or for each of its months. */
const buildLines = async (ctx: Ctx, { by, product: only, ...query }: FileQuery): Promise<Line[]> => {
  const { from, through, months, products } = await findProductFigures(ctx, { query })
  return products
    .filter(({ product }) => only === undefined || product.id === only)
    .flatMap(({ product: { name: product }, months: cells, ...all }) =>
      by === 'product'
        ? [{ ...all, product, from, to: through }]
        : cells.map((cell, at) => ({ ...cell, product, from: months[at]!.from, to: months[at]!.through })),
    )
}

export const productStudyExport = buildListExportRoute(contract.exportProductFigures, {
  texts: getTexts,
  title: (t) => t.products.title,
  columns,
  audited: { action: 'figures.exported', entity: 'figure' },
  total: async (ctx, { query }) => (await buildLines(ctx, query)).length,
  // What is put together of several statements has none of its own that a cursor could read.
  rows: async (ctx, { query }) =>
    ctx.db
      .selectFrom(
        sql<Line>`jsonb_to_recordset(${toJsonRecords(await buildLines(ctx, query))}::jsonb)`.as<'r'>(
          sql`r(product text, "from" date, "to" date, inflow numeric, outflow numeric, transfers numeric, average_balance numeric, ended int,
                life_days numeric, matured numeric, retained numeric, retention numeric, penalties numeric)`,
        ),
      )
      .select(contract.productStudyColumns.map((column) => sql.ref(`r.${column}`).as(column))),
})

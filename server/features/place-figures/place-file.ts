import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import * as contract from '#contract/place-figures.ts'
import en from '#locales/en/place-figures.ts'
import es from '#locales/es/place-figures.ts'
import pt from '#locales/pt/place-figures.ts'
import { findPlaceName, getPlaceCountry } from '#rules/places.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { findPlaceFigures } from './place-figures.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>
type FileColumn = (typeof contract.placeFileColumns)[number]
type FileQuery = ParsedRequest<typeof contract.exportPlaceFigures>['query']

const nameCountry = (country: string, _texts: Texts, locale: string): string | undefined =>
  new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(country)

const columns: Record<FileColumn, ExportColumn<Texts>> = {
  country: { heading: (t) => t.columns.country, kind: 'text', width: 24, word: nameCountry },
  place: {
    heading: (t) => t.columns.place,
    kind: 'text',
    width: 28,
    word: (place, t) => findPlaceName(place) ?? t.unknown,
  },
  channel: { heading: (t) => t.columns.channel, kind: 'text', width: 20, word: buildCodeTextGetter((t) => t.channels) },
  product: { heading: (t) => t.columns.product, kind: 'text', width: 28 },
  clients: { heading: (t) => t.columns.clients, kind: 'integer' },
  accounts: { heading: (t) => t.columns.accounts, kind: 'integer' },
  capital: { heading: (t) => t.columns.capital, kind: 'money', width: 20 },
  balance: { heading: (t) => t.columns.balance, kind: 'money', width: 20 },
  captation: { heading: (t) => t.columns.captation, kind: 'money', width: 20 },
}

const findLines = async (ctx: Ctx, { by, format: _, columns: _c, filterText: _t, ...filters }: FileQuery) => {
  const { places, channels, products } = await findPlaceFigures(ctx, { query: filters })
  if (by === 'place') return places.map((line) => ({ ...line, country: getPlaceCountry(line.place) }))
  if (by === 'channel') return channels
  return products.map(({ product, ...sums }) => ({ ...sums, product: product.name }))
}

const typeOf = ({ kind }: ExportColumn<Texts>): string =>
  ({ integer: 'int', money: 'numeric' })[kind as string] ?? 'text'

/** What is put together of several statements has none of its own that a cursor could read. */
export const placeFileRoute = buildListExportRoute(contract.exportPlaceFigures, {
  texts: getTexts,
  title: (t) => t.title,
  columns,
  audited: { action: 'figures.exported', entity: 'figure' },
  total: async (ctx, { query }) => (await findLines(ctx, query)).length,
  rows: async (ctx, { query }) => {
    const shape = contract.placeFileColumns.map((column) => `${column} ${typeOf(columns[column])}`).join(', ')
    return ctx.db
      .selectFrom(
        sql<
          Record<FileColumn, string | null>
        >`jsonb_to_recordset(${JSON.stringify(await findLines(ctx, query))}::jsonb)`.as<'r'>(sql.raw(`r(${shape})`)),
      )
      .select(contract.placeFileColumns.map((column) => `r.${column}` as const))
  },
})

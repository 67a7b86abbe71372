import { sql } from 'kysely'
import * as contract from '#contract/team.ts'
import en from '#locales/en/team.ts'
import enView from '#locales/en/view.ts'
import es from '#locales/es/team.ts'
import esView from '#locales/es/view.ts'
import pt from '#locales/pt/team.ts'
import ptView from '#locales/pt/view.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countCaptation, findCaptation, selectCaptationForFile } from './captation.queries.ts'
import { findTeamCards, resolveTeamLeader } from './team.queries.ts'

const getTexts = buildTextsGetter({
  es: { ...es, positions: esView.positions },
  en: { ...en, positions: enView.positions },
  pt: { ...pt, positions: ptView.positions },
})
type Texts = ReturnType<typeof getTexts>
type TeamColumn = (typeof contract.teamExportColumns)[number]

const buildMoneyColumn = (heading: (t: Texts) => string): ExportColumn<Texts> => ({ heading, kind: 'money', width: 20 })
const prefixTeamHeading = (heading: (t: Texts) => string) => (t: Texts) => `${t.views.team}: ${heading(t)}`

const teamColumns: Record<TeamColumn, ExportColumn<Texts>> = {
  name: { heading: (t) => t.file.name, kind: 'text', width: 34 },
  cvl: { heading: (t) => t.file.cvl, kind: 'text', width: 14 },
  position: { heading: (t) => t.file.position, kind: 'text', width: 18, word: buildCodeTextGetter((t) => t.positions) },
  officeName: { heading: (t) => t.file.office, kind: 'text', width: 26 },
  linkedAs: { heading: (t) => t.file.linkedAs, kind: 'text', width: 16, word: buildCodeTextGetter((t) => t.positions) },
  clients: { heading: (t) => t.clients, kind: 'integer' },
  capital: buildMoneyColumn((t) => t.capital),
  monthGross: buildMoneyColumn((t) => t.file.monthGross),
  monthOut: buildMoneyColumn((t) => t.file.monthOut),
  monthNet: buildMoneyColumn((t) => t.file.monthNet),
  yearGross: buildMoneyColumn((t) => t.file.yearGross),
  yearOut: buildMoneyColumn((t) => t.file.yearOut),
  yearNet: buildMoneyColumn((t) => t.file.yearNet),
  under: { heading: (t) => t.file.under, kind: 'integer' },
  teamClients: { heading: prefixTeamHeading((t) => t.clients), kind: 'integer', width: 20 },
  teamCapital: buildMoneyColumn(prefixTeamHeading((t) => t.capital)),
  teamMonthGross: buildMoneyColumn(prefixTeamHeading((t) => t.file.monthGross)),
  teamMonthOut: buildMoneyColumn(prefixTeamHeading((t) => t.file.monthOut)),
  teamMonthNet: buildMoneyColumn(prefixTeamHeading((t) => t.file.monthNet)),
  teamYearGross: buildMoneyColumn(prefixTeamHeading((t) => t.file.yearGross)),
  teamYearOut: buildMoneyColumn(prefixTeamHeading((t) => t.file.yearOut)),
  teamYearNet: buildMoneyColumn(prefixTeamHeading((t) => t.file.yearNet)),
}

const flattenFigures = (figures: contract.TeamFigures | null) => [
  figures?.clients ?? null,
  figures?.capital ?? null,
  ...[figures?.month, figures?.year].flatMap((one) => [one?.gross ?? null, one?.out ?? null, one?.net ?? null]),
]

/** In the order of the columns. */
const toTeamRow = ({ name, cvl, position, officeName, linkedAs, own, under, team }: contract.TeamCard) => [
  name,
  cvl,
  position,
  officeName,
  linkedAs,
  ...flattenFigures(own),
  under,
  ...flattenFigures(team),
]

const findExportCards = async (ctx: Ctx, of: string | undefined): Promise<contract.TeamCard[]> => {
  const person = resolveTeamLeader(ctx, of)
  const cards = await findTeamCards(ctx, person)
  if (person !== null && cards[0]?.id !== person) throw buildRefusal('notFound')
  return cards
}

/** The cards as rows of a query: what computes them has no statement of its own that a cursor could read. */
const buildTeamRowsQuery = (ctx: Ctx, cards: readonly contract.TeamCard[]) => {
  const rows = JSON.stringify(cards.map((card, at) => [...toTeamRow(card), at]))
  const columns = contract.teamExportColumns.map((column, at) => {
    const { kind } = teamColumns[column]
    const type = kind === 'money' ? 'numeric' : kind === 'integer' ? 'int' : 'text'
    return sql`(r.row ->> ${sql.lit(at)})::${sql.raw(type)}`.as(column)
  })
  return ctx.db
    .selectFrom(
      sql<{ row: unknown; at: string }>`jsonb_array_elements(${rows}::jsonb) with ordinality`.as(sql`r(row, at)`),
    )
    .select(columns)
    .orderBy('r.at')
}

/** The cards aren't a list: they are worked out together, with no pages. */
export const teamRoutes = [
  buildListExportRoute(contract.exportTeam, {
    texts: getTexts,
    title: (t) => t.title,
    columns: teamColumns,
    audited: { action: 'team.exported', entity: 'team' },
    total: async (ctx, { query: { of } }) => (await findExportCards(ctx, of)).length,
    rows: async (ctx, { query: { of } }) => buildTeamRowsQuery(ctx, await findExportCards(ctx, of)),
  }),
  ...buildListRoutes(contract.listCaptationMovements, {
    findPage: findCaptation,
    selectAll: selectCaptationForFile,
    count: countCaptation,
    file: {
      texts: getTexts,
      title: (t) => t.rows.title,
      audited: { action: 'captation.exported', entity: 'employee', entityId: ({ params }) => params.employeeId },
    },
  }),
]

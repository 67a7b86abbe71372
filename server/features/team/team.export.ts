import { sql } from 'kysely'
import {
  type CaptationRow,
  exportTeam,
  type Figures,
  listCaptation,
  type TeamCard,
  teamFileColumns,
} from '#contract/team.ts'
import en from '#locales/en/team.ts'
import enView from '#locales/en/view.ts'
import es from '#locales/es/team.ts'
import esView from '#locales/es/view.ts'
import pt from '#locales/pt/team.ts'
import ptView from '#locales/pt/view.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { textsIn } from '#server/core/texts.ts'
import { type ExportColumn, exportList } from '#server/reports/export-list.ts'
import { wordOf } from '#server/reports/word-of.ts'
import { allCaptation, countCaptation } from './captation.queries.ts'
import { findCards, whose } from './team.queries.ts'

const texts = textsIn({
  es: { ...es, positions: esView.positions },
  en: { ...en, positions: enView.positions },
  pt: { ...pt, positions: ptView.positions },
})
type Texts = ReturnType<typeof texts>
type TeamColumn = (typeof teamFileColumns)[number]

const money = (heading: (t: Texts) => string): ExportColumn<Texts> => ({ heading, kind: 'money', width: 20 })
const ofTeam = (heading: (t: Texts) => string) => (t: Texts) => `${t.views.team}: ${heading(t)}`

const teamColumns: Record<TeamColumn, ExportColumn<Texts>> = {
  name: { heading: (t) => t.file.name, kind: 'text', width: 34 },
  cvl: { heading: (t) => t.file.cvl, kind: 'text', width: 14 },
  position: { heading: (t) => t.file.position, kind: 'text', width: 18, word: wordOf((t) => t.positions) },
  officeName: { heading: (t) => t.file.office, kind: 'text', width: 26 },
  linkedAs: { heading: (t) => t.file.linkedAs, kind: 'text', width: 16, word: wordOf((t) => t.positions) },
  clients: { heading: (t) => t.clients, kind: 'integer' },
  capital: money((t) => t.capital),
  monthGross: money((t) => t.file.monthGross),
  monthOut: money((t) => t.file.monthOut),
  monthNet: money((t) => t.file.monthNet),
  yearGross: money((t) => t.file.yearGross),
  yearOut: money((t) => t.file.yearOut),
  yearNet: money((t) => t.file.yearNet),
  under: { heading: (t) => t.file.under, kind: 'integer' },
  teamClients: { heading: ofTeam((t) => t.clients), kind: 'integer', width: 20 },
  teamCapital: money(ofTeam((t) => t.capital)),
  teamMonthGross: money(ofTeam((t) => t.file.monthGross)),
  teamMonthOut: money(ofTeam((t) => t.file.monthOut)),
  teamMonthNet: money(ofTeam((t) => t.file.monthNet)),
  teamYearGross: money(ofTeam((t) => t.file.yearGross)),
  teamYearOut: money(ofTeam((t) => t.file.yearOut)),
  teamYearNet: money(ofTeam((t) => t.file.yearNet)),
}

const flat = (figures: Figures | null) => [
  figures?.clients ?? null,
  figures?.capital ?? null,
  ...[figures?.month, figures?.year].flatMap((one) => [one?.gross ?? null, one?.out ?? null, one?.net ?? null]),
]

/** In the order of the columns. */
const rowOf = ({ name, cvl, position, officeName, linkedAs, own, under, team }: TeamCard) => [
  ...[name, cvl, position, officeName, linkedAs],
  ...flat(own),
  under,
  ...flat(team),
]

const cardsOf = async (ctx: Ctx, of: string | undefined): Promise<TeamCard[]> => {
  const person = whose(ctx, of)
  const cards = await findCards(ctx, person)
  if (person !== null && cards[0]?.id !== person) throw refuse('notFound')
  return cards
}

/** The cards as rows of a query: what computes them has no statement of its own that a cursor could read. */
const recordsOf = (ctx: Ctx, cards: readonly TeamCard[]) => {
  const rows = JSON.stringify(cards.map((card, at) => [...rowOf(card), at]))
  const columns = teamFileColumns.map((column, at) => {
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

const captationColumns: Partial<Record<keyof CaptationRow, ExportColumn<Texts>>> = {
  bookingDate: { heading: (t) => t.rows.bookingDate, kind: 'date' },
  clientName: { heading: (t) => t.rows.client, kind: 'text', width: 36 },
  clientCvl: { heading: (t) => t.rows.cvl, kind: 'text', width: 14 },
  accountNumber: { heading: (t) => t.rows.account, kind: 'text', width: 26 },
  kind: { heading: (t) => t.rows.kind, kind: 'text', width: 18, word: wordOf((t) => t.kinds) },
  creditedTo: { heading: (t) => t.rows.creditedTo, kind: 'text', width: 34 },
  amount: { heading: (t) => t.rows.amount, kind: 'money' },
}

export const teamExports = [
  exportList(exportTeam, {
    texts,
    title: (t) => t.title,
    columns: teamColumns,
    audited: { action: 'team.exported', entity: 'team' },
    total: async (ctx, { query: { of } }) => (await cardsOf(ctx, of)).length,
    rows: async (ctx, { query: { of } }) => recordsOf(ctx, await cardsOf(ctx, of)),
  }),
  exportList(listCaptation.exportRows, {
    texts,
    title: (t) => t.rows.title,
    columns: captationColumns,
    audited: { action: 'captation.exported', entity: 'employee', entityId: ({ params }) => params.employeeId },
    total: async (ctx, { params, query: { period, view, unconfirmed } }) =>
      (await countCaptation(ctx, params, { period, view, unconfirmed })).total,
    rows: (ctx, { params, query: { period, view, unconfirmed, direction } }) =>
      allCaptation(ctx, params, { period, view, unconfirmed }, direction),
  }),
]

import * as contract from '#contract/people-dashboard.ts'
import en from '#locales/en/people-dashboard.ts'
import es from '#locales/es/people-dashboard.ts'
import pt from '#locales/pt/people-dashboard.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { type BuiltColumns, selectBuiltRows } from '#server/reports/select-built-rows.ts'
import { findPeople } from './get-people.ts'
import { findPeopleCaptation } from './people-captation.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>
type Column = (typeof contract.peopleColumns)[number]

const kindOf = (column: Column): ExportColumn<Texts>['kind'] => {
  if (column === 'name' || column === 'cvl') return 'text'
  if (column === 'since' || column === 'leftOn') return 'date'
  if (column === 'achievement') return 'rate'
  return counts.has(column) ? 'integer' : 'money'
}
const counts: ReadonlySet<Column> = new Set(['clients', 'calls', 'meetings', 'newContacts', 'converted'])
const typeOfKind = { text: 'text', date: 'date', rate: 'numeric', money: 'numeric', integer: 'int' } as const

const columns = Object.fromEntries(
  contract.peopleColumns.map((column): [Column, ExportColumn<Texts>] => [
    column,
    { heading: (t) => t.fields[column], kind: kindOf(column), width: column === 'name' ? 34 : 18 },
  ]),
) as Record<Column, ExportColumn<Texts>>

const types: BuiltColumns = Object.fromEntries(
  contract.peopleColumns.map((column) => [column, typeOfKind[kindOf(column) as keyof typeof typeOfKind]]),
)

/** Everybody in reach, and what is nobody's of them: with it the file adds up to the whole. */
const buildRows = async (ctx: Ctx, query: Parameters<typeof findPeople>[1]['query']) => {
  const [{ people, rest }, year, lifetime] = await Promise.all([
    findPeople(ctx, { query }),
    findPeopleCaptation(ctx, { query: { ...query, span: 'year' } }),
    findPeopleCaptation(ctx, { query: { ...query, span: 'lifetime' } }),
  ])
  const ofYear = new Map(year.people.map((one) => [one.personId, one]))
  const ofLife = new Map(lifetime.people.map((one) => [one.personId, one]))
  const nothing = { gross: '0.00', out: '0.00', net: '0.00', goal: null, achievement: null }
  const lines = people.map((person) => {
    const own = ofYear.get(person.id) ?? nothing
    const all = ofLife.get(person.id) ?? nothing
    return {
      ...person,
      yearGross: own.gross,
      yearOut: own.out,
      yearNet: own.net,
      goal: own.goal,
      achievement: own.achievement,
      lifetimeGross: all.gross,
      lifetimeOut: all.out,
      lifetimeNet: all.net,
    }
  })
  const restLine: Partial<Record<Column, string | number>> = {
    clients: rest.clients,
    capital: rest.capital,
    yearGross: year.rest.gross,
    yearOut: year.rest.out,
    yearNet: year.rest.net,
    lifetimeGross: lifetime.rest.gross,
    lifetimeOut: lifetime.rest.out,
    lifetimeNet: lifetime.rest.net,
  }
  return [...lines, restLine].map((line: Partial<Record<Column, string | number | null>>) =>
    contract.peopleColumns.map((column) => line[column] ?? null),
  )
}

export const peopleExport = buildListExportRoute(contract.exportPeople, {
  texts: getTexts,
  title: (t) => t.title,
  columns,
  audited: { action: 'peopleDashboard.exported', entity: 'peopleDashboard' },
  total: async (ctx, { query }) => (await findPeople(ctx, { query })).people.length + 1,
  rows: async (ctx, { query }) => selectBuiltRows(ctx, types, await buildRows(ctx, query)),
})

import { sql } from 'kysely'
import { exportMatrix, listPeople, type PersonRow } from '#contract/access.ts'
import { type Action, actions } from '#contract/permissions.ts'
import accessEn from '#locales/en/access.ts'
import permissionsEn from '#locales/en/permissions.ts'
import shellEn from '#locales/en/shell.ts'
import accessEs from '#locales/es/access.ts'
import permissionsEs from '#locales/es/permissions.ts'
import shellEs from '#locales/es/shell.ts'
import accessPt from '#locales/pt/access.ts'
import permissionsPt from '#locales/pt/permissions.ts'
import shellPt from '#locales/pt/shell.ts'
import { textsIn } from '#server/core/texts.ts'
import { type ExportColumn, exportList } from '#server/reports/export-list.ts'
import { onTheClock } from '#server/reports/on-the-clock.ts'
import { serveList } from '#server/reports/serve-list.ts'
import { wordOf } from '#server/reports/word-of.ts'
import { findCells } from './matrix.queries.ts'
import { countPeople, peopleSorts, selectPeople, selectPeopleForFile } from './people.queries.ts'

const texts = textsIn({
  es: { ...accessEs, ...permissionsEs, roles: shellEs.roles },
  en: { ...accessEn, ...permissionsEn, roles: shellEn.roles },
  pt: { ...accessPt, ...permissionsPt, roles: shellPt.roles },
})
type Texts = ReturnType<typeof texts>

type CellColumn = 'role' | 'module' | 'scope' | 'origin' | 'changedAt' | 'changedByName' | Action

type MatrixRow = Record<Exclude<CellColumn, Action>, string> & Record<Action, boolean> & { at: number }

const cellColumns: Record<CellColumn, ExportColumn<Texts>> = {
  role: { heading: (t) => t.fields.role, kind: 'text', width: 20, word: wordOf((t) => t.roles) },
  module: { heading: (t) => t.fields.module, kind: 'text', width: 26, word: wordOf((t) => t.modules) },
  ...(Object.fromEntries(
    actions.map((action) => [action, { heading: (t: Texts) => t.actions[action], kind: 'boolean' }]),
  ) as Record<Action, ExportColumn<Texts>>),
  scope: { heading: (t) => t.fields.scope, kind: 'text', width: 12, word: wordOf((t) => t.scopes) },
  origin: {
    heading: (t) => t.fields.origin,
    kind: 'text',
    width: 18,
    word: (origin, t) => (origin === 'firm' ? t.origins.firm : t.origins.product),
  },
  changedAt: { heading: (t) => t.fields.changedAt, kind: 'moment' },
  changedByName: { heading: (t) => t.fields.changedBy, kind: 'text', width: 30 },
}

export const matrixExport = exportList(exportMatrix, {
  texts,
  title: (t) => t.title,
  columns: cellColumns,
  audited: { action: 'permissions.exported', entity: 'permissions' },
  total: async (ctx) => (await findCells(ctx.db)).length,
  rows: async (ctx, { query: { sort, direction } }) => {
    const cells = (await findCells(ctx.db)).map(({ effective, firm, role, module, changedAt, changedByName }, at) => ({
      at,
      role,
      module,
      ...Object.fromEntries(actions.map((action) => [action, effective.actions.includes(action)])),
      scope: effective.actions.length > 0 ? effective.scope : null,
      origin: firm ? 'firm' : 'product',
      changed_at: changedAt,
      changed_by_name: changedByName,
    }))
    const shape = sql<'c'>`c(at integer, role text, module text, ${sql.raw(actions.map((action) => `"${action}" boolean`).join(', '))},
      scope text, origin text, changed_at timestamptz, changed_by_name text)`
    return ctx.db
      .selectFrom(sql<MatrixRow>`json_to_recordset(${JSON.stringify(cells)}::json)`.as<'c'>(shape))
      .select([
        'c.role',
        'c.module',
        ...actions.map((action) => `c.${action}` as const),
        'c.scope',
        'c.origin',
        'c.changedByName',
      ])
      .select(onTheClock(ctx, 'c.changed_at').as('changedAt'))
      .$if(sort === 'module', (rows) => rows.orderBy('c.module', direction))
      .orderBy('c.at', direction)
  },
})

const peopleColumns: Record<Exclude<keyof PersonRow, 'id'>, ExportColumn<Texts>> = {
  fullName: { heading: (t) => t.fields.person, kind: 'text', width: 32 },
  email: { heading: (t) => t.fields.email, kind: 'text', width: 32 },
  username: { heading: (t) => t.fields.username, kind: 'text', width: 22 },
  cvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
  role: { heading: (t) => t.fields.role, kind: 'text', width: 20, word: wordOf((t) => t.roles) },
  officeName: { heading: (t) => t.fields.office, kind: 'text', width: 24 },
  hasSecondFactor: { heading: (t) => t.fields.secondFactor, kind: 'boolean' },
  state: { heading: (t) => t.fields.state, kind: 'text', width: 16, word: wordOf((t) => t.states) },
  endedAt: { heading: (t) => t.fields.endedAt, kind: 'moment' },
  ownRules: { heading: (t) => t.fields.ownRules, kind: 'integer' },
}

export const peopleRoutes = serveList(listPeople, {
  select: selectPeople,
  selectForFile: selectPeopleForFile,
  count: countPeople,
  sortColumns: peopleSorts,
  key: 'p.id',
  file: {
    texts,
    title: (t) => t.people.title,
    columns: peopleColumns,
    audited: { action: 'access.exported', entity: 'access' },
  },
})

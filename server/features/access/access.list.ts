import { sql } from 'kysely'
import * as contract from '#contract/access.ts'
import { type PermissionAction, permissionActions } from '#contract/permissions.ts'
import accessEn from '#locales/en/access.ts'
import permissionsEn from '#locales/en/permissions.ts'
import shellEn from '#locales/en/shell.ts'
import accessEs from '#locales/es/access.ts'
import permissionsEs from '#locales/es/permissions.ts'
import shellEs from '#locales/es/shell.ts'
import accessPt from '#locales/pt/access.ts'
import permissionsPt from '#locales/pt/permissions.ts'
import shellPt from '#locales/pt/shell.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'
import { countPeople, peopleSorts, selectPeople, selectPeopleForFile } from './people.queries.ts'
import { findMatrixCells } from './permission-matrix.queries.ts'

const getTexts = buildTextsGetter({
  es: { ...accessEs, ...permissionsEs, shell: shellEs },
  en: { ...accessEn, ...permissionsEn, shell: shellEn },
  pt: { ...accessPt, ...permissionsPt, shell: shellPt },
})
type Texts = ReturnType<typeof getTexts>

type CellColumn = 'role' | 'module' | 'scope' | 'origin' | 'changedAt' | 'changedByName' | PermissionAction

type MatrixRow = Record<Exclude<CellColumn, PermissionAction>, string> &
  Record<PermissionAction, boolean> & { at: number }

const cellColumns: Record<CellColumn, ExportColumn<Texts>> = {
  role: { heading: (t) => t.fields.role, kind: 'text', width: 20, word: buildCodeTextGetter((t) => t.shell.roles) },
  module: { heading: (t) => t.fields.module, kind: 'text', width: 26, word: buildCodeTextGetter((t) => t.modules) },
  ...(Object.fromEntries(
    permissionActions.map((action) => [action, { heading: (t: Texts) => t.actions[action], kind: 'boolean' }]),
  ) as Record<PermissionAction, ExportColumn<Texts>>),
  scope: { heading: (t) => t.fields.scope, kind: 'text', width: 12, word: buildCodeTextGetter((t) => t.scopes) },
  origin: {
    heading: (t) => t.fields.origin,
    kind: 'text',
    width: 18,
    word: (origin, t) => (origin === 'firm' ? t.origins.firm : t.origins.product),
  },
  changedAt: { heading: (t) => t.fields.changedAt, kind: 'dateTime' },
  changedByName: { heading: (t) => t.fields.changedBy, kind: 'text', width: 30 },
}

export const matrixExport = buildListExportRoute(contract.exportPermissionMatrix, {
  texts: getTexts,
  title: (t) => t.title,
  columns: cellColumns,
  audited: { action: 'permissions.exported', entity: 'permissions' },
  total: async (ctx) => (await findMatrixCells(ctx.db)).length,
  rows: async (ctx, { query: { sort, direction } }) => {
    const cells = (await findMatrixCells(ctx.db)).map(
      ({ effective, firm, role, module, changedAt, changedByName }, at) => ({
        at,
        role,
        module,
        ...Object.fromEntries(permissionActions.map((action) => [action, effective.actions.includes(action)])),
        scope: effective.actions.length > 0 ? effective.scope : null,
        origin: firm ? 'firm' : 'product',
        changed_at: changedAt,
        changed_by_name: changedByName,
      }),
    )
    const shape = sql<'c'>`c(at integer, role text, module text, ${sql.raw(permissionActions.map((action) => `"${action}" boolean`).join(', '))},
      scope text, origin text, changed_at timestamptz, changed_by_name text)`
    return ctx.db
      .selectFrom(sql<MatrixRow>`json_to_recordset(${JSON.stringify(cells)}::json)`.as<'c'>(shape))
      .select([
        'c.role',
        'c.module',
        ...permissionActions.map((action) => `c.${action}` as const),
        'c.scope',
        'c.origin',
        'c.changedByName',
      ])
      .select(formatLocalTimeSql(ctx, 'c.changed_at').as('changedAt'))
      .$if(sort === 'module', (rows) => rows.orderBy('c.module', direction))
      .orderBy('c.at', direction)
  },
})

export const peopleRoutes = buildListRoutes(contract.listPeople, {
  select: selectPeople,
  selectForFile: selectPeopleForFile,
  count: countPeople,
  sortColumns: peopleSorts,
  key: 'p.id',
  file: {
    texts: getTexts,
    title: (t) => t.people.title,
    audited: { action: 'access.exported', entity: 'access' },
  },
})

/** The files of a new list feature. `feature` names it in all rooms, as in an address; `row` is one of its rows. */

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
const pascal = (name) => camel(`-${name}`)
const snake = (name) => name.replaceAll('-', '_')
const words = (name) => {
  const text = name.replaceAll('-', ' ')
  return text[0].toUpperCase() + text.slice(1)
}

export const namesOf = (feature, row) => ({
  feature,
  row,
  list: camel(feature),
  List: pascal(feature),
  Row: pascal(row),
  table: snake(row),
  tableKey: camel(row),
  module: `bt_${pascal(feature)}`,
  title: words(feature),
})

const contract = ({ feature, List, Row, module, title }) => `import { z } from 'zod'
import { defineList } from './core/list.ts'
import { Cvl, Id, Instant } from './core/values.ts'

export const ${Row}Row = z.object({
  id: Id,
  title: z.string(),
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  createdAt: Instant,
})

export const list${List} = defineList({
  path: '/${feature}',
  summary: '${title}',
  module: '${module}',
  row: ${Row}Row,
  exported: ['createdAt', 'title', 'clientName', 'clientCvl'],
  filters: {
    /** Name or CVL of the client. */
    search: z.string().trim().max(80).optional(),
  },
  sortable: ['createdAt', 'title'],
  defaultSort: { sort: 'createdAt', direction: 'desc' },
})
`

const grants = ({
  module,
}) => `import { buildGrant, editingActions, type ModuleGrants, oversightActions } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  ${module}: {
    admin: buildGrant('all', editingActions),
    direction: buildGrant('all', oversightActions),
    supervisor: buildGrant('team', editingActions),
    manager: buildGrant('own', editingActions),
  },
} as const satisfies ModuleGrants
`

const texts = {
  es: {
    empty: 'No hay nada que mostrar.',
    search: 'Nombre o CVL',
    fields: ['Fecha', 'Título', 'Cliente', 'CVL'],
    exported: 'Exporta',
    screen: 'Pantalla',
  },
  en: {
    empty: 'Nothing to show.',
    search: 'Name or CVL',
    fields: ['Date', 'Title', 'Client', 'CVL'],
    exported: 'Exports',
    screen: 'Screen',
  },
  pt: {
    empty: 'Nada para mostrar.',
    search: 'Nome ou CVL',
    fields: ['Data', 'Título', 'Cliente', 'CVL'],
    exported: 'Exporta',
    screen: 'Ecrã',
  },
}

const textsOf = (language, { list, module, title }) => {
  const { empty, search, fields, exported, screen } = texts[language]
  const [createdAt, name, client, cvl] = fields
  return `export default {
  title: '${title}',
  count_one: '{{total}}',
  count_many: '{{total}}',
  count_other: '{{total}}',
  empty: '${empty}',
  search: '${search}',
  fields: { createdAt: '${createdAt}', title: '${name}', client: '${client}', cvl: '${cvl}' },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { ${list}: '${title}' },
  modules: { ${module}: '${title}' },
  actions: { ${list}_exported: '${exported}: ${title}' },
  entities: { ${module}: '${screen}: ${title}' },
}
`
}

const migration = ({ table, title }) => `-- ${title}.

create table ${table} (
  id         bigint      generated always as identity primary key,
  client_id  bigint      not null references client,
  title      text        not null check (length(title) between 1 and 200),
  created_at timestamptz not null default now()
);
create index ${table}_by_client on ${table} (client_id);
comment on table ${table} is '${title}: a row is about one client.';
`

const queries = ({ feature, list, List, tableKey }) => `import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { list${List} } from '#contract/${feature}.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/domain/client-columns.ts'
import { matchesClientText } from '#server/domain/client-text-search.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

type Filters = ParsedRequest<typeof list${List}.count>['query']

export const ${list}Sorts: Record<(typeof list${List}.sortable)[number], string> = {
  createdAt: 'r.created_at',
  title: 'r.title',
}

const selectMatchingRows = (ctx: Ctx, { search }: Filters) =>
  selectVisibleClients(ctx)
    .innerJoin('${tableKey} as r', 'r.clientId', 'c.clientId')
    .innerJoin('client', 'client.id', 'c.clientId')
    .$if(!!search, (rows) =>
      rows.where(
        sql<SqlBool>\`exists (select from client_search s where s.client_id = c.client_id and \${matchesClientText(ctx, search!)})\`,
      ),
    )

const selectShownRows = (ctx: Ctx, filters: Filters, createdAt: RawBuilder<string>) =>
  selectMatchingRows(ctx, filters)
    .select(['r.id', 'r.title', 'client.id as clientId', 'client.cvl as clientCvl'])
    .select([createdAt.as('createdAt'), fullNameSql('client').as('clientName')])

export const select${List} = (ctx: Ctx, filters: Filters) => selectShownRows(ctx, filters, sql.ref('r.created_at'))

export const select${List}ForFile = (ctx: Ctx, filters: Filters) =>
  selectShownRows(ctx, filters, formatLocalTimeSql(ctx, 'r.created_at'))

export const count${List} = (ctx: Ctx, filters: Filters) =>
  selectMatchingRows(ctx, filters).select(sql<number>\`count(*)::int\`.as('total')).executeTakeFirstOrThrow()
`

const listFile = ({ feature, list, List }) => `import { list${List} } from '#contract/${feature}.ts'
import en from '#locales/en/${feature}.ts'
import es from '#locales/es/${feature}.ts'
import pt from '#locales/pt/${feature}.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { count${List}, ${list}Sorts, select${List}, select${List}ForFile } from './${feature}.queries.ts'

const texts = buildTextsGetter({ es, en, pt })

export const ${list}Routes = buildListRoutes(list${List}, {
  select: select${List},
  selectForFile: select${List}ForFile,
  count: count${List},
  sortColumns: ${list}Sorts,
  key: 'r.id',
  file: {
    texts,
    title: (t) => t.title,
    columns: {
      createdAt: { heading: (t) => t.fields.createdAt, kind: 'moment' },
      title: { heading: (t) => t.fields.title, kind: 'text', width: 40 },
      clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
      clientCvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
    },
    audited: { action: '${list}.exported', entity: 'client' },
  },
})
`

const serverManifest = ({ feature, list }) => `import type { Feature } from '#server/core/feature.ts'
import { ${list}Routes } from './${feature}.list.ts'

export const feature: Feature = { routes: ${list}Routes }
`

const permissions = ({
  feature,
  module,
}) => `import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'

// Whose rows a scope holds, its own test asks.
const readers = '* * * * - - - - - -'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /${feature}': readers,
    'GET /${feature}/count': readers,
    'GET /${feature}/export': readers,
  },
  screens: {
    '/crm/${module.slice(3)}': 'x x x x - - - - - -',
  },
}
`

const serverTest = ({ feature, List, tableKey }) => `import { afterAll, beforeAll, expect, test } from 'vitest'
import { list${List} } from '#contract/${feature}.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

test('shows the rows of the clients that the caller sees, and counts them', async () => {
  const [mine, other] = [await t.make.employee(), await t.make.employee()]
  const client = await t.make.client({ staff: { manager: mine.id } })
  await t.db.insertInto('${tableKey}').values({ clientId: client.id, title: 'First' }).execute()
  const [manager, stranger] = [await t.as('manager', mine.cvl), await t.as('manager', other.cvl)]
  expect(await manager.call(list${List}.page, { query: {} })).toMatchObject({
    rows: [{ title: 'First', clientCvl: client.cvl }],
  })
  expect(await manager.call(list${List}.count, { query: {} })).toMatchObject({ total: 1 })
  expect(await stranger.call(list${List}.page, { query: {} })).toEqual({ rows: [] })
  expect(await stranger.call(list${List}.count, { query: {} })).toMatchObject({ total: 0 })
})
`

const webManifest = ({ feature, list, module }) => `import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '/crm/${module.slice(3)}',
      key: '${module}',
      title: '${list}',
      icon: 'IconList',
      menu: { group: 'clients', order: 90 },
      permission: { module: '${module}', action: 'view' },
      texts: ['${feature}', 'list'],
      load: () => import('./${feature}-screen.tsx'),
    },
  ],
}
`

const screen = ({ feature, List, title }) => `import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { list${List} } from '#contract/${feature}.ts'
import { useFormatters } from '#web/core/format.ts'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'

type List = typeof list${List}

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('${feature}')
  return useMemo(() => ({ search: { control: 'search', label: t('search') } }), [t])
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('${feature}')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'createdAt', label: t('fields.createdAt'), phone: 3, cell: format.dateTime },
      { key: 'title', label: t('fields.title'), phone: 1 },
      { key: 'clientName', label: t('fields.client'), phone: 2 },
      { key: 'clientCvl', label: t('fields.cvl'), optional: true },
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(list${List})

const hrefOf = ({ clientId }: { clientId: string }): string => \`/clientes/\${clientId}\`

/** ${title} of the clients that one sees. */
export default function ${List}Screen() {
  const { t } = useTranslation('${feature}')
  return (
    <ListScreen
      list={list${List}}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      filters={useFilters()}
      columns={useColumns()}
      rowHref={hrefOf}
      empty={t('empty')}
    />
  )
}
`

/** Every file of it, by path; `migrationNumber` is the next of `db/tenant`. */
export const filesOf = (names, migrationNumber) => {
  const { feature, table } = names
  return {
    [`contract/${feature}.ts`]: contract(names),
    [`contract/${feature}/grants.ts`]: grants(names),
    ...Object.fromEntries(
      Object.keys(texts).map((language) => [`locales/${language}/${feature}.ts`, textsOf(language, names)]),
    ),
    [`db/tenant/${migrationNumber}_${table}.sql`]: migration(names),
    [`server/features/${feature}/feature.ts`]: serverManifest(names),
    [`server/features/${feature}/${feature}.list.ts`]: listFile(names),
    [`server/features/${feature}/${feature}.queries.ts`]: queries(names),
    [`server/features/${feature}/${feature}.test.ts`]: serverTest(names),
    [`server/features/${feature}/test-permissions.ts`]: permissions(names),
    [`web/features/${feature}/feature.ts`]: webManifest(names),
    [`web/features/${feature}/${feature}-screen.tsx`]: screen(names),
  }
}

/** The lines that central files get: the module's key, and what a prefix may do with the table. */
export const linesOf = ({ module, table }) => [
  { path: 'contract/permissions.ts', before: '] as const\nexport type ModuleKey', line: `  '${module}',\n` },
  { path: 'db/migrate/grants.ts', before: '  client_search: fullPrivileges,\n', line: `  ${table}: fullPrivileges,\n` },
]

import { jobFiles, jobTest } from './feature-job-files.mjs'
import { buildTexts, languages, quote } from './feature-texts.mjs'

/** The files of a new list feature, from its names (`feature-names.mjs`). */

const contract = ({ feature, List, Row, module, titles, job }) => `import { z } from 'zod'
import { defineList } from './core/list.ts'
import { Cvl, Id, Instant } from './core/values.ts'

export const ${Row}Row = z.object({
  id: Id,
  title: z.string(),
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  createdAt: Instant,${
    job
      ? `
  /** Null: open. */
  closedAt: Instant.nullable(),`
      : ''
  }
})

export const list${List} = defineList({
  path: '/${feature}',
  summary: ${quote(titles.en)},
  module: '${module}',
  row: ${Row}Row,
  texts: '${feature}',
  columns: {
    createdAt: { kind: 'dateTime' },
    title: { width: 40 },
    clientName: { label: 'fields.client', width: 36 },
    clientCvl: { label: 'fields.cvl', width: 14 },${job ? "\n    closedAt: { kind: 'dateTime' }," : ''}
  },
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

const migration = ({ table, titles: { en }, job }) => `-- ${en}.

create table ${table} (
  id         bigint      generated always as identity primary key,
  client_id  bigint      not null references client,
  title      text        not null check (length(title) between 1 and 200),
  created_at timestamptz not null default now()${job ? ',\n  closed_at  timestamptz' : ''}
);
create index ${table}_by_client on ${table} (client_id);
${job ? `create index ${table}_open on ${table} (created_at) where closed_at is null;\n` : ''}comment on table ${table} is '${en.replaceAll("'", "''")}: a row is about one client.';
`

const tables = ({ table }) => `import { byClient } from './core/client-rows.ts'
import { blank } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    ${table}: {
      rights: fullPrivileges,
      merged: { client_id: { becomes: 'moves' } },
      erased: { does: 'set', sets: { title: blank } },
      exported: byClient,
    },
  },
}
`

const queries = ({ feature, list, List, tableKey, job }) => `import { type RawBuilder, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { list${List} } from '#contract/${feature}.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { matchesClientSearchRow, matchesClientText } from '#server/domain/client-text-search.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

type Filters = ParsedRequest<typeof list${List}.count>['query']

export const ${list}Sorts: Record<(typeof list${List}.sortable)[number], string> = {
  createdAt: 'r.created_at',
  title: 'r.title',
}

const selectMatching${List} = (ctx: Ctx, { search }: Filters) =>
  selectVisibleClients(ctx)
    .innerJoin('${tableKey} as r', 'r.clientId', 'c.clientId')
    .innerJoin('client', 'client.id', 'c.clientId')
    .$if(!!search, (rows) => rows.where(matchesClientSearchRow(matchesClientText(ctx, search!))))

const selectShown${List} = (ctx: Ctx, filters: Filters, instantSql: (column: string) => RawBuilder<string>) =>
  selectMatching${List}(ctx, filters)
    .select(['r.id', 'r.title', 'client.id as clientId', 'client.cvl as clientCvl'])
    .select([instantSql('r.createdAt').as('createdAt'), fullNameSql('client').as('clientName')])${
      job ? "\n    .select(instantSql('r.closedAt').as('closedAt'))" : ''
    }

export const select${List} = (ctx: Ctx, filters: Filters) => selectShown${List}(ctx, filters, sql.ref)

export const select${List}ForFile = (ctx: Ctx, filters: Filters) =>
  selectShown${List}(ctx, filters, (column) => formatLocalTimeSql(ctx, column))

export const count${List} = (ctx: Ctx, filters: Filters) =>
  selectMatching${List}(ctx, filters).select(sql<number>\`count(*)::int\`.as('total')).executeTakeFirstOrThrow()
`

const listFile = ({ feature, list, List }) => `import * as contract from '#contract/${feature}.ts'
import en from '#locales/en/${feature}.ts'
import es from '#locales/es/${feature}.ts'
import pt from '#locales/pt/${feature}.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { count${List}, ${list}Sorts, select${List}, select${List}ForFile } from './${feature}.queries.ts'

const texts = buildTextsGetter({ es, en, pt })

export const ${list}Routes = buildListRoutes(contract.list${List}, {
  select: select${List},
  selectForFile: select${List}ForFile,
  count: count${List},
  sortColumns: ${list}Sorts,
  key: 'r.id',
  file: {
    texts,
    title: (t) => t.title,
    audited: { action: '${list}.exported', entity: 'client' },
  },
})
`

const serverManifest = ({ feature, list, job }) => `import type { Feature } from '#server/core/feature.ts'
${job ? `import { ${list}Jobs } from './${feature}.jobs.ts'\n` : ''}import { ${list}Routes } from './${feature}.list.ts'

export const feature: Feature = { routes: ${list}Routes${job ? `, jobs: ${list}Jobs` : ''} }
`

const permissions = ({
  feature,
  path,
  table,
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
    '${path}': 'x x x x - - - - - -',
  },
  screenCalls: {
    '${path}': ['/${feature}/count', '/${feature}'],
  },
  erasedRows: ({ clientId, phrase }) => [\`insert into ${table} (client_id, title) values (\${clientId}, '\${phrase}')\`],
}
`

const serverTest = (names) => {
  const { feature, List, tableKey, job } = names
  return `import { afterAll, beforeAll, expect, test } from 'vitest'
import { list${List} } from '#contract/${feature}.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
${job ? `import { close${List} } from './close-${feature}.ts'\n` : ''}
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

test('shows the rows of the clients that the caller sees, and counts them', async () => {
  const mine = await t.make.employee()
  const other = await t.make.employee()
  const client = await t.make.client({ staff: { manager: mine.id } })
  await t.db.insertInto('${tableKey}').values({ clientId: client.id, title: 'First' }).execute()
  const manager = await t.as('manager', mine.cvl)
  const outsider = await t.as('manager', other.cvl)
  expect(await manager.call(list${List}.page, { query: {} })).toMatchObject({
    rows: [{ title: 'First', clientCvl: client.cvl }],
  })
  expect(await manager.call(list${List}.count, { query: {} })).toMatchObject({ total: 1 })
  expect(await outsider.call(list${List}.page, { query: {} })).toEqual({ rows: [] })
  expect(await outsider.call(list${List}.count, { query: {} })).toMatchObject({ total: 0 })
})
${job ? jobTest(names) : ''}`
}

const webManifest = ({ feature, list, module, path }) => `import type { Feature } from '#web/core/feature.ts'

export const feature: Feature = {
  screens: [
    {
      path: '${path}',
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

const screen = ({ feature, List, titles, job }) => `import { useMemo } from 'react'
import { list${List} } from '#contract/${feature}.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'

type List = typeof list${List}

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('${feature}')
  return useMemo(() => ({ search: { control: 'search', label: t('search') } }), [t])
}

const columns: ScreenColumns<List> = [
  { key: 'createdAt', phone: 3 },
  { key: 'title', phone: 1 },
  { key: 'clientName', phone: 2 },
  { key: 'clientCvl', optional: true },${job ? "\n  'closedAt'," : ''}
]

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(list${List})

const buildHref = ({ clientId }: { clientId: string }): string => \`/clientes/\${clientId}\`

/** ${titles.en} of the clients that one sees. */
export default function ${List}Screen() {
  const { t } = useTranslation('${feature}')
  return (
    <ListScreen
      list={list${List}}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      filters={useFilters()}
      columns={useListColumns(list${List}, columns)}
      rowHref={buildHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
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
      languages.map((language) => [`locales/${language}/${feature}.ts`, buildTexts(language, names)]),
    ),
    [`db/tenant/${migrationNumber}_${table}.sql`]: migration(names),
    [`db/tables/${feature}.ts`]: tables(names),
    [`server/features/${feature}/feature.ts`]: serverManifest(names),
    [`server/features/${feature}/${feature}.list.ts`]: listFile(names),
    [`server/features/${feature}/${feature}.queries.ts`]: queries(names),
    [`server/features/${feature}/${feature}.test.ts`]: serverTest(names),
    [`server/features/${feature}/test-permissions.ts`]: permissions(names),
    [`web/features/${feature}/feature.ts`]: webManifest(names),
    [`web/features/${feature}/${feature}-screen.tsx`]: screen(names),
    ...jobFiles(names),
  }
}

/** The line that a central file gets: the module's key. */
export const linesOf = ({ module }) => [
  { path: 'contract/permissions.ts', before: '] as const\nexport type ModuleKey', line: `  '${module}',\n` },
]

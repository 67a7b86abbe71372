/**
 * Who may import whom, as docs/ARCHITECTURE.md tells it: arrows go down only, and features are strangers to each other.
 * Tests may reach further than the code beside them: to the harness, and to what they set up.
 */
const test = '(\\.test\\.tsx?$|/test-[^/]+\\.ts$)'
const code = (room) => ({ path: room, pathNot: test })
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Of the server: its processes and commands, and what these have for themselves; every file beside app.ts. */
const top = '((?!app\\.ts)[^/]+(?=\\.ts$)|commands)'

/** In each house, from the roof down: a room may import what stands after it, never before. */
const floors = {
  web: ['app', 'features', 'domain', 'ui', 'core'],
  server: [top, 'app', 'features', '(domain|reports)', 'core'],
}
const path = (house, rooms) => `^${house}/(${rooms.join('|')})(/|\\.tsx?$)`
const downOnly = Object.entries(floors).flatMap(([house, rooms]) =>
  rooms
    .slice(1)
    .map((room, n) =>
      rule(
        `${house}-${room.replace(/[()]/g, '').replaceAll('|', '-')}-looks-down`,
        `${house}: ${rooms.join(' → ')} → contract`,
        code(path(house, [room])),
        { path: path(house, rooms.slice(0, n + 1)) },
      ),
    ),
)

module.exports = {
  forbidden: [
    ...downOnly,
    rule('contract-knows-zod-only', 'The wire is read by both sides, so it depends on neither', code('^contract/'), {
      pathNot: ['^contract/', '^node_modules/zod/'],
    }),
    rule(
      'rules-are-pure',
      'Figures and formats: server, web and demo firm use them, and no database or framework',
      code('^rules/'),
      {
        path: '^(db|server|web|locales|bench|test|scripts)/|(^|/)node_modules/(kysely|pg|fastify|react)/',
      },
    ),
    rule('db-knows-contract-and-rules', 'The database is below the server', code('^db/'), {
      path: '^(web|server|locales|bench|test|scripts)/',
    }),
    rule('locales-know-nothing', 'Texts are read by web and server', code('^locales/'), { pathNot: '^locales/' }),
    rule('server-never-web', 'They meet in the contract', { path: '^server/' }, { path: '^web/' }),
    rule('web-never-server', 'They meet in the contract', { path: '^web/' }, { path: '^(server|db)/' }),
    rule(
      'scripts-alone',
      'Scripts run before anything is installed or built',
      { path: '^scripts/', pathNot: '^scripts/lib/dev-server\\.mjs$' },
      {
        path: '^(contract|locales|rules|db|server|web|test|bench)/',
      },
    ),
    rule(
      'product-never-tests',
      'What runs at the customer has no part of tests or bench',
      code('^(contract|locales|rules|db|server|web)/'),
      {
        path: `(^(test|bench)/|${test})`,
      },
    ),
    rule('features-are-strangers', 'What two need moves to domain', code('^(web|server)/features/([^/]+)/'), {
      path: '^$1/features/',
      pathNot: '^$1/features/$2/',
    }),
    rule(
      'domain-and-reports-are-strangers',
      'Reports turn rows into files and know no business',
      code('^server/(domain|reports)/'),
      {
        path: '^server/(domain|reports)/',
        pathNot: '^server/$1/',
      },
    ),
    rule(
      'gallery-is-a-leaf',
      'The component pages are shown, never used',
      { pathNot: '^web/gallery/' },
      {
        path: '^web/gallery/',
      },
    ),
    rule(
      'database-is-opened-at-the-top',
      'Only what starts the process opens, migrates or fills a database',
      {
        path: '^server/',
        pathNot: [test, `^server/${top}`],
      },
      { path: '^db/(embedded|seed|import)/|^db/migrate/migrate\\.ts$' },
    ),
    rule(
      'product-needs-no-tools',
      'An installation without development packages runs',
      code('^(contract|locales|rules|db|server)/'),
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule('no-cycles', 'Two files that need each other are one file, or three', {}, { circular: true }),
    rule(
      'everything-is-found',
      'An import that leads nowhere',
      { pathNot: '\\.d\\.ts$' },
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}

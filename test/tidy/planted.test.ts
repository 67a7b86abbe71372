import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createPlantedProject } from '../architecture/plant.ts'
import { testCirclesGate } from './circles.ts'
import { documentsGate } from './documents.ts'
import { duplicationGate } from './duplication.ts'
import { checksumList, frozenMigrationsGate, writeChecksums } from './frozen-migrations.ts'
import { packagesGate } from './packages.ts'
import { codeShapeGate } from './shape.ts'
import { testTitles } from './test-titles.ts'
import { textsGate } from './texts.ts'
import { deadCodeGate, formatGate, typesGate } from './tools.ts'
import { scriptWeightGate } from './weight.ts'
import { forbiddenWordsGate } from './words.ts'

// Every gate is shown a violation and must name its file. A gate that nobody has seen refuse may be looking elsewhere.

// Whole tools are run here, perhaps beside others.
vi.setConfig({ testTimeout: 300_000 })

const buildFunctionBody = (lines: number): string => Array.from({ length: lines }, (_, n) => `  a(${n})\n`).join('')
const buildLongFunction = (name: string): string =>
  `export const ${name} = (a: (n: number) => void): void => {\n${buildFunctionBody(71)}}\n`

test('the format gate finds wrong layout, any and unused imports', async () => {
  const found = await formatGate.find(
    createPlantedProject({
      'server/core/layout.ts': 'export const a = "x";\n',
      'server/core/loose.ts': 'export const a = (x: any) => x\n',
      'server/core/unused.ts': "import { b } from './good.ts'\n\nexport const a = 1\n",
      'server/core/good.ts': 'export const b = 1\n',
    }),
  )
  expect(found).toContainEqual(expect.stringMatching(/^server\/core\/layout\.ts:1 format/))
  expect(found).toContainEqual(expect.stringMatching(/^server\/core\/loose\.ts:1 .*noExplicitAny/))
  expect(found).toContainEqual(expect.stringMatching(/^server\/core\/unused\.ts:1 .*noUnusedImports/))
  expect(found.filter((line) => line.includes('good.ts'))).toEqual([])
})

test('the type gate finds type errors and unguarded index access', async () => {
  const found = await typesGate.find(
    createPlantedProject({
      'server/wrong.ts': 'export const a: string = 1\n',
      'server/index-access.ts': 'export const first = (all: string[]): string => all[0]\n',
      'server/good.ts': 'export const b = 1\n',
    }),
  )
  expect(found).toContainEqual(expect.stringMatching(/^server\/wrong\.ts\(1,14\): error TS2322/))
  expect(found).toContainEqual(expect.stringMatching(/^server\/index-access\.ts.*TS2322/))
  expect(found.join()).not.toContain('good.ts')
})

test('the size gate finds long files and functions, re-exports and bad names', async () => {
  const root = createPlantedProject({
    'server/long.ts': 'export {}\n'.repeat(401),
    'server/deep.ts': buildLongFunction('deep'),
    'web/ui/use-it.ts': buildLongFunction('useIt'),
    'web/ui/shown.tsx': `${buildLongFunction('Shown')}export const Box = () => {\n${buildLongFunction('count')}}\n`,
    'web/ui/huge.tsx': `export const Huge = () => {\n${'  draw()\n'.repeat(180)}}\n`,
    'server/barrel.ts': "export * from './deep.ts'\nexport { deep } from './deep.ts'\n",
    'server/index.ts': 'export const a = 1\n',
    'server/BadName.ts': 'export const a = 1\n',
    'db/types.ts': 'export {}\n'.repeat(401),
  })
  expect((await codeShapeGate.find(root)).sort()).toEqual([
    'server/BadName.ts is not named for what is in it, in kebab-case',
    "server/barrel.ts:1 hands on another file's exports",
    "server/barrel.ts:2 hands on another file's exports",
    'server/deep.ts:1 deep has 73 lines; at most 70',
    'server/index.ts is not named for what is in it, in kebab-case',
    'server/long.ts has 401 lines; at most 400',
    'web/ui/huge.tsx:1 Huge has 182 lines; at most 180',
    'web/ui/shown.tsx:75 count has 73 lines; at most 70',
    'web/ui/use-it.ts:1 useIt has 73 lines; at most 70',
  ])
  const wide = Object.fromEntries([1, 2, 3].map((n) => [`server/wide-${n}.ts`, 'export {}\n'.repeat(91)]))
  expect(await codeShapeGate.find(createPlantedProject(wide))).toEqual([
    'half of the files are longer than 91 lines; at most 90',
  ])
})

test('names test titles that are too long or half a sentence', async () => {
  const long = 'refuses one two three four five six seven eight nine ten eleven twelve thirteen fourteen'
  const planted = {
    'server/a.test.ts': `test('is refused', () => {})\ntest.each([1])('of %s', () => {})\nit.runIf(true)('${long}', () => {})\n`,
    'web/ui/b.test.ts': "describe('of a list', () => {\n  test('refuses a page below one', () => {})\n})\n",
  }
  expect(await testTitles.find(createPlantedProject(planted))).toEqual([
    expect.stringMatching(/^server\/a\.test\.ts:1 "is refused": half a sentence/),
    expect.stringMatching(/^server\/a\.test\.ts:2 "of %s": half a sentence/),
    expect.stringMatching(/^server\/a\.test\.ts:3 .*: more than 14 words$/),
  ])
})

describe('forbidden words', () => {
  const refused = [
    ['server/a.ts', '// TODO: later', 'unfinished'],
    ['db/tenant/0001_a.sql', '-- FIXME', 'unfinished'],
    ['server/a.ts', '// @ts-ignore', 'silenced'],
    ['server/a.ts', '// @ts-expect-error', 'only tests'],
    ['server/a.test.ts', "test.only('a', () => {})", 'never runs, or alone'],
    ['server/a.test.ts', "describe.skip('a', () => {})", 'never runs, or alone'],
    ['server/a.ts', 'try { a() } catch {}', 'nobody will ever see'],
    ['server/a.ts', "console.log('a')", 'logger'],
    ['web/features/a/a.ts', "fetch('/api/v1/clients')", 'one function calls the server'],
    ['web/features/a/a.tsx', 'await client.invalidateQueries()', 'what it changes'],
    ['web/features/a/a.tsx', 'const [a] = useDebouncedValue(b, 250)', 'typing to rest'],
    ['web/ui/a.tsx', 'const a = <p dangerouslySetInnerHTML={b} />', 'markup from text'],
    ['server/a.ts', 'const a = parseFloat(b)', 'floating'],
    ['web/ui/a.tsx', 'const a = <img src="https://example.com/a.png" />', 'another site'],
    ['server/a.ts', 'const a = sql`select from posting where p.ledger = 3`', 'by its number'],
    ['server/a.ts', 'const a = `select from posting where ledger in (3, 4)`', 'by its number'],
    ['server/a.ts', "db.where('p.ledger', '=', sql.lit(3))", 'by its number'],
    ['db/seed/a.ts', "const a = `select post_journal('fee', array[3, 8]::smallint[])`", 'by its number'],
    ['db/tenant/0099_a.sql', "insert into a select 1 where current_schema() = 'any'", 'a prefix in a migration'],
    ['web/ui/a.ts', 'const a = new Date(Date.UTC(2026, 1, 0))', 'a business date'],
    ['server/a.ts', `const a = Date.parse(\`\${day}T00:00:00Z\`)`, 'a business date'],
    ['server/a.ts', 'const a = new Date(openedOn)', 'a business date'],
    ['scripts/a.mjs', "const a = '/home/someone/a'", 'one machine'],
    ['server/a.test.ts', "const a = '../shared/data'", 'beside the project'],
    ['docs/A.md', 'See `../shared/spec`.', 'beside the project'],
    ['test/a.ts', "const a = join('..', 'shared')", 'beside the project'],
  ] as const
  test.each(refused)('the words gate refuses in %s: %s', async (path, text, why) => {
    expect(await forbiddenWordsGate.find(createPlantedProject({ [path]: `${text}\n` }))).toEqual([
      expect.stringMatching(new RegExp(`^${path}:1 .*${why}`)),
    ])
  })

  test('the words gate allows the same words in their proper places', async () => {
    const kept = {
      'web/core/call.ts': "fetch('/api')\n",
      'web/core/query-client.ts': 'queryClient.invalidateQueries({ predicate })\n',
      'scripts/a.mjs': "console.log('a')\n",
      'server/a.ts': 'try { a() } catch { /* gone already */ }\n',
      'server/a.test.ts': '// @ts-expect-error a wrong argument\n',
      'server/b.ts': 'const a = `select from posting where ledger = $1 and ledger_lines > 2`\n',
    }
    expect(await forbiddenWordsGate.find(createPlantedProject(kept))).toEqual([])
  })
})

test('the duplication gate finds a renamed copy and ignores a short likeness', async () => {
  const copy = (text: string, n: number, lines: number): string =>
    `export const f = (a: number[]) => {\n${`  if (a[${n}] === g('${text}')) return h(a, ${n})\n`.repeat(lines)}}\n`
  const root = createPlantedProject({ 'server/one.ts': copy('a', 1, 8), 'server/two.ts': copy('b', 2, 8) })
  expect(await duplicationGate.find(root)).toContainEqual(
    expect.stringMatching(/^server\/two\.ts:1 repeats \d+ tokens of server\/one\.ts:1$/),
  )
  expect(
    await duplicationGate.find(
      createPlantedProject({ 'server/one.ts': copy('a', 1, 1), 'server/two.ts': copy('b', 2, 1) }),
    ),
  ).toEqual([])
  const many = Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [
      `server/part-${n}.ts`,
      copy('a', n, 2).replace('const f', `const f${n} = w${n}, f`),
    ]),
  )
  expect(await duplicationGate.find(createPlantedProject(many))).toContainEqual(
    expect.stringMatching(/% of the code stands twice/),
  )
})

test('the dead-code gate finds unused files, exports and packages, and undeclared packages', async () => {
  const found = await deadCodeGate.find(
    createPlantedProject({
      'knip.json': '{ "entry": ["scripts/*.mjs"], "project": ["**/*.{ts,mjs}"] }',
      'package.json': '{ "type": "module", "dependencies": { "kysely": "*", "zod": "*" } }',
      'scripts/start.mjs': "import { used } from '../server/used.ts'\nimport 'zod'\nimport 'pg'\n\nused()\n",
      'server/used.ts': 'export const used = () => {}\nexport const unused = 1\n',
      'server/forgotten.ts': 'export const a = 1\n',
    }),
  )
  expect(found.sort()).toEqual([
    expect.stringMatching(/^package\.json:1 dependencies: kysely$/),
    expect.stringMatching(/^scripts\/start\.mjs:3 unlisted: pg$/),
    'server/forgotten.ts is used by nothing',
    'server/used.ts:2 exports: unused',
  ])
})

test('the texts gate finds missing, empty and unknown keys, and differing placeholders', async () => {
  const file = (texts: object): string => `export default ${JSON.stringify(texts)}\n`
  const root = createPlantedProject({
    'locales/es/a.ts': file({
      title: 'Hola {{name}}',
      lost: 'x',
      deep: { one: 'a' },
      n_one: 'uno',
      n_many: '{{count}}',
      n_other: '{{count}}',
    }),
    'locales/en/a.ts': file({
      title: 'Hello {{who}}',
      deep: { one: ' ' },
      n_one: 'one',
      n_other: '{{count}}',
      extra: 'x',
      lost: 'x',
    }),
    'locales/pt/a.ts': file({ title: 'Olá {{name}}', lost: 'x', n_one: 'um', n_other: '{{count}}' }),
    'locales/mx/a.ts': file({ lost: 'y', unknown: 'z' }),
    'web/ui/said.tsx': 'const a = <p title="Close it">Hello there {b}<i>·</i></p>\n',
    'web/ui/a.tsx': ["t('title', { name })", `t(\`deep.\${part}\`)`, "t('n', { count })"].join('\n'),
  })
  const found = await textsGate.find(root)
  expect(found.filter((line) => !line.startsWith('the specification')).sort()).toEqual([
    'locales/en/a.ts deep.one is empty',
    'locales/en/a.ts extra is not a Spanish key',
    'locales/en/a.ts title fills in [{{who}}], the Spanish text [{{name}}]',
    'locales/es/a.ts lost is never used',
    'locales/mx/a.ts unknown is not a Spanish key',
    'locales/pt/a.ts deep.one is missing',
    'locales/pt/a.ts n_many is missing',
    'web/ui/said.tsx:1 says "Close it" in no language file',
    'web/ui/said.tsx:1 says "Hello there" in no language file',
  ])
  expect(found).toContain("the specification's text is missing: Usuario o contraseña incorrectos")
})

test('the weight gate counts linked and imported files of a page, and each file', async () => {
  const script = (kilobytes: number, imported = ''): string =>
    `${imported}\nconst a='${randomBytes(kilobytes * 1000).toString('base64')}'\n`
  const page = '<script type="module" src="/assets/index-0000000.js"></script>'
  const light = {
    'dist/web/index.html': page,
    'dist/web/assets/index-0000000.js': script(
      50,
      'import{a}from"./core-0000000.js";import("./clients-screen-0000000.js");const t={"../../locales/es/clients.ts":()=>p(()=>import(`./clients-0000000.js`),[]),"../../locales/es/list.ts":()=>import("./list-0000000.js"),"../../locales/es/presence.ts":()=>import("./presence-0000000.js")}',
    ),
    'dist/web/assets/demo-sign-ins-0000000.js': script(1),
    'dist/web/assets/authenticated-routes-0000000.js': script(1),
    'dist/web/assets/session-watch-0000000.js': script(1),
    'dist/web/assets/pending-approval-count-0000000.js': script(1),
    'dist/web/assets/clients-0000000.js': script(1),
    'dist/web/assets/list-0000000.js': script(1),
    'dist/web/assets/presence-0000000.js': script(1),
    'dist/web/assets/core-0000000.js': script(50),
    'dist/web/assets/shell-0000000.js': script(50),
    'dist/web/assets/clients-screen-0000000.js': script(50, 'import"./core-0000000.js"'),
    'dist/web/assets/chart-0000000.js': script(100),
  }
  expect(await scriptWeightGate.find(createPlantedProject(light))).toEqual([])
  expect(
    await scriptWeightGate.find(createPlantedProject({ ...light, 'dist/web/assets/core-0000000.js': script(110) })),
  ).toEqual([expect.stringMatching(/^the sign-in page takes 16\d{4} bytes of script; at most 160000$/)])
  expect(
    await scriptWeightGate.find(createPlantedProject({ ...light, 'dist/web/assets/shell-0000000.js': script(125) })),
  ).toEqual([
    expect.stringMatching(/^the client list takes 28\d{4} bytes of script; at most 270000$/),
    expect.stringMatching(/^dist\/web\/assets\/shell-0000000\.js has 12\d{4} bytes; at most 120000$/),
  ])
  expect(
    await scriptWeightGate.find(createPlantedProject({ ...light, 'dist/web/assets/clients-0000000.js': script(80) })),
  ).toEqual([expect.stringMatching(/^the client list takes 28\d{4} bytes of script; at most 270000$/)])
  const { 'dist/web/assets/session-watch-0000000.js': _, ...unwatched } = light
  expect(await scriptWeightGate.find(createPlantedProject(unwatched))).toEqual([
    'dist/web has no session-watch-*.js, which the client list opens with',
  ])
  expect(await scriptWeightGate.find(createPlantedProject({}))).toEqual([
    'dist/web/index.html is missing: npm run build',
  ])
})

test('the documents gate finds missing paths, links and commands', async () => {
  const root = createPlantedProject({
    'server/core/a.ts': '',
    'docs/good.md': '`server/core/a.ts` and `server/core/*.ts`, [here](../README.md), `npm run check`\n',
    'README.md':
      '`server/core/{a,b}.ts`\n\n[there](docs/lost.md#part) [far](https://example.com/a)\n\nnpm run nothing\n',
  })
  expect(await documentsGate.find(root)).toEqual([
    'README.md:1 names server/core/b.ts, which is not there',
    'README.md:3 links docs/lost.md, which is not there',
    'README.md:5 names npm run nothing, which is no command',
  ])
})

test('the packages gate finds new install scripts, other registries and missing checksums', async () => {
  const good = { resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz', integrity: 'sha512-x' }
  const locked = {
    '': {},
    'node_modules/esbuild': { ...good, hasInstallScript: true },
    'node_modules/a/node_modules/@scope/loud': { ...good, hasInstallScript: true },
    'node_modules/foreign': { ...good, resolved: 'git+ssh://git@github.com/a/foreign.git' },
    'node_modules/unsure': { resolved: good.resolved },
  }
  const root = createPlantedProject({
    'package-lock.json': JSON.stringify({ packages: locked }),
    'package.json': JSON.stringify({ allowScripts: { esbuild: true, loud: true } }),
  })
  expect(await packagesGate.find(root)).toEqual([
    'package-lock.json: @scope/loud runs a program when it is installed',
    'package.json: allowScripts names loud, which is not to run a program',
    'package-lock.json: foreign is not from the registry',
    'package-lock.json: unsure has no SHA-512 checksum',
  ])
})

test('the migrations gate finds changed, renamed, removed, unlisted and doubly numbered files', async () => {
  const root = createPlantedProject({
    [checksumList]: '',
    'db/registry/0001_users.sql': 'select 1;\n',
    'db/tenant/0001_staff.sql': 'select 1;\n',
    'db/tenant/0002_clients.sql': 'select 2;\n',
  })
  writeChecksums(root)
  expect(await frozenMigrationsGate.find(root)).toEqual([])
  const write = (path: string, sql: string) => writeFileSync(join(root, path), sql)
  write('db/tenant/0001_staff.sql', 'select 1;\r\n')
  expect(await frozenMigrationsGate.find(root)).toEqual([])
  write('db/tenant/0001_staff.sql', 'select 3;\n')
  renameSync(join(root, 'db/tenant/0002_clients.sql'), join(root, 'db/tenant/0002_people.sql'))
  rmSync(join(root, 'db/registry/0001_users.sql'))
  write('db/tenant/0001_again.sql', 'select 4;\n')
  const broken = [
    'db/registry/0001_users.sql is gone: a migration is never renamed or removed',
    'db/tenant/0001_staff.sql has the number of another migration',
    'db/tenant/0001_staff.sql was changed: what it should do goes into a new migration',
    'db/tenant/0002_clients.sql is gone: a migration is never renamed or removed',
  ]
  const unlisted = ['0001_again', '0002_people'].map(
    (name) => `db/tenant/${name}.sql is not in ${checksumList}: npm run check -- --write`,
  )
  expect((await frozenMigrationsGate.find(root)).sort()).toEqual([...broken, ...unlisted].sort())
  writeChecksums(root)
  expect((await frozenMigrationsGate.find(root)).sort()).toEqual(broken)
})

test('the circles gate finds tests never run and full tests without daily ones', async () => {
  const found = await testCirclesGate.find(
    createPlantedProject({
      'server/core/a.spec.ts': 'export {}\n',
      'server/core/b.test.mjs': 'export {}\n',
      'tools/c.test.ts': 'export {}\n',
      'server/core/e.test.ts': `const all = process.env.ATALAYA_${'FULL'}\n`,
      'server/core/f.full.test.ts': 'export {}\n',
      'db/seed/g.full.test.ts': 'export {}\n',
    }),
  )
  expect(found.sort()).toEqual([
    expect.stringMatching(/^db\/seed\/g\.full\.test\.ts has no test beside it/),
    expect.stringMatching(/^server\/core\/a\.spec\.ts is run by no circle/),
    expect.stringMatching(/^server\/core\/b\.test\.mjs is run by no circle/),
    expect.stringMatching(/^server\/core\/e\.test\.ts:1 asks for the circle/),
    expect.stringMatching(/^tools\/c\.test\.ts is run by no circle/),
  ])
})

import { expect, test, vi } from 'vitest'
import { runGates } from './gate.ts'
import { testsGate } from './gates.ts'
import { findImportViolations, importRulesGate, runDependencyCruiser } from './import-rules.ts'
import { createPlantedProject } from './plant.ts'

// Every gate is shown a violation and must name it. A gate that nobody has seen refuse may be looking elsewhere.

// Whole tools are run here, perhaps beside others.
vi.setConfig({ testTimeout: 300_000 })

const buildImportingFile = (path: string): string => `import { x } from '${path}'\n\nexport const y = x\n`
const plantedFileContent = 'export const x = 1\n'

/** Who must not import whom: the file, what it imports, the rule that says so. */
const forbiddenImports = [
  ['web/core/a.ts', '#web/ui/x.ts', 'web-core-looks-down'],
  ['web/ui/a.ts', '#web/domain/x.ts', 'web-ui-looks-down'],
  ['web/domain/a.ts', '#web/features/one/x.ts', 'web-domain-looks-down'],
  ['web/features/one/a.ts', '#web/app/x.ts', 'web-features-looks-down'],
  ['web/features/one/b.ts', '#web/features/two/x.ts', 'features-are-strangers'],
  ['web/features/one/c.ts', '#server/core/x.ts', 'web-never-server'],
  ['web/features/one/d.ts', '#db/x.ts', 'web-never-server'],
  ['web/app/a.ts', '#web/gallery/x.ts', 'gallery-is-a-leaf'],
  ['server/core/a.ts', '#server/domain/x.ts', 'server-core-looks-down'],
  ['server/domain/a.ts', '#server/features/one/x.ts', 'server-domain-reports-looks-down'],
  ['server/domain/b.ts', '#server/reports/x.ts', 'domain-and-reports-are-strangers'],
  ['server/reports/a.ts', '#server/app.ts', 'server-domain-reports-looks-down'],
  ['server/features/one/a.ts', '#server/app.ts', 'server-features-looks-down'],
  ['server/features/one/b.ts', '#server/features/two/x.ts', 'features-are-strangers'],
  ['server/features/one/c.ts', '#web/core/x.ts', 'server-never-web'],
  ['server/features/one/d.ts', '#db/seed/x.ts', 'database-is-opened-at-the-top'],
  ['server/features/one/e.ts', '#test/harness/x.ts', 'product-never-tests'],
  ['server/features/one/f.ts', './nowhere.ts', 'everything-is-found'],
  ['server/features/one/g.ts', 'vite', 'product-needs-no-tools'],
  ['contract/a.ts', 'kysely', 'contract-knows-zod-only'],
  ['contract/b.ts', '#db/x.ts', 'contract-knows-zod-only'],
  ['db/a.ts', '#server/core/x.ts', 'db-knows-contract-and-rules'],
  ['rules/a.ts', '#db/x.ts', 'rules-are-pure'],
  ['rules/b.ts', 'kysely', 'rules-are-pure'],
  ['locales/es/a.ts', '#contract/x.ts', 'locales-know-nothing'],
  ['scripts/a.mjs', '../db/x.ts', 'scripts-alone'],
  ['bench/a.ts', './b.ts', 'no-cycles'],
] as const

const leafFolders = [
  ...[
    'web/ui',
    'web/domain',
    'web/features/one',
    'web/features/two',
    'web/app',
    'web/core',
    'web/gallery',
    'server/core',
  ],
  ...[
    'server/domain',
    'server/features/one',
    'server/features/two',
    'server/reports',
    'db',
    'db/seed',
    'test/harness',
    'contract',
  ],
].map((folder) => `${folder}/x.ts`)

const plantProjectFolders = (): string =>
  createPlantedProject({
    ...Object.fromEntries([...leafFolders, 'server/app.ts'].map((path) => [path, plantedFileContent])),
    ...Object.fromEntries(forbiddenImports.map(([path, other]) => [path, buildImportingFile(other)])),
    'bench/b.ts': "import { y } from './a.ts'\n\nexport const x = () => y\n",
    // What may be: downwards, and tests to the harness.
    'web/features/one/fine.ts': buildImportingFile('#web/domain/x.ts'),
    'server/features/one/fine.ts': buildImportingFile('#server/reports/x.ts'),
    'server/features/one/fine.test.ts': buildImportingFile('#test/harness/x.ts'),
    'server/commands/fine.ts': buildImportingFile('#db/seed/x.ts'),
  })

test('import rules refuse exactly the arrows that do not go down', async () => {
  const found = await importRulesGate.find(plantProjectFolders())
  for (const [path, , rule] of forbiddenImports)
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${path} imports .*: ${rule}$`)))
  expect(found.filter((line) => line.includes('fine'))).toEqual([])
})

test('import rules refuse a tool that saw nothing: under TypeScript 7 it reports success', async () => {
  const root = plantProjectFolders()
  const { stdout } = await runDependencyCruiser(root, [])
  expect(JSON.parse(stdout).summary.violations.length).toBeLessThan(forbiddenImports.length / 2)
  expect(findImportViolations(root, stdout)).toContainEqual(expect.stringMatching(/was not seen|saw no import/))
})

test('a failing test breaks the check', async () => {
  expect(await testsGate.find(createPlantedProject({ 'scripts/test.mjs': 'process.exitCode = 1\n' }))).toEqual([
    'the tests ended with 1',
  ])
  expect(await testsGate.find(createPlantedProject({ 'scripts/test.mjs': '' }))).toEqual([])
})

test('the check runs every gate, despite broken ones, and names those broken', async () => {
  const lines: string[] = []
  const kept = { name: 'kept', find: async () => [] }
  const broken = { name: 'broken', find: async () => ['a.ts:1 is wrong'] }
  const thrown = { name: 'thrown', find: () => Promise.reject(new Error('no disk')) }
  expect(await runGates([broken, thrown, kept], '.', (line) => lines.push(line))).toEqual(['broken', 'thrown'])
  expect(lines).toContainEqual(expect.stringMatching(/^ {4}a\.ts:1 is wrong$/))
  expect(lines).toContainEqual(expect.stringContaining('no disk'))
  expect(lines).toContainEqual(expect.stringMatching(/^✓ kept/))
  expect(lines.at(-1)).toBe('2 of 3 gates are broken: broken, thrown')
})

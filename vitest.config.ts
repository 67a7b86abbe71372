import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longTests } from './test/harness/long-tests.ts'
import { findTestsThatShareProcess, findTestsWithoutDatabase } from './test/harness/needs-database.ts'

/** Long enough for a machine that has other things to do: whoever waits for something goes on as soon as it is there. */
const testLimits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000, interval: 50 } } }
/** One test in five thousand that met a rare moment says nothing of a change: it is tried once more, and named at the end of the run to be looked into. */
const secondTry = { retry: 1 }
/** What `*.full.test.ts` holds, `npm run test:full` alone runs. */
const fullRunTests = process.env.ATALAYA_FULL ? [] : ['**/*.full.test.ts']
const excludedPatterns = ['**/node_modules/**', '**/dist/**', '.atalaya/**', '.cache/**', ...fullRunTests]

/** A file whose work was warned of fails: statements that are sent at once on a connection that can't take them, for example. */
const warningsFile = 'test/harness/refuse-warnings.ts'
const setupFiles = [warningsFile, 'test/harness/mark-second-tries.ts']

/** It reads every source into memory, which a process that goes on with other files would keep. */
const sourceGatesTest = 'test/architecture/source-gates.test.ts'
const processSharingTests = findTestsThatShareProcess(import.meta.dirname).filter((file) => file !== sourceGatesTest)
/** Each has a server and a database of its own and changes nothing that files share: what the server is made of is read once for all. */
const sharedProcessTests = [
  'server/{features,domain,core}/**/*.test.ts',
  'server/{demo-documents,refusals}.test.ts',
  'db/seed/**/*.test.ts',
  'server/{all-jobs,agenda-jobs,night-jobs,demo-presentations}.test.ts',
  'db/migrate/{ledger,posting-functions,employee-team}.test.ts',
  'test/permissions/**/*.test.ts',
  'test/{growth-of-writes,rows-read,statements-per-call}.test.ts',
  'test/architecture/open-api.test.ts',
  ...processSharingTests,
]

/**
 * The kinds one after the other, what takes longest first, so that no core is idle at the end: the gates are among the tests apart. A worker
 * that goes on with a file of the same kind has read its parts already.
 */
const projectOrder = ['unit apart', 'e2e', 'unit']
class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const bySize = await super.sort(files)
    const longFiles = longTests.flatMap((path) => bySize.filter(({ moduleId }) => moduleId.endsWith(`/${path}`)))
    const rank = ({ project }: TestSpecification) => projectOrder.indexOf(project.name)
    return [...new Set([...longFiles, ...bySize])].sort((a, b) => rank(a) - rank(b))
  }
}

/** `npm run test:fast`: what needs no PostgreSQL and no browser. A file that asks for one there all the same fails. */
const fastProjects = [
  {
    test: {
      ...testLimits,
      name: 'fast apart',
      include: findTestsWithoutDatabase(import.meta.dirname).filter((file) => !processSharingTests.includes(file)),
    },
  },
  { test: { ...testLimits, name: 'fast', include: processSharingTests, isolate: false } },
]

/**
 * Two kinds of tests over one PostgreSQL: tests beside their code, and journeys in the browser under test/e2e. One worker more than the cores
 * of a small machine: while a test waits for the page or the database, another goes on.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    // Servers make much that is gone after a call: with more room for it, less of it is looked through before.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirstSequencer },
    ...(process.env.ATALAYA_FAST
      ? { projects: fastProjects }
      : {
          globalSetup: ['test/harness/global-setup.ts'],
          projects: [
            {
              test: {
                ...testLimits,
                name: 'unit',
                include: sharedProcessTests,
                exclude: excludedPatterns,
                setupFiles,
                ...secondTry,
                isolate: false,
              },
            },
            {
              test: {
                ...testLimits,
                name: 'unit apart',
                include: ['**/*.test.{ts,tsx}'],
                exclude: [...excludedPatterns, ...sharedProcessTests, 'test/e2e/**'],
                setupFiles,
                ...secondTry,
              },
            },
            {
              test: {
                ...testLimits,
                name: 'e2e',
                include: ['test/e2e/**/*.test.ts'],
                exclude: excludedPatterns,
                setupFiles: ['test/e2e/harness/report.ts', ...setupFiles],
                ...secondTry,
                // The server's parts are read once for all files, each of which starts a server of its own.
                isolate: false,
                sequence: { hooks: 'list' },
              },
            },
          ],
        }),
  },
})

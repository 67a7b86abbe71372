import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What gives a test its database, or starts one: whoever comes to one of these by imports needs PostgreSQL. */
const databaseSources = [
  'test/harness/database.ts',
  'db/embedded/open-database.ts',
  'db/embedded/cluster.ts',
  'db/embedded/test-home.ts',
]
/** Rooms whose files a test may read on its way to a database; the product's own parts take theirs from whoever calls them. */
const isTestCode = (path: string): boolean => path.startsWith('test/') || /(^|\/)test-[\w-]+\.tsx?$/.test(path)

const importPattern = /from '([^']+\.tsx?)'/g

const resolveImport = (root: string, from: string, specifier: string): string | undefined => {
  const path = specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? resolve(root, dirname(from), specifier).slice(root.length + 1)
      : undefined
  return path !== undefined && existsSync(join(root, path)) ? path : undefined
}

/** Says of a test file (its path below `root`) whether it needs PostgreSQL: by its imports, and those of the tests' own helpers. */
export const createDatabaseCheck = (root: string): ((file: string) => boolean) => {
  const known = new Map<string, boolean>()
  const needs = (file: string): boolean => {
    const before = known.get(file)
    if (before !== undefined) return before
    // A circle of helpers adds nothing to what its other parts say.
    known.set(file, false)
    const text = readFileSync(join(root, file), 'utf8')
    const targets = [...text.matchAll(importPattern)].flatMap(
      ([, specifier]) => resolveImport(root, file, specifier!) ?? [],
    )
    const answer = targets.some((target) => databaseSources.includes(target) || (isTestCode(target) && needs(target)))
    known.set(file, answer)
    return answer
  }
  return needs
}

const sourceFolders = ['contract', 'db', 'locales', 'rules', 'scripts', 'server', 'test', 'web']
/** What takes a browser, or runs the project's tools over all sources: none of it is fast. */
const slowTestsPattern = /^test\/(e2e\/|tidy\/planted|architecture\/(planted|open-api|gates|types-gate|dead-code-gate))/

/** The test files that need neither PostgreSQL nor a browser nor the tools: paths below `root`. */
export const findTestsWithoutDatabase = (root: string): string[] => {
  const needs = createDatabaseCheck(root)
  return sourceFolders
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
    )
    .filter((file) => /(?<!\.full)\.test\.tsx?$/.test(file) && !slowTestsPattern.test(file) && !needs(file))
    .sort()
}

/** What a test changes for its whole process, or measures of it: a file that does so runs in a process of its own. */
const processWidePattern =
  /\bvi\.(mock|stub|spyOn|useFakeTimers|setSystemTime|resetModules)|process\.(env\.\w+ =|chdir|memoryUsage)|assign\(globalThis|globalThis[^\n]* = /

/** The test files without database that leave their process as it was, so that many share one: paths below `root`. */
export const findTestsThatShareProcess = (root: string): string[] =>
  findTestsWithoutDatabase(root).filter((file) => !processWidePattern.test(readFileSync(join(root, file), 'utf8')))

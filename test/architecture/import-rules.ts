import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSources } from '../tidy/sources.ts'
import { type Gate, projectRoot, runTool } from './gate.ts'

const sourceFolders = ['contract', 'locales', 'rules', 'db', 'server', 'web', 'test', 'bench', 'scripts']

type DependencyReport = {
  summary: { violations: { from: string; to: string; rule: { name: string } }[] }
  modules: { source: string; dependencies: unknown[] }[]
}

/**
 * What a report of dependency-cruiser says is wrong. The tool reports success when it can't read TypeScript, so what it has seen
 * is compared with the files that are there.
 */
export const findImportViolations = (root: string, report: string): string[] => {
  const { summary, modules } = JSON.parse(report) as DependencyReport
  const seen = new Set(modules.map(({ source }) => source))
  const inRooms = readSources(root, /\.tsx?$/).filter(({ path }) =>
    sourceFolders.some((room) => path.startsWith(`${room}/`)),
  )
  const blind = modules.length > 0 && modules.every(({ dependencies }) => dependencies.length === 0)
  return [
    ...summary.violations.map(({ from, to, rule }) => `${from} imports ${to}: ${rule.name}`),
    ...inRooms.filter(({ path }) => !seen.has(path)).map(({ path }) => `${path} was not seen by dependency-cruiser`),
    ...(blind ? ['dependency-cruiser saw no import at all: it runs without a TypeScript that it can use'] : []),
  ]
}

export const runDependencyCruiser = (root: string, node: readonly string[]) =>
  runTool(
    root,
    'dependency-cruiser/bin/dependency-cruise.mjs',
    [
      ...['--config', join(projectRoot, '.dependency-cruiser.cjs'), '--output-type', 'json'],
      ...sourceFolders.filter((room) => existsSync(join(root, room))),
    ],
    { node },
  )

/** The rules of .dependency-cruiser.cjs: who may import whom, and no cycles. */
export const importRulesGate: Gate = {
  name: 'import rules and cycles',
  find: async (root) => {
    const { stdout, output } = await runDependencyCruiser(root, [
      '--import',
      join(projectRoot, 'test/architecture/typescript-5.mjs'),
    ])
    return stdout.startsWith('{') ? findImportViolations(root, stdout) : output.split('\n').slice(0, 5)
  },
}

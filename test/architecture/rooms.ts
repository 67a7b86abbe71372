import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesOf } from '../tidy/sources.ts'
import { type Gate, projectRoot, runTool } from './gate.ts'

const rooms = ['contract', 'locales', 'db', 'server', 'web', 'test', 'bench', 'scripts']

type Cruise = {
  summary: { violations: { from: string; to: string; rule: { name: string } }[] }
  modules: { source: string; dependencies: unknown[] }[]
}

/**
 * The rules of .dependency-cruiser.cjs. The tool reports success when it can't read TypeScript, so what it has seen is compared
 * with the files that are there.
 */
const find: Gate['find'] = async (root) => {
  const present = rooms.filter((room) => existsSync(join(root, room)))
  const { stdout, output } = await runTool(
    root,
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['--config', join(projectRoot, '.dependency-cruiser.cjs'), '--output-type', 'json', ...present],
    ['--import', join(projectRoot, 'test/architecture/typescript-5.mjs')],
  )
  if (!stdout.startsWith('{')) return output.split('\n').slice(0, 5)
  const { summary, modules } = JSON.parse(stdout) as Cruise
  const seen = new Set(modules.map(({ source }) => source))
  const unseen = sourcesOf(root, /\.tsx?$/).filter(
    ({ path }) => present.includes(path.split('/')[0] ?? '') && !seen.has(path),
  )
  const blind = modules.length > 20 && modules.every(({ dependencies }) => dependencies.length === 0)
  return [
    ...summary.violations.map(({ from, to, rule }) => `${from} imports ${to}: ${rule.name}`),
    ...unseen.map(({ path }) => `${path} was not seen by dependency-cruiser`),
    ...(blind ? ['dependency-cruiser saw no import at all: it runs without a TypeScript that it can use'] : []),
  ]
}

export const importRules: Gate = { name: 'import rules and cycles', find }

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Gate } from '../architecture/gate.ts'

/**
 * What a person waits for, in bytes of script as they travel (gzip). A page is what it links, the parts that it opens with, those that watch
 * over the session behind it, and its texts in the language of the house. A test in Chromium holds these lists against what is fetched.
 */
const pageBudgets = [
  { name: 'the sign-in page', opens: ['demo-sign-ins'], texts: [], budget: 160_000 },
  {
    name: 'the client list',
    opens: ['authenticated-routes', 'shell', 'clients-screen', 'session-watch', 'pending-approval-count'],
    texts: ['clients', 'list', 'presence'],
    budget: 270_000,
  },
]
/** No single file may be so large that everything waits for it. */
const chunkBudget = 120_000

const staticImportPattern = /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g

type PageWeight = { name: string; budget: number; missing: string[]; files: string[]; bytes: number }

/** Each page's scripts of the built web app, with all that they import before they run. */
export const measureScripts = (root: string): { pages: PageWeight[]; sizes: Map<string, number> } => {
  const folder = join(root, 'dist', 'web')
  const assets = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'))
  const outer = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const code = new Map<string, string>([
    ...assets.map((file) => [file, readFileSync(join(folder, 'assets', file), 'utf8')] as const),
    ...outer.map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const),
  ])
  const sizes = new Map([...code].map(([file, text]) => [file, gzipSync(text, { level: 9 }).length]))
  const sizeOf = (file: string): number => sizes.get(file) ?? 0

  const withImports = (file: string, seen: Set<string>): Set<string> => {
    if (seen.has(file) || !code.has(file)) return seen
    seen.add(file)
    for (const [, next] of (code.get(file) ?? '').matchAll(staticImportPattern)) withImports(next ?? '', seen)
    return seen
  }
  const all = [...code.values()].join('\n')
  const textOf = (name: string): string | undefined =>
    new RegExp(`locales/es/${name}\\.ts["'\`]:[^.]*import\\(["'\`]\\./([\\w.-]+\\.js)`).exec(all)?.[1]
  const texts = new Set(
    [...all.matchAll(/locales\/\w+\/\w+\.ts["'`]:[^.]*import\(["'`]\.\/([\w.-]+\.js)/g)].map(([, file]) => file),
  )
  /** The file of a part. Texts may have the same name as the code they go with. */
  const partOf = (name: string): string | undefined =>
    assets.find((file) => file.replace(/-.{7}\.js$/, '') === name && !texts.has(file))

  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const linked = [...page.matchAll(/(?:src|href)="\/(?:assets\/)?([\w.-]+\.js)"/g)].map(([, file]) => file ?? '')
  return {
    sizes,
    pages: pageBudgets.map(({ name, opens, texts: spoken, budget }) => {
      const parts = [
        ...opens.map((part) => ({ part: `${part}-*.js`, file: partOf(part) })),
        ...spoken.map((text) => ({ part: `file of locales/es/${text}.ts`, file: textOf(text) })),
      ]
      const seen = new Set<string>()
      for (const file of [...linked, ...parts.map((part) => part.file ?? '')]) withImports(file, seen)
      const missing = parts.filter(({ file }) => !file).map(({ part }) => part)
      return { name, budget, missing, files: [...seen], bytes: [...seen].reduce((sum, file) => sum + sizeOf(file), 0) }
    }),
  }
}

export const scriptWeightGate: Gate = {
  name: 'weight of the web app',
  find: async (root) => {
    if (!existsSync(join(root, 'dist', 'web', 'index.html'))) return ['dist/web/index.html is missing: npm run build']
    const built = measureScripts(root)
    return [
      ...built.pages.flatMap(({ name, budget, missing, bytes }) => [
        ...missing.map((part) => `dist/web has no ${part}, which ${name} opens with`),
        ...(bytes > budget ? [`${name} takes ${bytes} bytes of script; at most ${budget}`] : []),
      ]),
      ...[...built.sizes]
        .filter(([, bytes]) => bytes > chunkBudget)
        .map(([file, bytes]) => `dist/web/assets/${file} has ${bytes} bytes; at most ${chunkBudget}`),
    ]
  },
}

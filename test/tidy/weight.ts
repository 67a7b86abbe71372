import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Gate } from '../architecture/gate.ts'

/** What a person waits for, in bytes of script as they travel (gzip). A page is what it links, and the parts that it opens with. */
const pages = [
  { name: 'the sign-in page', opens: [], budget: 160_000 },
  { name: 'the client list', opens: ['shell', 'clients-screen'], budget: 270_000 },
]
/** No single file may be so large that everything waits for it. */
const chunkBudget = 120_000

const staticImport = /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g

/** The built web app: a page's scripts with all that they import before they run. */
export const weight: Gate = {
  name: 'weight of the web app',
  find: async (root) => {
    const folder = join(root, 'dist', 'web')
    const page = join(folder, 'index.html')
    if (!existsSync(page)) return ['dist/web/index.html is missing: npm run build']
    const files = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'))
    const code = new Map(files.map((file) => [file, readFileSync(join(folder, 'assets', file), 'utf8')]))
    const sizes = new Map([...code].map(([file, text]) => [file, gzipSync(text).length]))
    const sizeOf = (file: string): number => sizes.get(file) ?? 0

    const withImports = (file: string, seen: Set<string>): Set<string> => {
      if (seen.has(file) || !code.has(file)) return seen
      seen.add(file)
      for (const [, next] of (code.get(file) ?? '').matchAll(staticImport)) withImports(next ?? '', seen)
      return seen
    }
    /** The file of a part. Texts of the same name are smaller than the code they go with. */
    const partOf = (name: string): string | undefined =>
      files.filter((file) => file.replace(/-.{8}\.js$/, '') === name).sort((a, b) => sizeOf(b) - sizeOf(a))[0]

    const linked = [...readFileSync(page, 'utf8').matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)"/g)].map(
      ([, file]) => file ?? '',
    )
    const tooHeavy = pages.flatMap(({ name, opens, budget }) => {
      const parts = opens.map((part) => ({ part, file: partOf(part) }))
      const seen = new Set<string>()
      for (const file of [...linked, ...parts.map(({ file }) => file ?? '')]) withImports(file, seen)
      const bytes = [...seen].reduce((sum, file) => sum + sizeOf(file), 0)
      return [
        ...parts
          .filter(({ file }) => !file)
          .map(({ part }) => `dist/web has no ${part}-*.js, which ${name} opens with`),
        ...(bytes > budget ? [`${name} takes ${bytes} bytes of script; at most ${budget}`] : []),
      ]
    })
    return [
      ...tooHeavy,
      ...files
        .filter((file) => sizeOf(file) > chunkBudget)
        .map((file) => `dist/web/assets/${file} has ${sizeOf(file)} bytes; at most ${chunkBudget}`),
    ]
  },
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './install.mjs'

/** Packages of hundreds of small modules: to find and link each is a third of a start. They are bundled with our own sources. */
const scattered = new Set(['kysely', 'zod', 'jose', 'fast-xml-parser'])
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

// Our own sources become a few files that load quickly; the other packages stay where npm put them. The command line shares chunks with the server.
await build({
  entryPoints: ['main', 'crm', 'seed-worker', 'reading-worker', 'picture-worker'].map((name) =>
    join(root, 'server', `${name}.ts`),
  ),
  outdir: process.argv[2],
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: Object.keys(dependencies).filter((name) => !scattered.has(name)),
  sourcemap: true,
  logLevel: 'error',
})

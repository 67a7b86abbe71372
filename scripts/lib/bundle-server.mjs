import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './install.mjs'

// Our own sources become a few files that load quickly; packages stay where npm put them. The command line shares chunks with the server.
await build({
  entryPoints: ['main', 'crm', 'seed-worker'].map((name) => join(root, 'server', `${name}.ts`)),
  outdir: process.argv[2],
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'error',
})

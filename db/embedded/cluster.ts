import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ProgressReporter } from '#db/progress.ts'
import { copyBinaries, findBinaries, type PostgresBinaries, readMajorVersion } from './binaries.ts'
import {
  changeOwner,
  findDatabaseAccount,
  findLauncher,
  findLauncherForNewCluster,
  isRoot,
  type PostgresLauncher,
  type SystemAccount,
  writeSecretFile,
} from './launcher.ts'
import { createDiskFullProblem, DatabaseProblem, getErrorCode, isDiskFullMessage, toFolderProblem } from './problem.ts'
import { isAlive, runProgram } from './processes.ts'

export type ProcessPurpose = 'server' | 'command'
export type ClusterSecrets = { ownerPassword: string; secret: string; madeFor: ProcessPurpose }

/** PostgreSQL's files on disk, ready to be started. `place` holds `data`, the secrets, the log and the last port. */
export type Cluster = {
  place: string
  data: string
  log: string
  secrets: ClusterSecrets
  launcher: PostgresLauncher
  isNew: boolean
}

export const ownerName = 'atalaya_owner'
const unfinishedPrefix = 'database.new-'
/** Where data goes that PostgreSQL's user can't be led to in any other way. Its folders can be traversed by everyone. */
const sharedFolders = ['/var/lib', '/var/tmp']

/** As root the folder lets PostgreSQL's user through, though not look around; an ordinary user keeps it to themselves. */
const getFolderMode = () => (isRoot() ? 0o711 : 0o700)

/** Folder by folder: Node's own recursion never ends where the system won't have a folder although its parent is there, as under /proc. */
const createFolders = (folder: string): void => {
  if (existsSync(folder)) return
  createFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: getFolderMode() })
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
}

/** The home folder, made if need be, proven to be writable. */
const prepareHome = (home: string): string => {
  try {
    createFolders(home)
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(home)
  } catch (error) {
    throw toFolderProblem(error, home)
  }
}

/** Removes what a killed process left half made. Its name says whose it was. */
const removeUnfinished = (home: string): void => {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(unfinishedPrefix) || isAlive(Number.parseInt(name.slice(unfinishedPrefix.length), 10)))
      continue
    const path = join(home, name)
    if (lstatSync(path).isSymbolicLink()) rmSync(realpathSync(path), { recursive: true, force: true })
    rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

const readSecrets = (place: string): ClusterSecrets => {
  const path = join(place, 'secrets.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ClusterSecrets
  } catch (error) {
    throw new DatabaseProblem(
      `Can't read the database's password in ${path} (${getErrorCode(error) || 'not JSON'}).\n` +
        'Start as the user who made the data, or choose another folder: ATALAYA_HOME=/some/folder',
    )
  }
}

/** initdb, its password handed over in a file that is gone right after. */
const initialiseCluster = async (
  launcher: PostgresLauncher,
  account: SystemAccount | undefined,
  place: string,
  password: string,
  signal?: AbortSignal,
) => {
  const data = join(place, 'data')
  const passwordFile = join(place, 'password')
  mkdirSync(data, { mode: 0o700 })
  if (account) changeOwner(account, data)
  writeSecretFile(passwordFile, password, account)
  const options = [
    '-D',
    data,
    '-U',
    ownerName,
    `--pwfile=${passwordFile}`,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--no-instructions',
  ]
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const program = launcher.program(launcher.binaries.initdb, [...options, ...locale])
  const { code, output } = await runProgram(program, signal).finally(() => unlinkSync(passwordFile))
  if (code === 0) return
  if (isDiskFullMessage(output)) throw createDiskFullProblem(dirname(place))
  throw new DatabaseProblem(`PostgreSQL's files can't be made in ${place}:\n${output.split('\n').slice(-5).join('\n')}`)
}

const createUnreachableProblem = (place: string, account: SystemAccount | undefined, reason: string) =>
  new DatabaseProblem(
    `PostgreSQL can't be run on the data in ${place}${account ? ` as the user ${account.name}` : ''}:\n${reason}\n` +
      (account
        ? 'Install setpriv (package util-linux), run as an ordinary user, or choose a folder'
        : 'Choose another folder') +
      ' that every user can pass into: ATALAYA_HOME=/srv/atalaya. Or use a server of your own: DATABASE_URL=postgres://...',
  )

/** A folder outside the home that PostgreSQL's user reaches, with a copy of the programs. As root only. */
const createOutsideHome = async (
  account: SystemAccount,
  binaries: PostgresBinaries,
): Promise<{ place: string; launcher: PostgresLauncher } | undefined> => {
  for (const parent of sharedFolders) {
    try {
      mkdirSync(join(parent, 'atalaya'), { recursive: true, mode: 0o711 })
      const place = mkdtempSync(join(parent, 'atalaya', 'home-'))
      chmodSync(place, 0o711)
      const launcher = await findLauncherForNewCluster(account, copyBinaries(binaries, place), place)
      if (typeof launcher !== 'string') return { place, launcher }
      rmSync(place, { recursive: true, force: true })
    } catch (error) {
      if (!getErrorCode(error)) throw error
    }
  }
  return undefined
}

/** Makes the files under a name of their own and gives them their real name when they are complete; the first one to do so wins. */
const createCluster = async (
  home: string,
  purpose: ProcessPurpose,
  progress: ProgressReporter,
  signal?: AbortSignal,
): Promise<boolean> => {
  progress('Making the database')
  const account = findDatabaseAccount()
  const binaries = findBinaries()
  const unfinished = join(home, `${unfinishedPrefix}${process.pid}-${randomBytes(3).toString('hex')}`)
  try {
    mkdirSync(unfinished, { mode: getFolderMode() })
    let launcher = await findLauncherForNewCluster(account, binaries, unfinished)
    if (typeof launcher === 'string') {
      const other = account && (await createOutsideHome(account, binaries))
      if (!other) throw createUnreachableProblem(home, account, launcher)
      progress(
        `The user ${account.name}, as whom PostgreSQL runs, can't reach ${home}: its data goes to ${other.place}`,
      )
      rmSync(unfinished, { recursive: true })
      symlinkSync(other.place, unfinished)
      launcher = other.launcher
    }
    const secrets: ClusterSecrets = {
      ownerPassword: randomBytes(24).toString('base64url'),
      secret: randomBytes(32).toString('base64url'),
      madeFor: purpose,
    }
    await initialiseCluster(launcher, account, realpathSync(unfinished), secrets.ownerPassword, signal)
    writeSecretFile(join(unfinished, 'secrets.json'), `${JSON.stringify(secrets, null, 2)}\n`)
    return publishCluster(home, unfinished)
  } catch (error) {
    discardUnfinished(unfinished)
    throw toFolderProblem(error, home)
  }
}

const discardUnfinished = (unfinished: string): void => {
  if (!existsSync(unfinished)) return
  rmSync(realpathSync(unfinished), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  rmSync(unfinished, { recursive: true, force: true })
}

/** Answers false where another process was first; both calls refuse to replace what is there. */
const publishCluster = (home: string, unfinished: string): boolean => {
  const target = join(home, 'database')
  const isLink = lstatSync(unfinished).isSymbolicLink()
  try {
    if (isLink) symlinkSync(realpathSync(unfinished), target)
    else renameSync(unfinished, target)
  } catch (error) {
    if (!existsSync(target)) throw error
    discardUnfinished(unfinished)
    return false
  }
  if (isLink) unlinkSync(unfinished)
  return true
}

const assertOwner = (data: string, account: SystemAccount | undefined): void => {
  const { uid } = statSync(data)
  if (account && uid === 0) changeOwner(account, data)
  if (account || process.getuid === undefined || uid === process.getuid()) return
  throw new DatabaseProblem(
    `The data in ${data} belongs to another user (uid ${uid}; this is uid ${process.getuid()}).\n` +
      'Start as that user or as root, or choose another folder: ATALAYA_HOME=/some/folder',
  )
}

/** Copied data, such as a restored backup, may have lost its rights: PostgreSQL refuses a folder that others can look into. */
const closeToOthers = (data: string): void => {
  if ((statSync(data).mode & 0o027) !== 0) chmodSync(data, 0o700)
}

const assertMajorVersion = (data: string, binaries: PostgresBinaries): void => {
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (made === readMajorVersion(binaries)) return
  throw new DatabaseProblem(
    `The data in ${data} was made by PostgreSQL ${made}; this version brings PostgreSQL ${readMajorVersion(binaries)}, which can't open it.\n` +
      'Restore a backup into a new folder: ATALAYA_HOME=/some/folder',
  )
}

/** The cluster of a home folder; made first if there is none. Whether it runs is another matter. */
export const openCluster = async (
  home: string,
  purpose: ProcessPurpose,
  progress: ProgressReporter,
  signal?: AbortSignal,
): Promise<Cluster> => {
  const folder = prepareHome(home)
  removeUnfinished(folder)
  const link = join(folder, 'database')
  const isNew = !existsSync(link) && (await createCluster(folder, purpose, progress, signal))
  const place = realpathSync(link)
  const data = join(place, 'data')
  let account: SystemAccount | undefined
  try {
    account = findDatabaseAccount(data)
    assertOwner(data, account)
    closeToOthers(data)
  } catch (error) {
    throw toFolderProblem(error, data)
  }
  const secrets = readSecrets(place)
  const binaries = findBinaries()
  assertMajorVersion(data, binaries)
  let launcher = await findLauncher(account, binaries, data)
  // The data lies in a place of its own already: the programs are what can't be reached.
  if (typeof launcher === 'string' && account && basename(place) !== 'database')
    launcher = await findLauncher(account, copyBinaries(binaries, place), data)
  if (typeof launcher === 'string') throw createUnreachableProblem(place, account, launcher)
  return { place, data, log: join(place, 'postgres.log'), secrets, launcher, isNew }
}

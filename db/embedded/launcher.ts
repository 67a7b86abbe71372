import { chownSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresBinaries } from './binaries.ts'
import { DatabaseProblem } from './problem.ts'
import { type ProgramCommand, runProgram } from './processes.ts'

/** The user of the operating system under whom PostgreSQL runs, where that isn't simply the one we are. */
export type SystemAccount = { name: string; uid: number; gid: number }

/** How to start one of PostgreSQL's programs so that it runs as that user and reaches its files. */
export type PostgresLauncher = { binaries: PostgresBinaries; program: (path: string, args: string[]) => ProgramCommand }

export const isRoot = (): boolean => process.getuid?.() === 0

/** PostgreSQL refuses to run as root, and initdb wants its user to have a name: take the first of these that exists. */
const candidateAccountNames = ['postgres', '_postgres', 'nobody', 'daemon']

const readSystemAccounts = (): SystemAccount[] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name !== '' && uid > 0)

/** As root: the owner of existing data, so that a cluster made by an ordinary user stays theirs, else a user without rights. */
export const findDatabaseAccount = (data?: string): SystemAccount | undefined => {
  if (!isRoot()) return undefined
  const owner = data === undefined ? undefined : lstatSync(data)
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  const known = readSystemAccounts()
  const account = candidateAccountNames.map((name) => known.find((one) => one.name === name)).find(Boolean)
  if (account) return account
  throw new DatabaseProblem(
    `PostgreSQL doesn't run as root, and this computer has no user to run it as (looked for ${candidateAccountNames.join(', ')}).\n` +
      'Make one (useradd --system postgres), run as an ordinary user, or use a server of your own: DATABASE_URL=postgres://...',
  )
}

/** Gives a folder and all in it to the account. The folder itself comes last: whoever finds it given finds all in it given too. */
export const changeOwner = (account: SystemAccount, path: string): void => {
  const owner = lstatSync(path)
  if (owner.isDirectory()) for (const name of readdirSync(path)) changeOwner(account, join(path, name))
  if (owner.uid !== account.uid || owner.gid !== account.gid) lchownSync(path, account.uid, account.gid)
}

/**
 * The ways to become that user. The second and third are for folders that it can't traverse (a project under /root): nobody's folder is
 * opened, PostgreSQL alone may pass. Without no_setuid_fixup, access(2) would ignore the right, and initdb ask it in vain.
 */
const listLaunchMethods = (account: SystemAccount | undefined): PostgresLauncher['program'][] => {
  if (!account) return [(command, args) => ({ command, args })]
  const { uid, gid } = account
  const withRight = (right: string) => (path: string, args: string[]) => ({
    command: 'setpriv',
    args: [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      '--securebits=+no_setuid_fixup',
      `--inh-caps=-all,+${right}`,
      `--ambient-caps=-all,+${right}`,
      '--',
      path,
      ...args,
    ],
  })
  return [(command, args) => ({ command, args, uid, gid }), withRight('dac_read_search'), withRight('dac_override')]
}

const checkReachable = async (launcher: PostgresLauncher, data: string): Promise<string | undefined> => {
  const { code, output } = await runProgram(launcher.program(launcher.binaries.postgres, ['-D', data, '-C', 'port']))
  return code === 0 ? undefined : output
}

/** The first way in which PostgreSQL reaches its programs and `data`, tried for real. A string says why the last one failed. */
export const findLauncher = async (
  account: SystemAccount | undefined,
  binaries: PostgresBinaries,
  data: string,
): Promise<PostgresLauncher | string> => {
  let refusal = ''
  for (const program of listLaunchMethods(account)) {
    const launcher = { binaries, program }
    const reason = await checkReachable(launcher, data)
    if (reason === undefined) return launcher
    refusal = reason
  }
  return refusal
}

/** The same for data still to be made in `place`: tried on an empty folder there. */
export const findLauncherForNewCluster = async (
  account: SystemAccount | undefined,
  binaries: PostgresBinaries,
  place: string,
): Promise<PostgresLauncher | string> => {
  const trial = join(place, 'trial')
  mkdirSync(trial, { mode: 0o700 })
  writeFileSync(join(trial, 'postgresql.conf'), '', { mode: 0o600 })
  if (account) changeOwner(account, trial)
  try {
    return await findLauncher(account, binaries, trial)
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}

/** A file that PostgreSQL's user alone may read. */
export const writeSecretFile = (path: string, text: string, account?: SystemAccount): void => {
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  if (account) chownSync(path, account.uid, account.gid)
}

import { chownSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { DatabaseProblem } from './problem.ts'
import { type Program, runProgram } from './processes.ts'

/** The user of the operating system under whom PostgreSQL runs, where that isn't simply the one we are. */
export type Account = { name: string; uid: number; gid: number }

/** How to start one of PostgreSQL's programs so that it runs as that user and reaches its files. */
export type Launcher = { binaries: Binaries; program: (path: string, args: string[]) => Program }

export const isRoot = (): boolean => process.getuid?.() === 0

/** PostgreSQL refuses to run as root, and initdb wants its user to have a name: take the first of these that exists. */
const candidates = ['postgres', '_postgres', 'nobody', 'daemon']

const accounts = (): Account[] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name !== '' && uid > 0)

/** As root: the owner of existing data, so that a cluster made by an ordinary user stays theirs, else a user without rights. */
export const databaseAccount = (data?: string): Account | undefined => {
  if (!isRoot()) return undefined
  const owner = data === undefined ? undefined : lstatSync(data)
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  const known = accounts()
  const account = candidates.map((name) => known.find((one) => one.name === name)).find(Boolean)
  if (account) return account
  throw new DatabaseProblem(
    `PostgreSQL doesn't run as root, and this computer has no user to run it as (looked for ${candidates.join(', ')}).\n` +
      'Make one (useradd --system postgres), run as an ordinary user, or use a server of your own: DATABASE_URL=postgres://...',
  )
}

/** Gives a folder and all in it to the account. The folder itself comes last: whoever finds it given finds all in it given too. */
export const giveTo = (account: Account, path: string): void => {
  const owner = lstatSync(path)
  if (owner.isDirectory()) for (const name of readdirSync(path)) giveTo(account, join(path, name))
  if (owner.uid !== account.uid || owner.gid !== account.gid) lchownSync(path, account.uid, account.gid)
}

/**
 * The ways to become that user. The second and third are for folders that it can't traverse (a project under /root): nobody's folder is
 * opened, PostgreSQL alone may pass. Without no_setuid_fixup, access(2) would ignore the right, and initdb ask it in vain.
 */
const ways = (account: Account | undefined): Launcher['program'][] => {
  if (!account) return [(command, args) => ({ command, args })]
  const { uid, gid } = account
  const withRight = (right: string) => (path: string, args: string[]) => ({
    command: 'setpriv',
    args: [
      ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'],
      ...[`--inh-caps=-all,+${right}`, `--ambient-caps=-all,+${right}`, '--', path, ...args],
    ],
  })
  return [(command, args) => ({ command, args, uid, gid }), withRight('dac_read_search'), withRight('dac_override')]
}

const reaches = async (launcher: Launcher, data: string): Promise<string | undefined> => {
  const { code, output } = await runProgram(launcher.program(launcher.binaries.postgres, ['-D', data, '-C', 'port']))
  return code === 0 ? undefined : output
}

/** The first way in which PostgreSQL reaches its programs and `data`, tried for real. A string says why the last one failed. */
export const launcherFor = async (
  account: Account | undefined,
  binaries: Binaries,
  data: string,
): Promise<Launcher | string> => {
  let refusal = ''
  for (const program of ways(account)) {
    const launcher = { binaries, program }
    const reason = await reaches(launcher, data)
    if (reason === undefined) return launcher
    refusal = reason
  }
  return refusal
}

/** The same for data still to be made in `place`: tried on an empty folder there. */
export const launcherForNew = async (
  account: Account | undefined,
  binaries: Binaries,
  place: string,
): Promise<Launcher | string> => {
  const trial = join(place, 'trial')
  mkdirSync(trial, { mode: 0o700 })
  writeFileSync(join(trial, 'postgresql.conf'), '', { mode: 0o600 })
  if (account) giveTo(account, trial)
  try {
    return await launcherFor(account, binaries, trial)
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}

/** A file that PostgreSQL's user alone may read. */
export const writeSecretFile = (path: string, text: string, account?: Account): void => {
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  if (account) chownSync(path, account.uid, account.gid)
}

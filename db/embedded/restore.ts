import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { ProgressReporter } from '#db/progress.ts'
import {
  copyFile,
  type Manifest,
  manifestName,
  maxWholeFileBytes,
  measureContent,
  runInParallel,
  type SealedManifest,
  sealedManifestName,
  writeStream,
} from './backup.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { changeOwner, findDatabaseAccount } from './launcher.ts'
import { DatabaseProblem, getErrorCode } from './problem.ts'
import { type BackupKey, openContent, openSeal, openStream, type SealKind } from './seal-backup.ts'

/** Asks for what opens a sealed backup: the passphrase or the secret. Throws where there is none. */
export type OpenerProvider = (kind: SealKind) => Promise<string>

type OpenedBackup = { manifest: Manifest; key: BackupKey | undefined }

const readOuterManifest = async (folder: string): Promise<Manifest | SealedManifest> => {
  try {
    return JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest | SealedManifest
  } catch {
    throw new DatabaseProblem(`${folder} is no backup: there is no readable ${manifestName} in it.`)
  }
}

const readManifest = async (folder: string, findOpener: OpenerProvider): Promise<OpenedBackup> => {
  const outside = await readOuterManifest(folder)
  if (!('sealed' in outside)) return { manifest: outside, key: undefined }
  const key = await openSeal(outside.sealed, await findOpener(outside.sealed.by))
  try {
    const content = await openContent(key, sealedManifestName, join(folder, sealedManifestName))
    return { manifest: JSON.parse(content.toString('utf8')) as Manifest, key }
  } catch {
    throw new DatabaseProblem(
      `${join(folder, sealedManifestName)} is not what was backed up. Take another backup. Nothing was changed.`,
    )
  }
}

const assertEmptyHome = async (home: string): Promise<void> => {
  if (existsSync(home) && (await readdir(home)).length > 0)
    throw new DatabaseProblem(`${home} isn't empty. A backup is restored into a new home: ATALAYA_HOME=/some/folder`)
}

type RestoreContext = { folder: string; key?: BackupKey | undefined; progress: ProgressReporter; signal: AbortSignal }

/** A file of the backup in its place; undefined where it isn't there. Where it doesn't open, it is empty to whoever compares it. */
const restoreFile = async (path: string, target: string, { folder, key, signal }: RestoreContext) => {
  const from = join(folder, path)
  if (!existsSync(from)) return undefined
  if (!key) return copyFile(from, target, undefined, signal)
  try {
    if ((await stat(from)).size > maxWholeFileBytes)
      return await writeStream(openStream(key, path, from), target, undefined, signal)
    const content = await openContent(key, path, from)
    await writeFile(target, content, { mode: 0o600, signal })
    return measureContent(content)
  } catch (error) {
    signal.throwIfAborted()
    if (getErrorCode(error)) throw error
    return { bytes: -1, sha256: '' }
  }
}

/** Copies what the manifest names into its places, each held against it. */
const restoreFiles = async ({ files }: Manifest, targetOf: (path: string) => string, copied: RestoreContext) => {
  const { folder, progress } = copied
  const total = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const path of Object.keys(files))
    if (normalize(path) !== path || path.startsWith('..') || path.startsWith('/'))
      throw new DatabaseProblem(`The backup names ${path}, which lies outside of it.`)
  await runInParallel(Object.entries(files), async ([path, { bytes, sha256 }]) => {
    const target = targetOf(path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const found = await restoreFile(path, target, copied)
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new DatabaseProblem(
        `${join(folder, path)} is ${found ? 'not what was backed up' : 'missing'}. Take another backup.`,
      )
    done += bytes
    progress('restore', done, total)
  })
}

/** Folders that PostgreSQL wants to find, though nothing of them is backed up. */
const createEmptiedFolders = async (data: string): Promise<void> => {
  const names = ['pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']
  const more = ['pg_twophase', 'pg_tblspc', 'pg_stat', 'pg_commit_ts', 'pg_logical/mappings', 'pg_logical/snapshots']
  for (const name of [...names, ...more, 'pg_wal/archive_status', 'pg_wal/summaries'])
    await mkdir(join(data, name), { recursive: true, mode: 0o700 })
}

const fillHome = async (cluster: Cluster, home: string, manifest: Manifest, copied: RestoreContext): Promise<void> => {
  const account = findDatabaseAccount(cluster.data)
  await rm(cluster.data, { recursive: true, force: true })
  await rm(join(cluster.place, 'secrets.json'))
  await mkdir(cluster.data, { mode: 0o700 })
  const targetOf = (path: string): string =>
    path.startsWith('database/') ? join(cluster.place, path.slice('database/'.length)) : join(home, path)
  await restoreFiles(manifest, targetOf, copied)
  await createEmptiedFolders(cluster.data)
  if (account) changeOwner(account, cluster.data)
}

/**
 * Makes a home from a backup; it has its name only when it is complete. What PostgreSQL still has to do, it does at its first start.
 * Throws DatabaseProblem where the home is in use, the backup isn't opened by what `findOpener` gives, or a file isn't what was backed up.
 */
export const restoreHome = async (
  options: { home: string; findOpener: OpenerProvider } & Omit<RestoreContext, 'key'>,
): Promise<{ takenAt: string }> => {
  const { home, folder, findOpener, progress, signal } = options
  setMaxListeners(0, signal)
  await assertEmptyHome(home)
  const { manifest, key } = await readManifest(folder, findOpener)
  const unfinished = `${home}.restoring-${process.pid}`
  let cluster: Cluster | undefined
  try {
    // A new cluster first: it finds a place that PostgreSQL's user reaches, as any home does.
    cluster = await openCluster(unfinished, 'command', progress, signal)
    const made = (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8')).trim()
    if (made !== manifest.postgres)
      throw new DatabaseProblem(
        `The backup is of PostgreSQL ${manifest.postgres}; this version brings PostgreSQL ${made}, which can't open it.`,
      )
    await fillHome(cluster, unfinished, manifest, { folder, key, progress, signal })
    await rm(home, { recursive: true, force: true })
    await rename(unfinished, home)
  } catch (error) {
    if (cluster) await rm(cluster.place, { recursive: true, force: true })
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  return { takenAt: manifest.takenAt }
}

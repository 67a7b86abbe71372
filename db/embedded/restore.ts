import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { Progress } from '#db/progress.ts'
import { copyFile, inParallel, type Manifest, manifestName } from './backup.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { databaseAccount, giveTo } from './launcher.ts'
import { DatabaseProblem } from './problem.ts'

const readManifest = async (folder: string): Promise<Manifest> => {
  try {
    return JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest
  } catch {
    throw new DatabaseProblem(`${folder} is no backup: there is no readable ${manifestName} in it.`)
  }
}

const refuseHome = async (home: string): Promise<void> => {
  if (existsSync(home) && (await readdir(home)).length > 0)
    throw new DatabaseProblem(`${home} isn't empty. A backup is restored into a new home: ATALAYA_HOME=/some/folder`)
}

type Copied = { folder: string; progress: Progress; signal: AbortSignal }

/** Copies what the manifest names into its places, each held against it. */
const copyAll = async (
  { files }: Manifest,
  targetOf: (path: string) => string,
  { folder, progress, signal }: Copied,
) => {
  const total = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const path of Object.keys(files))
    if (normalize(path) !== path || path.startsWith('..') || path.startsWith('/'))
      throw new DatabaseProblem(`The backup names ${path}, which lies outside of it.`)
  await inParallel(Object.entries(files), async ([path, { bytes, sha256 }]) => {
    const target = targetOf(path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const copied = existsSync(join(folder, path)) ? await copyFile(join(folder, path), target, signal) : undefined
    if (copied?.bytes !== bytes || copied.sha256 !== sha256)
      throw new DatabaseProblem(
        `${join(folder, path)} is ${copied ? 'not what was backed up' : 'missing'}. Take another backup.`,
      )
    done += bytes
    progress('restore', done, total)
  })
}

/** Folders that PostgreSQL wants to find, though nothing of them is backed up. */
const makeEmpty = async (data: string): Promise<void> => {
  const names = ['pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']
  const more = ['pg_twophase', 'pg_tblspc', 'pg_stat', 'pg_commit_ts', 'pg_logical/mappings', 'pg_logical/snapshots']
  for (const name of [...names, ...more, 'pg_wal/archive_status', 'pg_wal/summaries'])
    await mkdir(join(data, name), { recursive: true, mode: 0o700 })
}

const fill = async (cluster: Cluster, home: string, manifest: Manifest, copied: Copied): Promise<void> => {
  const account = databaseAccount(cluster.data)
  await rm(cluster.data, { recursive: true, force: true })
  await rm(join(cluster.place, 'secrets.json'))
  await mkdir(cluster.data, { mode: 0o700 })
  const targetOf = (path: string): string =>
    path.startsWith('database/') ? join(cluster.place, path.slice('database/'.length)) : join(home, path)
  await copyAll(manifest, targetOf, copied)
  await makeEmpty(cluster.data)
  if (account) giveTo(account, cluster.data)
}

/**
 * Makes a home from a backup; it has its name only when it is complete. What PostgreSQL still has to do, it does at its first start.
 * Throws DatabaseProblem where the home is in use, or a file isn't what was backed up.
 */
export const restore = async (options: { home: string } & Copied): Promise<{ takenAt: string }> => {
  const { home, folder, progress, signal } = options
  await refuseHome(home)
  const manifest = await readManifest(folder)
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
    await fill(cluster, unfinished, manifest, { folder, progress, signal })
    await rm(home, { recursive: true, force: true })
    await rename(unfinished, home)
  } catch (error) {
    if (cluster) await rm(cluster.place, { recursive: true, force: true })
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  return { takenAt: manifest.takenAt }
}

import { createHash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { createReadStream, createWriteStream, existsSync, type Stats } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import type { ProgressReporter } from '#db/progress.ts'
import { DatabaseProblem, getErrorCode } from './problem.ts'
import {
  type BackupKey,
  type BackupSeal,
  createSeal,
  type SealKind,
  type SealOpener,
  sealContent,
  sealStream,
} from './seal-backup.ts'

/** What a backup says of itself: whoever restores it holds every file against it first. */
export type Manifest = {
  takenAt: string
  /** PostgreSQL's major number: another one can't open the data. */
  postgres: string
  /** Path below the backup's folder → length in bytes and SHA-256, as they were before sealing. */
  files: Record<string, { bytes: number; sha256: string }>
}
/** In `manifest.json` of a sealed backup, whose manifest is sealed like its files. */
export type SealedManifest = { sealed: BackupSeal }
export const manifestName = 'manifest.json'
export const sealedManifestName = 'manifest.sealed'

/** Of PostgreSQL's folder, what a copy must not bring: the running server's own, and what it makes anew. The log follows apart. */
const excludedFiles = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map'])
const emptiedFolders = new Set(
  ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'].map(
    (name) => `${name}/`,
  ),
)
const isBackedUp = (path: string): boolean =>
  !excludedFiles.has(path) &&
  ![...emptiedFolders].some((folder) => path.startsWith(folder)) &&
  !basename(path).startsWith('pgsql_tmp')

/** Files below a folder, as paths relative to it; folders with a slash at the end. Neither is there any more: nothing. */
const listFilesRecursively = async (folder: string, targetFolder = ''): Promise<string[]> => {
  const entries = await readdir(join(folder, targetFolder), { withFileTypes: true }).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return []
    throw error
  })
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(targetFolder, entry.name)
      return entry.isDirectory()
        ? [`${path}/`, ...(await listFilesRecursively(folder, path))]
        : entry.isFile()
          ? [path]
          : []
    }),
  )
  return found.flat()
}

/** So many files at once: a database has thousands of small ones. */
const maxParallelFiles = 16

/** Does the work for each, so many at once. After a failure nothing new is begun, and what was is waited for. */
export const runInParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const rest = items.values()
  let failed = false
  const lane = async (): Promise<void> => {
    for (const item of rest) {
      if (failed) return
      await work(item).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: maxParallelFiles }, lane))
  const broken = lanes.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
}

/** Up to so many bytes a file is read whole: most of a database's are small. */
export const maxWholeFileBytes = 4_000_000

/** What seals a copy, and the path that it is sealed as. */
export type CopySeal = { key: BackupKey; path: string } | undefined

/** What the list of a copy says of a file: its bytes, and their SHA-256 in hexadecimal. */
export const measureContent = (content: Buffer) => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

const copyWholeFile = async (from: string, to: string, as: CopySeal, signal?: AbortSignal) => {
  const content = await readFile(from, { signal })
  await writeFile(to, as ? sealContent(as.key, as.path, content) : content, { mode: 0o600, signal })
  return measureContent(content)
}

/** Writes what comes, sealed if so wanted, and answers what it was. */
export const writeStream = async (source: AsyncIterable<Buffer>, to: string, as: CopySeal, signal?: AbortSignal) => {
  const hash = createHash('sha256')
  let bytes = 0
  const count = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const seal = as ? sealStream(as.key, as.path) : (chunks: AsyncIterable<Buffer>) => chunks
  await pipeline(source, count, seal, createWriteStream(to, { mode: 0o600 }), { signal })
  return { bytes, sha256: hash.digest('hex') }
}

const copyFileStreamed = (from: string, to: string, as: CopySeal, signal?: AbortSignal) =>
  writeStream(createReadStream(from), to, as, signal)

/** Copies one file and answers what it was; undefined where it went away meanwhile, as a running database's files may. */
export const copyFile = async (from: string, to: string, as: CopySeal, signal?: AbortSignal) => {
  try {
    const { size } = await stat(from)
    return await (size <= maxWholeFileBytes ? copyWholeFile : copyFileStreamed)(from, to, as, signal)
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT' && !existsSync(from)) return undefined
    throw error
  }
}

type BackupTarget = {
  folder: string
  files: Manifest['files']
  key: BackupKey | undefined
  signal: AbortSignal
  onBytes: (bytes: number) => void
  /** More that will be copied, known only now. */
  onMore: (bytes: number) => void
}

const toCopySeal = ({ key }: BackupTarget, path: string): CopySeal => key && { key, path }

/** What `copyFolder` will copy of it, in bytes. */
const measureFolder = async (folder: string, includesFile: (path: string) => boolean): Promise<number> => {
  const sizes = await Promise.all(
    (await listFilesRecursively(folder))
      .filter((path) => !path.endsWith('/') && includesFile(path))
      .map((path) =>
        stat(join(folder, path)).then(
          (found: Stats) => found.size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const copyFolder = async (
  from: string,
  targetFolder: string,
  into: BackupTarget,
  includesFile: (path: string) => boolean,
): Promise<void> => {
  await mkdir(join(into.folder, targetFolder), { recursive: true, mode: 0o700 })
  const paths = await listFilesRecursively(from)
  for (const path of paths.filter((one) => one.endsWith('/')))
    await mkdir(join(into.folder, targetFolder, path), { recursive: true, mode: 0o700 })
  await runInParallel(
    paths.filter((path) => !path.endsWith('/') && includesFile(path)),
    async (path) => {
      const name = join(targetFolder, path)
      const copied = await copyFile(join(from, path), join(into.folder, name), toCopySeal(into, name), into.signal)
      if (!copied) return
      into.files[name] = copied
      into.onBytes(copied.bytes)
    },
  )
}

const writeBackupFile = async (into: BackupTarget, path: string, text: string): Promise<void> => {
  const content = Buffer.from(text)
  const sealed = into.key ? sealContent(into.key, path, content) : content
  await writeFile(join(into.folder, path), sealed, { mode: 0o600, flush: true })
  into.files[path] = measureContent(content)
}

/**
 * PostgreSQL's files while it runs: between its own start and stop of a backup, with the log of changes in between, which a slot keeps
 * from being cleared away. Whoever starts on the copy finds the database as it was at the stop.
 */
const copyDatabase = async (ownerUrl: string, data: string, into: BackupTarget): Promise<void> => {
  const client = new Client({ connectionString: ownerUrl, application_name: 'atalaya backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    const one = async (sql: string): Promise<string> => String(Object.values((await client.query(sql)).rows[0])[0])
    await client.query(`select pg_create_physical_replication_slot('atalaya_backup_' || pg_backend_pid(), true, true)`)
    const first = await one(`select pg_walfile_name(pg_backup_start('atalaya', true))`)
    await copyFolder(data, 'database/data', into, isBackedUp)
    const { rows } = await client.query<{ last: string; labelfile: string; spcmapfile: string }>(
      'select pg_walfile_name(lsn) as last, labelfile, spcmapfile from pg_backup_stop(false)',
    )
    const { last, labelfile, spcmapfile } = rows[0]!
    await writeBackupFile(into, 'database/data/backup_label', labelfile)
    if (spcmapfile) await writeBackupFile(into, 'database/data/tablespace_map', spcmapfile)
    const isBetween = (name: string): boolean => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last
    const log = join(data, 'pg_wal')
    into.onMore(await measureFolder(log, isBetween))
    await copyFolder(log, 'database/data/pg_wal', into, isBetween)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A head of the audit that a process was writing, or left when it was killed. */
const isPartialFile = (path: string): boolean => /\.last\.json\.\d+$/.test(path)

const assertBackupFolder = async (folder: string, home: string): Promise<void> => {
  if (existsSync(folder))
    throw new DatabaseProblem(`${folder} is there already. A backup goes into a folder that it makes itself.`)
  if (!relative(await realpath(home), folder).startsWith('..'))
    throw new DatabaseProblem(
      `${folder} lies inside the home folder. A backup belongs somewhere else, best on another disk.`,
    )
}

const writeManifest = async (into: BackupTarget, manifest: Manifest, seal: BackupSeal | undefined): Promise<void> => {
  if (seal) await writeBackupFile(into, sealedManifestName, JSON.stringify(manifest))
  const outside: Manifest | SealedManifest = seal ? { sealed: seal } : manifest
  await writeFile(join(into.folder, manifestName), JSON.stringify(outside), { mode: 0o600, flush: true })
}

type BackupPart = { from: string; targetFolder: string; includesFile: (path: string) => boolean }

/** What is copied besides the database. What the mailbox holds stays behind: it was delivered, and its links open accounts. */
const listBackupParts = (home: string, place: string, isSealed: boolean) => {
  const heads: BackupPart = {
    from: join(home, 'audit-heads'),
    targetFolder: 'audit-heads',
    includesFile: (path) => !isPartialFile(path),
  }
  const files: BackupPart = { from: join(home, 'files'), targetFolder: 'files', includesFile: () => true }
  const secrets: BackupPart = { from: place, targetFolder: 'database', includesFile: (path) => path === 'secrets.json' }
  return {
    // The heads first: one that is newer than the database's copy would make its audit look cut off. Beside a readable secret, whoever
    // alters the audit would alter them too: there they prove nothing.
    before: isSealed ? [heads] : [],
    // A file is there before the row that names it, so what the database's copy names is here by now.
    after: [secrets, files],
  }
}

/** Copies the home into a folder. */
const copyHome = async (options: {
  home: string
  ownerUrl: string
  place: string
  into: BackupTarget
}): Promise<void> => {
  const { home, ownerUrl, place, into } = options
  const data = join(place, 'data')
  const { before, after } = listBackupParts(home, place, into.key !== undefined)
  for (const { from, includesFile } of [...before, { from: data, includesFile: isBackedUp }, ...after])
    into.onMore(await measureFolder(from, includesFile))
  for (const { from, targetFolder, includesFile } of before) await copyFolder(from, targetFolder, into, includesFile)
  await copyDatabase(ownerUrl, data, into)
  for (const { from, targetFolder, includesFile } of after) await copyFolder(from, targetFolder, into, includesFile)
}

export type Backup = { folder: string; files: number; bytes: number; takenAt: string; sealedBy: SealKind | 'nothing' }

/**
 * Copies a home with its running database into a folder that isn't there yet; it has its name only when it is complete. With an opener
 * every file is sealed, so that nothing of it can be read or altered without the passphrase or the secret.
 */
export const createBackup = async (options: {
  home: string
  ownerUrl: string
  folder: string
  opener?: SealOpener | undefined
  progress: ProgressReporter
  signal: AbortSignal
}): Promise<Backup> => {
  const { home, ownerUrl, folder, opener, progress, signal } = options
  // Each file that is copied listens for the stop.
  setMaxListeners(0, signal)
  await assertBackupFolder(folder, home)
  const place = await realpath(join(home, 'database'))
  const unfinished = join(dirname(folder), `.${basename(folder)}.${process.pid}`)
  const sealed = opener && (await createSeal(opener))
  let done = 0
  let total = 0
  const onMore = (bytes: number): void => {
    total += bytes
  }
  const onBytes = (bytes: number): void => {
    done += bytes
    progress('backup', Math.min(done, total), total)
  }
  const into: BackupTarget = { folder: unfinished, files: {}, key: sealed?.key, signal, onBytes, onMore }
  const takenAt = new Date().toISOString()
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    await copyHome({ home, ownerUrl, place, into })
    const postgres = (await readFile(join(place, 'data', 'PG_VERSION'), 'utf8')).trim()
    await writeManifest(into, { takenAt, postgres, files: { ...into.files } }, sealed?.seal)
    await rename(unfinished, folder)
    // Files grow and go while they are copied: what was copied is now all there is.
    progress('backup', done, done)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  return { folder, files: Object.keys(into.files).length, bytes: done, takenAt, sealedBy: opener?.kind ?? 'nothing' }
}

import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackup, type Manifest, manifestName, sealedManifestName } from '#db/embedded/backup.ts'
import type { OpenDatabase } from '#db/embedded/open-database.ts'
import { type OpenerProvider, restoreHome } from '#db/embedded/restore.ts'
import type { SealOpener } from '#db/embedded/seal-backup.ts'
import { createTestHome, openTestDatabase, removeHomes } from '#db/embedded/test-home.ts'
import { migrate } from '#db/migrate/migrate.ts'
import { ignoreProgress, type ProgressReporter } from '#db/progress.ts'
import { testInFullRun } from '#test/harness/circles.ts'
import { recordProgress } from '#test/harness/record-progress.ts'

const { signal } = new AbortController()
let home: string
let backupsFolder: string
let database: OpenDatabase
const restoredDatabases: OpenDatabase[] = []

const withClient = async <T>(from: OpenDatabase, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: from.ownerUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}
const countTableRows = async (from: OpenDatabase, table: string): Promise<number> =>
  withClient(from, async (client) => (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n)

beforeAll(async () => {
  home = createTestHome()
  backupsFolder = createTestHome()
  database = await openTestDatabase(home)
  await migrate({ ownerUrl: database.ownerUrl, secret: database.secret, progress: ignoreProgress })
  for (const [folder, file] of [
    ['audit-heads', 'dino.json'],
    ['audit-heads', 'dino.last.json.4711'],
    ['files/ab', 'content'],
    ['mailbox', 'reset.eml'],
  ] as const) {
    mkdirSync(join(home, folder), { recursive: true })
    writeFileSync(join(home, folder, file), `of ${folder}`)
  }
})
afterAll(async () => {
  for (const one of [database, ...restoredDatabases]) await one.close()
  removeHomes()
})

const takeBackup = (folder: string) =>
  createBackup({ home, ownerUrl: database.ownerUrl, folder, progress: ignoreProgress, signal })
const refuseSealOpener = async (): Promise<string> => {
  throw new Error('not sealed')
}
const restoreBackup = (folder: string, into: string, findOpener: OpenerProvider = refuseSealOpener) =>
  restoreHome({ home: into, folder, findOpener, progress: ignoreProgress, signal })

describe('backups', () => {
  test('a backup during writes holds every earlier row and opens as a home', async () => {
    const writer = new Client({ connectionString: database.ownerUrl })
    await writer.connect()
    await writer.query('create table public.note (n int primary key, filler text)')
    let written = 0
    let going = true
    const writing = (async () => {
      while (going)
        await writer.query(`insert into public.note values ($1, repeat('x', 5000))`, [++written]).catch((error) => {
          going = false
          throw error
        })
    })()
    const before = written
    const folder = join(backupsFolder, 'first')
    const taken = await takeBackup(folder)
    const after = written
    going = false
    await writing
    await writer.end()
    expect(taken).toMatchObject({ folder, files: expect.any(Number), bytes: expect.any(Number) })

    const second = join(createTestHome(), 'home')
    await restoreBackup(folder, second)
    const restored = await openTestDatabase(second)
    restoredDatabases.push(restored)
    const there = await countTableRows(restored, 'public.note')
    expect(there).toBeGreaterThanOrEqual(before)
    expect(there).toBeLessThanOrEqual(after + 1)
    const { rows } = await withClient(restored, (client) => client.query('select max(n) as n from public.note'))
    expect(rows[0].n).toBe(there)
    expect(await countTableRows(restored, 'registry.tenant')).toBe(await countTableRows(database, 'registry.tenant'))
    expect(restored.secret).toBe(database.secret)
    expect(readFileSync(join(second, 'files/ab/content'), 'utf8')).toBe('of files/ab')
    expect(taken.sealedBy).toBe('nothing')
    for (const left of ['audit-heads', 'mailbox']) expect(existsSync(join(folder, left)), left).toBe(false)
    // Nothing of the running server is held back once it is taken.
    expect(await countTableRows(database, 'pg_replication_slots')).toBe(0)
  }, 60_000)

  testInFullRun('backup and restore report progress up to all that they copy', async () => {
    const folder = join(backupsFolder, 'counted')
    const shares: number[] = []
    const progress: ProgressReporter = (_, done = 0, total = 0) => void shares.push(done / total)
    const opener: SealOpener = { kind: 'passphrase', text: 'a passphrase that is long' }
    await createBackup({ home, ownerUrl: database.ownerUrl, folder, opener, progress, signal })
    expect(shares.at(-1)).toBe(1)
    // Before the last word, too: what was to be copied was known. A file or two may have come or gone.
    expect(shares.at(-2)).toBeGreaterThan(0.98)
    const kept = recordProgress()
    const findOpener: OpenerProvider = async () => opener.text
    await restoreHome({ home: join(createTestHome(), 'home'), folder, findOpener, progress: kept.progress, signal })
    expect(kept.steps()).toContain('restore')
    expect(kept.unfinished()).toEqual([])
  })

  test('a backup refuses existing folders and the home, and a failed one leaves nothing', async () => {
    await expect(takeBackup(backupsFolder)).rejects.toThrow('is there already')
    await expect(takeBackup(join(home, 'inside'))).rejects.toThrow('inside the home')
    const stopped = AbortSignal.abort(new Error('stopped'))
    const folder = join(backupsFolder, 'stopped')
    const attempt = createBackup({
      home,
      ownerUrl: database.ownerUrl,
      folder,
      progress: ignoreProgress,
      signal: stopped,
    })
    await expect(attempt).rejects.toThrow()
    expect(existsSync(folder)).toBe(false)
  })

  test('restores a backup into an empty home only', async () => {
    await expect(restoreBackup(join(backupsFolder, 'first'), home)).rejects.toThrow(`isn't empty`)
    await expect(restoreBackup(backupsFolder, join(createTestHome(), 'home'))).rejects.toThrow('is no backup')
  })

  test('refuses a backup with an altered or missing file, named, and makes no home', async () => {
    const folder = join(backupsFolder, 'second')
    await takeBackup(folder)
    const target = join(createTestHome(), 'home')
    const manifest = JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as Manifest
    const large = Object.keys(manifest.files).find((path) => path.includes('/base/'))!
    appendFileSync(join(folder, large), 'x')
    await expect(restoreBackup(folder, target)).rejects.toThrow(`${large} is not what was backed up`)
    rmSync(join(folder, large))
    await expect(restoreBackup(folder, target)).rejects.toThrow(`${large} is missing`)
    expect(existsSync(target)).toBe(false)
    writeFileSync(
      join(folder, manifestName),
      JSON.stringify({ ...manifest, files: { '../escape': { bytes: 0, sha256: '' } } }),
    )
    await expect(restoreBackup(folder, target)).rejects.toThrow('outside of it')
  }, 60_000)
})

const passphrase = 'correct horse battery staple'
const listFolderTree = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('sealed backups', () => {
  const large = 'files/cd/large'
  const sealWith = (folder: string, opener: SealOpener) =>
    createBackup({ home, ownerUrl: database.ownerUrl, folder, opener, progress: ignoreProgress, signal })

  beforeAll(() => {
    mkdirSync(join(home, 'files/cd'), { recursive: true })
    writeFileSync(join(home, large), Buffer.alloc(9_000_000, 'large and confidential '))
    writeFileSync(join(home, 'files/cd/empty'), '')
  })

  test('a sealed backup shows none of its contents and opens only with its passphrase', async () => {
    const folder = join(backupsFolder, 'sealed')
    const { sealedBy } = await sealWith(folder, { kind: 'passphrase', text: passphrase })
    expect(sealedBy).toBe('passphrase')
    const { owner, secret } = { owner: new URL(database.ownerUrl).password, secret: database.secret }
    for (const file of listFolderTree(folder)) {
      const content = readFileSync(file)
      for (const secretText of [owner, secret, 'confidential', 'of audit-heads', 'of files', 'registry', 'PG_VERSION'])
        expect(content.includes(secretText), `${secretText} in ${file}`).toBe(false)
    }
    expect(existsSync(join(folder, 'mailbox'))).toBe(false)
    expect(existsSync(join(folder, 'audit-heads/dino.last.json.4711'))).toBe(false)

    const target = join(createTestHome(), 'home')
    await expect(restoreBackup(folder, target, async () => `${passphrase}r`)).rejects.toThrow(
      /passphrase isn't the one/,
    )
    expect(existsSync(target)).toBe(false)
    expect(readdirSync(dirname(target))).toEqual([])

    await restoreBackup(folder, target, async () => passphrase)
    expect(readFileSync(join(target, large)).equals(readFileSync(join(home, large)))).toBe(true)
    expect(readFileSync(join(target, 'files/cd/empty'), 'utf8')).toBe('')
    expect(readFileSync(join(target, 'audit-heads/dino.json'), 'utf8')).toBe('of audit-heads')
    const restored = await openTestDatabase(target)
    restoredDatabases.push(restored)
    expect(restored.secret).toBe(database.secret)
    expect(await countTableRows(restored, 'registry.tenant')).toBe(await countTableRows(database, 'registry.tenant'))
  }, 60_000)

  testInFullRun(
    'a backup sealed by the secret opens with that secret only',
    async () => {
      const folder = join(backupsFolder, 'without-secret')
      const { sealedBy } = await sealWith(folder, { kind: 'secret', text: database.secret })
      expect(sealedBy).toBe('secret')
      for (const file of listFolderTree(folder)) expect(readFileSync(file).includes(database.secret), file).toBe(false)
      const target = join(createTestHome(), 'home')
      await expect(restoreBackup(folder, target, async () => 'another secret')).rejects.toThrow(/secret isn't the one/)
      expect(existsSync(target)).toBe(false)
      const questions: string[] = []
      await restoreBackup(folder, target, async (kind) => {
        questions.push(kind)
        return database.secret
      })
      expect(questions).toEqual(['secret'])
      expect(readFileSync(join(target, 'files/ab/content'), 'utf8')).toBe('of files/ab')
    },
    60_000,
  )

  testInFullRun(
    'a sealed backup with one bit changed makes no home',
    async () => {
      const folder = join(backupsFolder, 'tampered')
      await sealWith(folder, { kind: 'passphrase', text: passphrase })
      const refused = async (path: string) => {
        const content = readFileSync(join(folder, path))
        content[Math.floor(content.length / 2)]! ^= 1
        writeFileSync(join(folder, path), content)
        const target = join(createTestHome(), 'home')
        await expect(restoreBackup(folder, target, async () => passphrase)).rejects.toThrow(
          `${path} is not what was backed up`,
        )
        expect(existsSync(target)).toBe(false)
      }
      await refused(large)
      await refused(sealedManifestName)
    },
    60_000,
  )
})

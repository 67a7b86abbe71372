import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Prefix } from '#contract/core/values.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * The key that the contents are encrypted with.
 * See docs/decisions/0034-encrypted-uploads.md
 */
export const fileEncryptionPurpose = 'files'

export type FileDamage = 'missing' | 'damaged' | 'unreadable'

const toFileDamage = (error: NodeJS.ErrnoException): FileDamage | undefined => {
  if (['ENOENT', 'ENOTDIR'].includes(error.code ?? '')) return 'missing'
  if (['EIO', 'EACCES', 'EPERM', 'EISDIR'].includes(error.code ?? '')) return 'unreadable'
  return undefined
}

/** A stored content that can't be given: it is gone, isn't what was written, or the system won't read it. What caused it stays in the log. */
export class FileDamagedError extends RefusalError {
  override name = 'FileDamaged'
  readonly fileId: string
  readonly damage: FileDamage
  constructor(fileId: string, damage: FileDamage, cause: unknown) {
    super('file.damaged')
    this.message = `stored file ${fileId} is ${damage}`
    this.cause = cause
    this.fileId = fileId
    this.damage = damage
  }
}

/** Where what people upload stays: encrypted, one file for each content, named by an id that nobody chooses. */
export type FileStorage = {
  /** Writes the content so that it outlives a crash, and answers its id. Done before the row that names it commits. */
  put: (prefix: Prefix, content: Uint8Array) => Promise<string>
  /** Throws FileDamaged where it isn't there, was altered, or belongs to another prefix. */
  read: (prefix: Prefix, id: string) => Promise<Buffer>
  /** For good. Nothing happens where there is none. */
  drop: (id: string) => Promise<void>
  /** The ids of all contents written before that moment, in milliseconds. */
  writtenBefore: (moment: number) => Promise<string[]>
  /** Removes what was begun before that moment and never finished. */
  dropUnfinished: (moment: number) => Promise<void>
}

/** What was renamed is on the disk only once its folder is. Windows has no such thing. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const writeThrough = async (path: string, content: Uint8Array): Promise<void> => {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What stands in a folder; nothing where there is no such folder. */
const listFileNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })

/** The end of a file that is still being written. */
const unfinishedSuffix = '.part'
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The names of what stands in the store and was written before that moment. */
const listFilesWrittenBefore = async (home: string, moment: number): Promise<string[]> => {
  const old: string[] = []
  for (const part of await listFileNames(join(home, 'files')))
    for (const name of await listFileNames(join(home, 'files', part))) {
      const found = await stat(join(home, 'files', part, name)).catch(() => undefined)
      if (found && found.mtimeMs < moment && name.startsWith(part)) old.push(name)
    }
  return old
}

/** The store in the home's folder `files`, spread over 256 folders by the first letters of the ids. */
export const openFileStorage = (home: string, box: SecretBox): FileStorage => {
  const pathOf = (id: string): string => join(home, 'files', id.slice(0, 2), id)
  const named = (prefix: Prefix, id: string): string => `${prefix}/${id}`
  return {
    put: async (prefix, content) => {
      const id = randomUUID()
      const path = pathOf(id)
      const folder = dirname(path)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await writeThrough(`${path}${unfinishedSuffix}`, box.encryptBytes(content, named(prefix, id)))
        await rename(`${path}${unfinishedSuffix}`, path)
      } catch (error) {
        await rm(`${path}${unfinishedSuffix}`, { force: true })
        throw error
      }
      await syncFolder(folder)
      return id
    },
    read: async (prefix, id) => {
      const sealed = await readFile(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        const damage = toFileDamage(error)
        throw damage ? new FileDamagedError(id, damage, error) : error
      })
      try {
        return box.decryptBytes(sealed, named(prefix, id))
      } catch (error) {
        throw new FileDamagedError(id, 'damaged', error)
      }
    },
    drop: (id) => rm(pathOf(id), { force: true }),
    writtenBefore: async (moment) =>
      (await listFilesWrittenBefore(home, moment)).filter((name) => idPattern.test(name)),
    dropUnfinished: async (moment) => {
      for (const name of await listFilesWrittenBefore(home, moment))
        if (name.endsWith(unfinishedSuffix)) await rm(pathOf(name), { force: true })
    },
  }
}

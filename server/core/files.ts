import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Prefix } from '#contract/core/values.ts'
import type { SecretBox } from './secret-box.ts'

/** The key that the contents are encrypted with. */
export const filesPurpose = 'files'

/** Where what people upload stays: encrypted, one file for each content, named by an id that nobody chooses. */
export type Files = {
  /** Writes the content so that it outlives a crash, and answers its id. Done before the row that names it commits. */
  put: (prefix: Prefix, content: Uint8Array) => Promise<string>
  /** Throws where it isn't there, was altered, or belongs to another prefix. */
  read: (prefix: Prefix, id: string) => Promise<Buffer>
  /** For good. Nothing happens where there is none. */
  drop: (id: string) => Promise<void>
}

/** What was renamed is on the disk only once its folder is. Windows has no such thing. */
const settle = async (folder: string): Promise<void> => {
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

/** The store in the home's folder `files`, spread over 256 folders by the first letters of the ids. */
export const openFiles = (home: string, box: SecretBox): Files => {
  const pathOf = (id: string): string => join(home, 'files', id.slice(0, 2), id)
  const named = (prefix: Prefix, id: string): string => `${prefix}/${id}`
  return {
    put: async (prefix, content) => {
      const id = randomUUID()
      const path = pathOf(id)
      const folder = dirname(path)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await writeThrough(`${path}.part`, box.sealBytes(content, named(prefix, id)))
        await rename(`${path}.part`, path)
      } catch (error) {
        await rm(`${path}.part`, { force: true })
        throw error
      }
      await settle(folder)
      return id
    },
    read: async (prefix, id) => box.openBytes(await readFile(pathOf(id)), named(prefix, id)),
    drop: (id) => rm(pathOf(id), { force: true }),
  }
}

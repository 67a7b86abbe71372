import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** A run takes up to 1.5 GB: databases, PostgreSQL's log of changes, profiles of browsers. */
const memoryFolder = { place: '/dev/shm', needed: 3 * 1024 ** 3 }

const hasEnoughSpace = ({ place, needed }: typeof memoryFolder): boolean => {
  try {
    accessSync(place, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(place)
    return Math.min(bavail * bsize, freemem()) >= needed
  } catch {
    // The system has no such folder, or keeps it from us.
    return false
  }
}

const folderPrefix = 'atalaya-'
/** No run takes as long: what is older and ours was left by one that was killed, and takes memory for nothing. */
const leftoverAgeMs = 6 * 3_600_000

const removeLeftovers = (place: string): void => {
  for (const name of readdirSync(place)) {
    const folder = join(place, name)
    const found = name.startsWith(folderPrefix) ? statSync(folder, { throwIfNoEntry: false }) : undefined
    if (found?.uid === process.getuid?.() && found && found.mtimeMs < Date.now() - leftoverAgeMs)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/**
 * Moves the temporary files of this process and its children into memory, if there is room; else they stay on the disk. A cloned database has
 * 2,000 files, and a disk takes ten times as long to make them. Returns a function that removes the folder.
 */
export const keepTemporaryFilesInMemory = (where = memoryFolder): (() => void) => {
  if (!hasEnoughSpace(where)) return () => {}
  removeLeftovers(where.place)
  const before = process.env.TMPDIR
  const folder = mkdtempSync(join(where.place, folderPrefix))
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'

const sharedFolder = join('..', 'shared')

/**
 * A folder or file of public data beside the project, which may not be kept in it: whole files that a test reads as they are. Where there is no such folder, its
 * tests are skipped, and say so in their names. In CI (`CI` is set), a folder that lacks what a test reads fails: skipping would pass for having looked.
 */
export const locateGivenData = (path: string): { place: string; isThere: boolean } => {
  const place = join(sharedFolder, 'data', path)
  const isThere = existsSync(place)
  if (!isThere && process.env.CI && existsSync(sharedFolder))
    throw new Error(`CI is set, and ${place} is missing: this test needs it`)
  return { place, isThere }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A folder or file of public data beside the project, which may not be kept in it: whole files that a test reads as they are. Where it is missing,
 * its tests are skipped, and say so in their names; in CI, where skipping would pass for having looked, they fail.
 */
export const givenData = (path: string): { place: string; isThere: boolean } => {
  const place = join('..', 'shared', 'data', path)
  const isThere = existsSync(place)
  if (!isThere && process.env.CI) throw new Error(`CI is set, and ${place} is missing: this test needs it`)
  return { place, isThere }
}

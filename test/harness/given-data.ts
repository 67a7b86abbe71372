import { existsSync } from 'node:fs'
import { join } from 'node:path'

const dataFolder = join('..', 'shared', 'data')

type GivenData = {
  place: string
  isThere: boolean
  /** For the name of what is skipped: where the files are, or which of them are missing. */
  title: string
}

/** What `locateGivenData` answers, by the folder and by what it has. Throws in CI where something is missing. */
export const describeGivenData = (place: string, missing: readonly string[], isCi: boolean): GivenData => {
  if (missing.length === 0) return { place, isThere: true, title: place }
  const lack = `missing: ${missing.map((name) => join(place, name)).join(', ')}`
  if (isCi) throw new Error(`CI is set, and a test needs public data that is ${lack}`)
  return { place, isThere: false, title: `${place} (skipped, ${lack})` }
}

/**
 * A folder of public data beside the project, which may not be kept in it, and the files or folders in it that a test reads whole. Where one of
 * them is missing, its tests are skipped, and say so in their names; where `CI` is set, they fail: skipping would pass for having looked.
 */
export const locateGivenData = (folder: string, names: readonly string[]): GivenData => {
  const place = join(dataFolder, folder)
  const missing = names.filter((name) => !existsSync(join(place, name)))
  return describeGivenData(place, missing, Boolean(process.env.CI))
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationFolders, readMigrations } from '#db/migrate/migration-files.ts'
import type { Gate } from '../architecture/gate.ts'

/** A line for each migration that is on the main branch, as sha256sum writes it. */
export const checksumList = 'db/migrate/checksums.txt'

const readListedChecksums = (root: string): Map<string, string> => {
  const file = join(root, checksumList)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean) : []
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

const calculateChecksums = (root: string): Map<string, string> =>
  new Map(
    migrationFolders
      .filter((folder) => existsSync(join(root, 'db', folder)))
      .flatMap((folder) =>
        readMigrations(folder, root).map(({ name, sha256 }) => [`db/${folder}/${name}.sql`, sha256] as const),
      ),
  )

const getMigrationNumber = (path: string): string => /^db\/\w+\/\d{4}/.exec(path)?.[0] ?? path

/** A database that has had a migration knows it by name and checksum, and refuses one that is different. */
export const frozenMigrationsGate: Gate = {
  name: 'frozen migrations',
  find: async (root) => {
    const listed = readListedChecksums(root)
    const present = calculateChecksums(root)
    const paths = [...present.keys()]
    return [
      ...[...listed.keys()]
        .filter((path) => !present.has(path))
        .map((path) => `${path} is gone: a migration is never renamed or removed`),
      ...paths
        .filter((path) => listed.has(path) && listed.get(path) !== present.get(path))
        .map((path) => `${path} was changed: what it should do goes into a new migration`),
      ...paths
        .filter((path) => !listed.has(path))
        .map((path) => `${path} is not in ${checksumList}: npm run check -- --write`),
      ...paths
        .filter((path, n) => getMigrationNumber(path) === getMigrationNumber(paths[n - 1] ?? ''))
        .map((path) => `${path} has the number of another migration`),
      ...paths
        .filter((path) => !/\/\d{4}_[a-z0-9_]+\.sql$/.test(path))
        .map((path) => `${path} is not named by four digits and what it brings`),
    ]
  },
}

/** Appends what isn't listed yet; what is listed stays as it is. Answers the path of the list. */
export const writeChecksums = (root: string): string => {
  const listed = readListedChecksums(root)
  for (const [path, sha256] of calculateChecksums(root)) if (!listed.has(path)) listed.set(path, sha256)
  const lines = [...listed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, sha256]) => `${sha256}  ${path}\n`)
  writeFileSync(join(root, checksumList), lines.join(''))
  return checksumList
}

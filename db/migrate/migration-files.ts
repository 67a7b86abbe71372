import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folders of migrations: one for what the prefixes share, one that runs in the schema of each prefix. */
export type MigrationFolder = 'registry' | 'tenant'
export const migrationFolders: readonly MigrationFolder[] = ['registry', 'tenant']

/** `name` without its ending, as it is noted in the database; `sha256` of the text with line feeds alone, whatever the checkout made of them. */
export type Migration = { name: string; sql: string; sha256: string }

/** The project's root, from the sources and from the bundle alike: the folder that holds db/tenant. */
export const projectRoot = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'db', 'tenant'))) {
    if (folder === dirname(folder)) throw new Error('the folder db/tenant with the migrations is missing')
    folder = dirname(folder)
  }
  return folder
}

/** The migrations of a folder in the order in which they run. */
export const readMigrations = (folder: MigrationFolder, root = projectRoot()): Migration[] =>
  readdirSync(join(root, 'db', folder))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(root, 'db', folder, file), 'utf8').replaceAll('\r\n', '\n')
      return { name: file.slice(0, -'.sql'.length), sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })

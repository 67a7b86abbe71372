import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { DatabaseProblem } from '#db/embedded/problem.ts'
import { describeSchema } from './describe-schema.ts'
import { type MigrationFolder, projectRoot } from './migration-files.ts'

/**
 * Migrations that were applied before checksums were noted may have had another text then. So what they made is held, once, against what
 * is committed: a schema that lacks a line of it isn't taken for one of this version. Throws DatabaseProblem.
 */
export const assertSchemaAsDescribed = async (
  owner: Client,
  schema: string,
  folder: MigrationFolder,
): Promise<void> => {
  const committed = readFileSync(join(projectRoot(), 'db', 'schema', `${folder}.sql.txt`), 'utf8').replaceAll(
    '\r\n',
    '\n',
  )
  const present = new Set((await describeSchema(owner, schema)).split('\n'))
  const lacking = committed.split('\n').filter((line) => !present.has(line))
  if (lacking.length === 0) return
  throw new DatabaseProblem(
    `The database was made by another version of Atalaya: ${schema} lacks "${lacking[0]?.trim()}"${lacking.length > 1 ? ` and ${lacking.length - 1} more` : ''}.\n` +
      'Nothing of it was changed. Start the version of Atalaya that made this database, or begin in a new home: ATALAYA_HOME=/some/folder',
  )
}

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { prefixes } from '#contract/core/values.ts'
import { describeSchema } from '#db/migrate/describe-schema.ts'
import { type Gate, projectRoot, runTool, toProblems } from './gate.ts'

/** What is committed about the schema, by path: made from a freshly migrated database, and compared with it. */
type GeneratedFiles = Map<string, string>

const codegenArguments = [
  ['--dialect', 'postgres', '--camel-case', '--default-schema', 'dino', '--include-pattern', '(dino|registry).*'],
  ['--exclude-pattern', '*.migration', '--date-parser', 'string', '--type-mapping', '{"timestamptz":"string"}'],
].flat()

const generateTypes = async (ownerUrl: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-types-'))
  const file = join(folder, 'types.ts')
  try {
    const env = { DATABASE_URL: ownerUrl }
    const ran = await runTool(
      projectRoot,
      'kysely-codegen/dist/cli/bin.js',
      [...codegenArguments, '--out-file', file],
      { env },
    )
    if (!existsSync(file)) throw new Error(`the types could not be made: ${toProblems(ran).join(' ') || ran.output}`)
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const describeSchemas = async (ownerUrl: string): Promise<Map<string, string>> => {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const found = new Map<string, string>()
    for (const schema of ['registry', ...prefixes]) found.set(schema, await describeSchema(owner, schema))
    return found
  } finally {
    await owner.end()
  }
}

/** A line for each difference, as a reviewer would read it; the first ten of a file, each way. */
const findDifferences = (path: string, committed: string, made: string, other = 'a fresh migration'): string[] => {
  if (committed === made) return []
  const before = committed.split('\n')
  const after = made.split('\n')
  const lacking = after
    .filter((line) => !before.includes(line))
    .map((line) => `${path} lacks, in ${other}: ${line.trim()}`)
  const extra = before
    .filter((line) => !after.includes(line))
    .map((line) => `${path} has, not in ${other}: ${line.trim()}`)
  const lines = [...lacking.slice(0, 10), ...extra.slice(0, 10)]
  return lines.length > 0 ? lines : [`${path} has its lines in another order than ${other}`]
}

/** Describes a migrated database, and says where its prefixes differ from each other. */
export const generateSchema = async (ownerUrl: string): Promise<{ made: GeneratedFiles; problems: string[] }> => {
  const described = await describeSchemas(ownerUrl)
  const tenant = described.get(prefixes[0]) ?? ''
  const made: GeneratedFiles = new Map([
    ['db/schema/registry.sql.txt', described.get('registry') ?? ''],
    ['db/schema/tenant.sql.txt', tenant],
    ['db/types.ts', await generateTypes(ownerUrl)],
  ])
  const problems = prefixes
    .slice(1)
    .flatMap((prefix) => findDifferences(prefix, described.get(prefix) ?? '', tenant, prefixes[0]))
  return { made, problems }
}

/** What stands in `root` against the migrated database at `ownerUrl`. */
export const findSchemaDrift = async (root: string, ownerUrl: string): Promise<string[]> => {
  const { made, problems } = await generateSchema(ownerUrl)
  const committed = (path: string): string =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
  return [...problems, ...[...made].flatMap(([path, text]) => findDifferences(path, committed(path), text))]
}

/** Writes what the check compares with: after a new migration, `npm run check -- --write`. Answers the paths. */
export const writeSchema = async (ownerUrl: string): Promise<string[]> => {
  const { made } = await generateSchema(ownerUrl)
  for (const [path, text] of made) {
    mkdirSync(dirname(join(projectRoot, path)), { recursive: true })
    writeFileSync(join(projectRoot, path), text)
  }
  return [...made.keys()]
}

/** Lends the address of a freshly migrated database, and takes it away afterwards. */
export type WithMigrated = <T>(use: (ownerUrl: string) => Promise<T>) => Promise<T>

export const buildSchemaGate = (withMigrated: WithMigrated): Gate => ({
  name: 'schema against migrations',
  find: (root) => withMigrated((ownerUrl) => findSchemaDrift(root, ownerUrl)),
})

import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import { type FileDamage, FileDamagedError, type FileStorage } from '#server/core/file-storage.ts'

/** `altered`: it opens, and isn't what was uploaded. */
type FileProblem = {
  prefix: Prefix
  file: string
  problem: FileDamage | 'altered'
  /** What it is for, 'employee.picture', and the record that has it. */
  purpose: string
  entity: string
  entityId: string
}

type FilesReport = {
  /** Files that a row names, and all that they hold. */
  files: number
  bytes: number
  /** 0 when all is right. */
  problems: number
  problemList: FileProblem[]
  /** Contents that no row of any prefix names: left by a process that was killed, or just being uploaded. The server removes them after a day. */
  unnamed: number
  unnamedList: { file: string }[]
}

type StoredFileRow = { id: string; bytes: string; sha256: Buffer; purpose: string; entity: string; entity_id: string }

/** Findings past these are counted only. */
const maxListed = 1000
/** So many rows are held at once. */
const pageSize = 1000

type FileVerificationDeps = { ownerUrl: string; files: FileStorage; progress: (done: number) => void }

const storedFileColumns = 'id::text as id, bytes::text as bytes, sha256, purpose, entity, entity_id::text as entity_id'

/** The rows of files that stand, page by page. */
async function* readStoredFileRows(db: Client, prefix: Prefix): AsyncGenerator<StoredFileRow> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await db.query<StoredFileRow>(
      `select ${storedFileColumns} from ${db.escapeIdentifier(prefix)}.stored_file
        where removed_at is null and id > $1 order by id limit ${pageSize}`,
      [after],
    )
    yield* rows
    if (rows.length < pageSize) return
    after = rows.at(-1)!.id
  }
}

const findFileProblem = async (
  files: FileStorage,
  prefix: Prefix,
  row: StoredFileRow,
): Promise<FileProblem['problem'] | undefined> => {
  try {
    const content = await files.read(prefix, row.id)
    const isSame =
      String(content.length) === row.bytes && createHash('sha256').update(content).digest().equals(row.sha256)
    return isSame ? undefined : 'altered'
  } catch (error) {
    if (error instanceof FileDamagedError) return error.damage
    throw error
  }
}

/** Whether the row still names its file: people remove and replace files meanwhile. */
const isFileRowPresent = async (db: Client, prefix: Prefix, id: string): Promise<boolean> => {
  const { rows } = await db.query(
    `select from ${db.escapeIdentifier(prefix)}.stored_file where id = $1 and removed_at is null`,
    [id],
  )
  return rows.length > 0
}

const verifyPrefixFiles = async (
  db: Client,
  prefix: Prefix,
  report: FilesReport,
  { files, progress }: FileVerificationDeps,
) => {
  for await (const row of readStoredFileRows(db, prefix)) {
    const problem = await findFileProblem(files, prefix, row)
    if (problem && !(await isFileRowPresent(db, prefix, row.id))) continue
    report.files += 1
    report.bytes += Number(row.bytes)
    progress(report.files)
    if (!problem) continue
    report.problems += 1
    const { id: file, purpose, entity, entity_id: entityId } = row
    if (report.problemList.length < maxListed)
      report.problemList.push({ prefix, file, problem, purpose, entity, entityId })
  }
}

/** Rows that say of a file that it was removed name it too: its content goes with the next sweep. */
const findReferencedFileIds = async (db: Client, ids: readonly string[]): Promise<Set<string>> => {
  const named = new Set<string>()
  for (const prefix of prefixes) {
    const { rows } = await db.query<{ id: string }>(
      `select id::text as id from ${db.escapeIdentifier(prefix)}.stored_file where id = any($1::uuid[])`,
      [ids],
    )
    for (const { id } of rows) named.add(id)
  }
  return named
}

const findUnreferencedFiles = async (db: Client, files: FileStorage, report: FilesReport): Promise<void> => {
  const ids = await files.writtenBefore(Number.POSITIVE_INFINITY)
  for (let at = 0; at < ids.length; at += pageSize) {
    const page = ids.slice(at, at + pageSize)
    const named = await findReferencedFileIds(db, page)
    for (const file of page.filter((id) => !named.has(id))) {
      report.unnamed += 1
      if (report.unnamedList.length < maxListed) report.unnamedList.push({ file })
    }
  }
}

/**
 * Reads every stored file that a row of the prefix names, or of all prefixes, and holds length and SHA-256 against the row. Lists too what
 * no row names. Nothing is changed.
 */
export const verifyFiles = async (prefix: Prefix | undefined, source: FileVerificationDeps): Promise<FilesReport> => {
  const report: FilesReport = { files: 0, bytes: 0, problems: 0, problemList: [], unnamed: 0, unnamedList: [] }
  const db = new Client({ connectionString: source.ownerUrl, application_name: 'atalaya files verify' })
  await db.connect()
  try {
    for (const one of prefix ? [prefix] : prefixes) await verifyPrefixFiles(db, one, report, source)
    await findUnreferencedFiles(db, source.files, report)
    return report
  } finally {
    await db.end()
  }
}

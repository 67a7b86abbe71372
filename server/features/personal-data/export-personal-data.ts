import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { exportPersonalData } from '#contract/personal-data.ts'
import type { DB } from '#db/types.ts'
import en from '#locales/en/personal-data.ts'
import es from '#locales/es/personal-data.ts'
import pt from '#locales/pt/personal-data.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { FileDamagedError } from '#server/core/file-storage.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter, fillPlaceholders, findText, toTextPath } from '#server/core/texts.ts'
import { exportedClientTables, hiddenColumns } from '#server/domain/client-tables.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { sendPdfArchive } from '#server/reports/send-pdf-archive.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>
type Json = Record<string, unknown>

/** Rows of one table about the client, by the names of the database. Why money is frozen is left out: the law forbids to tell. */
const findTableRows = async (db: Kysely<DB>, table: string, clientId: string): Promise<Json[]> => {
  const condition = exportedClientTables[table]!(clientId)
  const { rows } = await sql<{ row: Json }>`
    select to_jsonb(x) as row from ${sql.table(table)} x where ${condition} order by to_jsonb(x)::text`.execute(db)
  const hidden = hiddenColumns[table] ?? []
  return rows.map(({ row }) =>
    Object.fromEntries(
      Object.entries(row).filter(([column]) => !hidden.includes(column) && !isReservedValue(row, column)),
    ),
  )
}

/** The reason of a legal block, in whichever table it stands. */
const isReservedValue = (row: Json, column: string): boolean =>
  (column === 'reason' && row.kind === 'legal' && 'blocked_at' in row) ||
  (column === 'block_reason' && row.block_kind === 'legal')

/** Whatever a file was called, it leads to no other folder. */
const toSafeName = (name: string): string => name.replace(/[^\p{L}\p{N}._ -]/gu, '_')

type StoredDocument = { fileId: string; fileName: string }
const findDocuments = (db: Kysely<DB>, clientId: string): Promise<StoredDocument[]> =>
  db
    .selectFrom('storedFile as x')
    .where(exportedClientTables.stored_file!(clientId))
    .where('x.removedAt', 'is', null)
    .select(['x.id as fileId', 'x.fileName'])
    .orderBy('x.createdAt')
    .orderBy('x.id')
    .execute()

const findSubject = (ctx: Ctx, clientId: string) =>
  selectVisibleClients(ctx)
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', clientId)
    .select(['client.cvl', 'client.idioma', sql<string>`${naturalNameSql('client')}`.as('name')])
    .executeTakeFirst()

type TableCount = { table: string; rows: number }

/** The content of a document; undefined where the store of files has lost it: the rest of the export is the person's all the same. */
const readDocument = async ({ deps, request }: HttpContext, prefix: Ctx['prefix'], fileId: string) => {
  try {
    return await deps.files.read(prefix, fileId)
  } catch (error) {
    if (!(error instanceof FileDamagedError)) throw error
    request.log.error({ err: error, fileId }, 'document left out of an export of personal data')
    return undefined
  }
}

/** What the summary says of documents that could not be read. */
const buildMissingParts = (missing: readonly string[], { summary }: Texts) =>
  missing.length === 0
    ? []
    : [
        { heading: summary.missing },
        { text: summary.missingLead },
        { table: { columns: [{ label: summary.file, share: 1 }], rows: missing.map((fileName) => [fileName]) } },
      ]

/** What is in the zip, by the names of things. */
const buildSummary = (
  subject: { cvl: string; name: string },
  counts: readonly TableCount[],
  documents: number,
  texts: Texts,
) => {
  const { summary } = texts
  return [
    {
      facts: [
        [summary.person, `${subject.name} (${subject.cvl})`] as const,
        [summary.documents, String(documents)] as const,
      ],
    },
    { text: summary.lead },
    { heading: summary.contents },
    {
      table: {
        columns: [
          { label: summary.what, share: 2 },
          { label: summary.file, share: 2 },
          { label: summary.rows, end: true as const },
        ],
        rows: counts.map(({ table, rows }) => [
          String(findText(texts, toTextPath(`tables.${table}`)) ?? table),
          `${table}.json`,
          String(rows),
        ]),
      },
    },
  ]
}

/** All that the firm holds on a client, from one frozen view, made while it is read: nothing of it stays on the disk. */
export const sendPersonalData = (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof exportPersonalData>,
  raw: HttpContext,
): Promise<ResponseBody<typeof exportPersonalData>> =>
  sendPdfArchive(exportPersonalData, ctx, raw, async (snapshot) => {
    const frozen = { ...ctx, db: snapshot.db }
    const subject = await findSubject(frozen, clientId)
    if (!subject) throw buildRefusal('notFound')
    const tables = Object.keys(exportedClientTables)
    const documents = await findDocuments(snapshot.db, clientId)
    const idioma = getClientLanguage(subject.idioma, ctx.prefix)
    const t = getTexts(idioma)
    const title = fillPlaceholders(t.title, { cvl: subject.cvl })
    const firm = (await findFirmAccount(snapshot.db))?.name
    async function* buildFiles() {
      const counts: TableCount[] = []
      for (const table of tables) {
        const rows = await findTableRows(snapshot.db, table, clientId)
        counts.push({ table, rows: rows.length })
        yield { fileName: `${table}.json`, content: Buffer.from(JSON.stringify(rows, null, 2)), isDocument: true }
      }
      const missing: string[] = []
      for (const { fileId, fileName } of documents) {
        const content = await readDocument(raw, ctx.prefix, fileId)
        if (content)
          yield {
            fileName: `${t.summary.folder}/${fileId.slice(0, 8)}-${toSafeName(fileName)}`,
            content,
            isDocument: true,
          }
        else missing.push(fileName)
      }
      const parts = [
        ...buildSummary(subject!, counts, documents.length - missing.length, t),
        ...buildMissingParts(missing, t),
      ]
      const pdfContent = { title, subtitle: subject!.name, parts, idioma, firm, on: ctx.businessDate }
      yield { name: title, pdfContent }
    }
    const audited = {
      action: 'client.dataExported',
      entity: 'client',
      entityId: clientId,
      after: { documents: documents.length },
    }
    return { title, total: tables.length + documents.length + 1, documents: buildFiles(), audited }
  })
